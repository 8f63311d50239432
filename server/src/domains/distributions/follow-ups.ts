/**
 * Undo and retry of an ended operation, of SOL or of a token. A follow-up names its parent by `of` in its request, and
 * that is always the first operation: a retry of a retry repeats the first, a retry of an undo undoes the first. The
 * remainder is what the parent did (or failed to do) less what all follow-ups have confirmed, so nothing happens twice.
 */
import { isFinalStatus, type Parent } from '@purser/contract/transfers/transfers.ts'
import type { Db } from '../../db/client.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Operation, TransferRow, Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'

/** A request in the form that is compared with its parent. */
export type Requested = {
  type: string
  of: Parent | undefined
  /** The mint, for a token. */
  mint: string | undefined
  /** The wallet that all transfers share. */
  middle: number
  /** `amount` null: the whole balance. */
  lines: { walletId: number; amount: bigint | null }[]
  /** The path of a line's amount in the body, and the field that says that everything is taken. */
  getPath(line: number): string
  allPath: string
}

/** The rules that distinguish SOL from tokens. */
export type FollowUpRules = {
  /** For each type, the type of the operation that undoes it. */
  undoneBy: Record<string, string>
  /** Base units that a confirmed transfer has brought: an undo can take back this much. */
  getArrived(operation: Operation, row: TransferRow): bigint
}

export type FollowUpParts = {
  transfers: Transfers
  wallets: Pick<Wallets, 'lookups'>
  /** An operation of this user; throws not_found for any other. */
  own(userId: number, id: string): Promise<Operation>
  rules: FollowUpRules
}

export type Remainder = {
  first: Operation
  /** Transfers by wallet. */
  rows: Map<number, TransferRow>
  /** Base units that may still be moved, by wallet; null: the whole balance. */
  rest: Map<number, bigint | null>
  moved: Map<number, bigint>
}

type Known = {
  of?: Parent
  mint?: string
  gatherAll?: boolean
  /** Either of these, unless a restored operation has lost it. */
  sourceWalletId?: number
  destinationWalletId?: number
}
const known = ({ request }: Operation) => request as Known
const findMiddle = (operation: Operation): number | undefined =>
  known(operation).sourceWalletId ?? known(operation).destinationWalletId
export const takesAll = (operation: Operation) => known(operation).gatherAll === true
/** The parent of a retry of this operation. */
export function toRetryParent(operation: Operation): Parent {
  const { operationId = operation.id, as = 'retry' as const } = known(operation).of ?? {}
  return { operationId, as }
}

/** Finds late landings of the first operation and of earlier follow-ups, so that nothing happens twice. */
async function recheck({ history, operator }: Transfers, userId: number, parent: Parent): Promise<void> {
  const first = parent.as === 'retry' ? [parent.operationId] : []
  const ids = [...first, ...(await history.listFollowUpIds(userId, parent))]
  if (ids.length > 0) await operator.recheck(...ids)
}

export type FollowUps = {
  /**
   * The remainder to undo or retry, in wallets that the user still has; `gone`: base units in those that were
   * deleted. Throws nothing_to_repeat.
   */
  readRemainder(
    userId: number,
    of: Parent,
  ): Promise<{
    first: Operation
    middle: number
    rows: { walletId: number; row: TransferRow; most: bigint | null }[]
    gone: bigint[]
  }>
  /**
   * Finds a request's parent, and checks that it asks for no more than the remainder: now, and again once the wallets
   * are locked, in the transaction that writes it. Throws not_found, operation_not_over and nothing_to_repeat.
   */
  claim(
    userId: number,
    requested: Requested,
  ): Promise<{
    of: { operationId: string; as: 'undo' | 'retry'; edited?: true | undefined }
    check: (within?: { tx: Db; except: string }) => Promise<void>
  } | null>
  /** Writes under a claim. If another follow-up has just taken the remainder, the refusal says so. */
  claimed<T>(
    userId: number,
    requested: Requested,
    write: (claimed: Awaited<ReturnType<typeof claim>>) => Promise<T>,
  ): Promise<T>
}

