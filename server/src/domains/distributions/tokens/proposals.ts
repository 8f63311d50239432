/** Proposals for an ended operation of tokens: undo it, or retry its failed transfers; each with its preview. */
import type { FailedLine, LeftBehind, Proposal } from '@purser/contract/distributions/distributions.ts'
import { formatUnits, parseUnitsDown, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type {
  TokenDistributeBody,
  TokenGatherBody,
  TokenPreview,
} from '@purser/contract/distributions/token-distributions.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'
import type { Operation, TransferRow, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { type createFollowUps, type FollowUpRules, toRetryParent, takesAll } from '../follow-ups.ts'
import { failedLine, type RetryQuery, summarizeAmounts } from '../proposals.ts'
import { sol } from '../result.ts'
import type { TokenBody } from './intent.ts'
import { readHolders, requireMovable, type TokenParts } from './plan.ts'

export type ProposalParts = TokenParts & {
  transfers: Transfers
  wallets: Wallets
  own(userId: number, id: string): Promise<Operation>
  followUps: ReturnType<typeof createFollowUps>
  rules: FollowUpRules
  /** The preview of a request. */
  show(userId: number, typed: TokenBody): Promise<TokenPreview>
}
type Of = NonNullable<TokenDistributeBody['of']>
/** Wallets other than the middle, with base units. */
type Line = { address: string; units: bigint }
type Terms = { mint: string; decimals: number; middle: string; of: Of }

const getMiddle = ({ request }: Operation): string => {
  const { source, destination } = request as { source?: string; destination?: string }
  return source ?? destination ?? ''
}
const getMint = ({ request }: Operation): string => (request as { mint?: string }).mint ?? ''

const formatAmounts = (lines: Line[], decimals: number) =>
  Object.fromEntries(lines.map(({ address, units }) => [address, formatUnits(units, decimals)]))

const give = ({ mint, decimals, middle, of }: Terms, lines: Line[]): TokenDistributeBody => ({
  token_address: mint,
  source_wallet: middle,
  target_wallets: lines.map(({ address }) => address),
  custom_amount: formatAmounts(lines, decimals),
  of,
})
const take = ({ mint, decimals, middle, of }: Terms, lines: Line[]): TokenGatherBody => ({
  token_address: mint,
  target_wallet: middle,
  source_wallets: lines.map(({ address }) => address),
  custom_amount: formatAmounts(lines, decimals),
  of,
})
const min = (a: bigint, b: bigint) => (a < b ? a : b)

export type TokenProposals = {
  /**
   * Returns what each transfer has brought and has not been taken back, as far as it is still there. Throws
   * nothing_to_repeat.
   */
  undo(userId: number, id: string): Promise<Proposal>
  /** The same request with only the failed transfers that have not been retried since. */
  retry(userId: number, id: string, query?: RetryQuery): Promise<Proposal>
}

/** `failed`: only the lines are requested, without a preview. */
async function asProposal(
  { show }: ProposalParts,
  userId: number,
  typed: TokenBody,
  failed?: FailedLine[],
): Promise<Proposal> {
  const shown = failed ? { failed } : { tokenPreview: await show(userId, typed) }
  return typed.type === 'token-distribute'
    ? { type: typed.type, tokenDistribute: typed.body, ...shown }
    : { type: typed.type, tokenGather: typed.body, ...shown }
}

/** The amounts that the undo of this operation does not bring back. */
async function leftBehind(
  { chain, transfers, rules }: ProposalParts,
  operation: Operation,
  mint: TokenMint,
  { offered, spent, gone }: { offered: Proposal; spent: bigint[]; gone: bigint[] },
): Promise<LeftBehind> {
  const { opens: opened, charges } = operation.request as { opens?: number[] | boolean; charges?: boolean }
  const [rent, totals, movements] = await Promise.all([
    chain.rentExempt(mint.accountBytes),
    transfers.lookups.totals(operation.id),
    transfers.lookups.listMovements(operation.id),
  ])
  const moved = movements.filter(({ status }) => status === 'confirmed')
  const positions = new Set(Array.isArray(opened) ? opened : [])
  // A gather has at most the one account of its destination.
  const accounts =
    opened === true ? Math.min(moved.length, 1) : moved.filter((row) => positions.has(row.position)).length
  const withheld = charges
    ? moved.reduce((sum, row) => sum + row.amount - rules.getArrived(operation, row), 0n)
    : 0n
  const undoFees = parseUnitsDown(offered.tokenPreview?.fees ?? 0, SOL_DECIMALS)
  return {
    fees: sol(totals.fees),
    undo_fees: sol(undoFees),
    kept: { wallets: 0, amount: 0 },
    spent: summarizeAmounts(spent, mint.decimals),
    gone: summarizeAmounts(gone, mint.decimals),
    rent: { accounts, amount: sol(rent * BigInt(accounts)) },
    withheld: toJsonAmount(withheld, mint.decimals),
  }
}

async function undo(parts: ProposalParts, userId: number, id: string): Promise<Proposal> {
  const { own, followUps, chain, wallets } = parts
  const of: Of = { operationId: id, as: 'undo' }
  const operation = await own(userId, id)
  const { rows, gone } = await followUps.readRemainder(userId, of)
  const mint = await requireMovable(chain, getMint(operation))
  const terms = { mint: mint.mint, decimals: mint.decimals, middle: getMiddle(operation), of }
  const spread = operation.type === 'token-distribute'
  const addresses = rows.map(({ row }) => (spread ? row.destination : row.source))
  const givers = await wallets.lookups.getByAddresses(userId, spread ? addresses : [terms.middle])
  const holders = await readHolders(parts, mint, givers)
  let left = spread ? 0n : (holders[0]?.free ?? 0n)
  const lines = rows.flatMap(({ most }, i): Line[] => {
    const units = min(most ?? 0n, spread ? (holders[i]?.free ?? 0n) : left)
    if (units <= 0n) return []
    left -= units
    return [{ address: addresses[i] ?? '', units }]
  })
  if (lines.length === 0) throw new Fault('nothing_to_repeat')
  const offered = await asProposal(
    parts,
    userId,
    spread
      ? { type: 'token-gather', body: take(terms, lines) }
      : { type: 'token-distribute', body: give(terms, lines) },
  )
  const most = rows.map((row) => row.most ?? 0n)
  const back = new Map(lines.map(({ address, units }) => [address, units]))
  const spent = most.map((units, i) => units - (back.get(addresses[i] ?? '') ?? 0n))
  return { ...offered, leaves: await leftBehind(parts, operation, mint, { offered, spent, gone }) }
}

async function retry(
  parts: ProposalParts,
  userId: number,
  id: string,
  query: RetryQuery = {},
): Promise<Proposal> {
  const { own, followUps, chain, transfers } = parts
  const operation = await own(userId, id)
  if (!isFinalStatus(operation.status)) throw new Fault('operation_not_over')
  const of = toRetryParent(operation)
  const { rows } = await followUps.readRemainder(userId, of)
  const mint = await requireMovable(chain, getMint(operation))
  const terms = { mint: mint.mint, decimals: mint.decimals, middle: getMiddle(operation), of }
  const left = new Map(rows.map(({ walletId, most }) => [walletId, most]))
  const spread = operation.type === 'token-distribute'
  const failing = (await transfers.lookups.listFailed(id)).filter(
    ({ walletId }) => walletId !== null && left.has(walletId),
  )
  const getAddress = (row: TransferRow) => (spread ? row.destination : row.source)
  const lines = failing.map((row): Line => {
    const most = left.get(row.walletId ?? 0) ?? null
    return { address: getAddress(row), units: most === null ? row.amount : min(row.amount, most) }
  })
  if (lines.length === 0) throw new Fault('nothing_to_repeat')
  const failed =
    query.lines === 'only'
      ? failing.flatMap((row) => failedLine(row, getAddress(row), mint.decimals))
      : undefined
  if (spread) return asProposal(parts, userId, { type: 'token-distribute', body: give(terms, lines) }, failed)
  const { custom_amount: amounts, ...body } = take(terms, lines)
  const { closeAccounts = false } = operation.request as { closeAccounts?: boolean }
  const again: TokenGatherBody = {
    ...body,
    ...(takesAll(operation) ? {} : { custom_amount: amounts }),
    ...(closeAccounts ? { close_accounts: true } : {}),
  }
  return asProposal(parts, userId, { type: 'token-gather', body: again }, failed)
}

export function createProposals(parts: ProposalParts): TokenProposals {
  return {
    undo: (userId, id) => undo(parts, userId, id),
    retry: (userId, id, query) => retry(parts, userId, id, query),
  }
}