/** Throws operation_not_over while the parent or a follow-up is open. */
async function readRemainder(
  { transfers, rules }: FollowUpParts,
  { id, userId }: Operation,
  as: Parent['as'],
  within?: { tx: Db; except: string },
): Promise<Remainder> {
  // An operation that was read as ended may have been reopened since.
  const parent = { operationId: id, as }
  const { first, open, moved, edited } = await transfers.history.readFollowUps(userId, parent, within)
  if (!first || open || !isFinalStatus(first.status)) throw new Fault('operation_not_over')
  const wanted = as === 'undo' ? 'confirmed' : 'failed'
  const rows = new Map<number, TransferRow>()
  const rest = new Map<number, bigint | null>()
  for (const row of await transfers.lookups.listMovements(first.id, within?.tx)) {
    if (row.status !== wanted || row.walletId === null) continue
    const done = moved.get(row.walletId) ?? 0n
    const most = as === 'undo' ? rules.getArrived(first, row) : row.amount
    const all = as === 'retry' && takesAll(first)
    if (all ? done > 0n : done >= most || edited.has(row.walletId)) continue
    rows.set(row.walletId, row)
    rest.set(row.walletId, all ? null : most - done)
  }
  return { first, rows, rest, moved }
}

/** The same wallets, the same direction (or back), the same token. */
function requireAlike(
  { rules }: FollowUpParts,
  first: Operation,
  as: Parent['as'],
  { type, middle, mint }: Requested,
): void {
  const way = as === 'retry' ? first.type : rules.undoneBy[first.type]
  if (way === undefined) throw new Fault('nothing_to_repeat')
  if (type !== way || middle !== findMiddle(first) || mint !== known(first).mint)
    throw invalid('of', 'belongs to another request')
}

/** `edited`: a retry with changed amounts. */
function requireWithinRemainder(
  { rest, moved }: Remainder,
  { lines, getPath, allPath }: Requested,
  edited: boolean,
): void {
  lines.forEach(({ walletId, amount }, i) => {
    const most = rest.get(walletId)
    if (most === undefined) throw new Fault('nothing_to_repeat')
    if (most === null) return
    if (amount === null) throw invalid(allPath, 'must be as in the original operation')
    if (amount <= most) return
    if (moved.has(walletId)) throw new Fault('nothing_to_repeat')
    // This line was never paid: the owner may pay another amount.
    if (edited) return
    throw invalid(getPath(i), 'is more than the operation has left')
  })
}

async function claim(parts: FollowUpParts, userId: number, requested: Requested) {
  const { own, transfers } = parts
  if (!requested.of) return null
  const given = await own(userId, requested.of.operationId)
  const of: Parent =
    requested.of.as === 'retry' ? toRetryParent(given) : { operationId: given.id, as: 'undo' }
  const first = await own(userId, of.operationId)
  requireAlike(parts, first, of.as, requested)
  await recheck(transfers, userId, of)
  // The retry of an undo is an undo, which takes back no more than was paid, whatever was edited.
  const edited = of.as === 'retry' && requested.of.edited === true
  const check = async (within?: { tx: Db; except: string }) =>
    requireWithinRemainder(await readRemainder(parts, first, of.as, within), requested, edited)
  await check()
  return { of: edited ? { ...of, edited } : of, check }
}

async function readOwnRemainder(parts: FollowUpParts, userId: number, of: Parent) {
  const { own, transfers, wallets } = parts
  const parent = await own(userId, of.operationId)
  await recheck(transfers, userId, of)
  const { first, rows: all, rest } = await readRemainder(parts, parent, of.as)
  const held = new Set((await wallets.lookups.list(userId)).map((wallet) => wallet.id))
  const middle = findMiddle(first)
  const rows = [...all].flatMap(([walletId, row]) =>
    held.has(walletId) ? [{ walletId, row, most: rest.get(walletId) ?? null }] : [],
  )
  if (rows.length === 0 || middle === undefined) throw new Fault('nothing_to_repeat')
  const gone = [...all.keys()].filter((id) => !held.has(id)).map((id) => rest.get(id) ?? 0n)
  return { first, middle, rows, gone }
}

async function claimed<T>(
  parts: FollowUpParts,
  userId: number,
  requested: Requested,
  write: (claimed: Awaited<ReturnType<typeof claim>>) => Promise<T>,
): Promise<T> {
  const followUp = await claim(parts, userId, requested)
  try {
    return await write(followUp)
  } catch (error) {
    await followUp?.check()
    throw error
  }
}

export function createFollowUps(parts: FollowUpParts): FollowUps {
  return {
    readRemainder: (userId, of) => readOwnRemainder(parts, userId, of),
    claim: (userId, requested) => claim(parts, userId, requested),
    claimed: (userId, requested, write) => claimed(parts, userId, requested, write),
  }
}
