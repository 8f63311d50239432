/** Operations of a user: everything that moved funds. */
import { OPERATIONS_FILE_MAX, OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import type {
  ListedOperation,
  Operation,
  OperationDetail,
  Standing,
  Waiting,
} from '@purser/contract/transfers/transfers.ts'
import type { Address } from '@solana/kit'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Accounts, Caller } from '../accounts/index.ts'
import type { Transfers } from '../transfers/index.ts'
import { UUID } from '@purser/contract/values.ts'
import { HEADER, toCells } from './cells.ts'
import { pagedFile, toUntil } from './paged-file.ts'
import { createStories, type StoriesParts } from './stories.ts'
import { type SymbolLookup, loadSymbols } from './symbols.ts'

export type OperationsQuery = {
  type?: string | undefined
  status?: string | undefined
  wallet?: string | undefined
  from?: string | undefined
  to?: string | undefined
  signature?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

/** The caller, the mailed code, and the address and browser that the request comes from. */
type EndRequest = { caller: Caller; code: string; client: string; device: string }
/** How long the answer waits for the engine to end the operation. */
const ENDED_WITHIN_MS = 5_000

type Page = { operations: ListedOperation[]; next?: string }
/** The most rows of a file in memory at a time. */
const PORTION = 200
type SummaryRow = Awaited<ReturnType<Transfers['history']['list']>>[number]
export type ActivityParts = Omit<StoriesParts, 'readDecimals' | 'transfers'> & {
  transfers: Transfers
  chain: Chain
  accounts: Accounts
}

/** All throw not_found for an operation of another user. */
export type Activity = {
  get(userId: number, id: string): Promise<OperationDetail>
  /**
   * Ends an operation of unknown outcome as not sent. Throws not_found, nothing_to_resolve, may_still_land and chain_away
   * before the mailed code is checked, so that it is not used up in vain.
   */
  endAsNotSent(id: string, request: EndRequest): Promise<OperationDetail>
  /** Newest first. `next`: pass it as `before` to get the next page. */
  list(userId: number, query: OperationsQuery): Promise<Page>
  /** The list as CSV, read while it is sent. The last row says if there are more operations than a file may have. */
  file(userId: number, query: OperationsQuery, day: string): Promise<StreamedFile>
}
type ActivityState = ActivityParts & {
  /** A mint's decimals never change: they are read from the chain once. */
  decimals: Map<string, number>
  stories: ReturnType<typeof createStories>
}

export function createActivity(parts: ActivityParts): Activity {
  const decimals = new Map<string, number>([
    [SOL_MINT, SOL_DECIMALS],
    ...KNOWN_TOKENS.map((t) => [t.mint, t.decimals] as const),
  ])
  const readMintDecimals = (mint: string) => readDecimals({ ...parts, decimals }, mint)
  const state: ActivityState = {
    ...parts,
    decimals,
    stories: createStories({ ...parts, readDecimals: readMintDecimals }),
  }
  return {
    get: (userId, id) => getOperation(state, userId, id),
    endAsNotSent: (id, request) => endAsNotSent(state, id, request),
    list: (userId, query) => listOperations(state, userId, query),
    file: (userId, query, day) => writeFile(state, userId, query, day),
  }
}

async function readDecimals(
  { chain, decimals }: Pick<ActivityState, 'chain' | 'decimals'>,
  mint: string,
): Promise<number> {
  const known = decimals.get(mint)
  if (known !== undefined) return known
  const read = (await chain.mintInfo(mint as Address))?.decimals ?? 0
  decimals.set(mint, read)
  return read
}

async function requireOperation(
  { transfers }: ActivityState,
  userId: number,
  id: string,
): Promise<SummaryRow> {
  const row = UUID.test(id) ? await transfers.history.findSummary(userId, id) : null
  if (!row) throw new Fault('not_found', { what: 'Operation' })
  return row
}

async function getOperation(state: ActivityState, userId: number, id: string): Promise<OperationDetail> {
  const { transfers } = state
  const row = await requireOperation(state, userId, id)
  const movements = await transfers.lookups.listMovements(id)
  const decimals = new Map<string, number>()
  for (const mint of new Set(movements.map((m) => m.mint)))
    decimals.set(mint, await readDecimals(state, mint))
  const mints = [...decimals.keys(), ...(row.mint === null ? [] : [row.mint])]
  const getSymbol = await loadSymbols(state, userId, { mints })
  return {
    ...(await toOperation(state, row, getSymbol)),
    waiting: await readWaiting(state, row),
    transfers: movements.map(({ mint, amount, ...rest }) => ({
      ...rest,
      mint,
      symbol: getSymbol(mint),
      amount: toJsonAmount(amount, decimals.get(mint) ?? 0),
    })),
  }
}

async function readWaiting(
  { transfers }: ActivityState,
  { id, status }: SummaryRow,
): Promise<Waiting | null> {
  if (status !== 'resolving') return null
  const { signatures, mayLand } = await transfers.operator.doubt(id)
  return { transactions: signatures.length, may_land: mayLand }
}

async function endAsNotSent(
  state: ActivityState,
  id: string,
  { caller, code, client, device }: EndRequest,
): Promise<OperationDetail> {
  const { transfers, accounts } = state
  const { userId } = caller
  const { type } = await requireOperation(state, userId, id)
  const operation = await transfers.lookups.find(id)
  if (!operation) throw new Fault('not_found', { what: 'Operation' })
  transfers.operator.requireDead(await transfers.operator.doubt(id))
  await accounts.keyCodes.check(caller, code, 'resolve')
  await transfers.operator.resolve(operation, (tx) =>
    writeAudit(tx, {
      userId,
      type: 'resolve',
      detail: { operation: id, type, outcome: 'not sent' },
      address: client,
      device,
    }),
  )
  await transfers.lookups.waitForEnd(id, ENDED_WITHIN_MS)
  return getOperation(state, userId, id)
}

async function listOperations(state: ActivityState, userId: number, query: OperationsQuery): Promise<Page> {
  const { transfers, stories } = state
  const limit = query.limit ?? OPERATIONS_PAGE
  const { type, status, wallet, signature } = query
  const before = query.before === undefined ? undefined : readCursor(query.before)
  const from = query.from === undefined ? undefined : new Date(query.from)
  // One more shows whether there is another page.
  const rows = await transfers.history.list(userId, {
    type,
    status,
    wallet,
    signature,
    before,
    from,
    to: toUntil(query.to),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const { storyById, getSymbol } = await stories(userId, page)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    operations: await Promise.all(
      page.flatMap((row) => {
        const story = storyById.get(row.id)
        return story
          ? [toOperation(state, row, getSymbol).then((operation) => ({ ...operation, story }))]
          : []
      }),
    ),
    ...(last ? { next: `${last.createdAt.toISOString()}_${last.id}` } : {}),
  }
}

function writeFile(
  state: ActivityState,
  userId: number,
  query: OperationsQuery,
  day: string,
): Promise<StreamedFile> {
  return pagedFile({
    filename: `activity_${day}.csv`,
    header: HEADER,
    async read(before) {
      const { operations: rows, next } = await listOperations(state, userId, {
        ...query,
        before,
        limit: PORTION,
      })
      return { rows, next }
    },
    before: query.before,
    toCells,
    most: {
      rows: OPERATIONS_FILE_MAX,
      sentence: (count) => `This file ends after ${count} rows; older operations are not included.`,
    },
  })
}

async function toOperation(
  state: ActivityState,
  row: SummaryRow,
  getSymbol: SymbolLookup,
): Promise<Operation> {
  const { id, type, status, error, finalized, mint, amount, total, confirmed, failed } = row
  const shown = mint !== null && amount !== null
  return {
    id,
    type,
    status,
    error,
    finalized,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    summary: {
      total,
      confirmed,
      failed,
      amount: shown ? toJsonAmount(amount, await readDecimals(state, mint)) : null,
      symbol: shown ? getSymbol(mint) : null,
      fees: toJsonAmount(row.fees, SOL_DECIMALS),
    },
    standing: toStanding(row),
    ...(row.follows ? { follows: row.follows } : {}),
    ...(row.undoneBy
      ? {
          undone: {
            amount: shown ? toJsonAmount(row.undoneAmount, await readDecimals(state, mint)) : null,
            by: row.undoneBy,
          },
        }
      : {}),
  }
}

function toStanding({ amount, undoneAmount, undoing, retried }: SummaryRow): Standing | null {
  if (undoing > 0) return 'undoing'
  if (undoneAmount > 0n) return amount !== null && undoneAmount >= amount ? 'undone' : 'undone-partly'
  return retried > 0 ? 'retried' : null
}

function readCursor(text: string): { createdAt: Date; id: string } {
  const [time = '', id = ''] = text.split('_')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime()) || !UUID.test(id))
    throw invalid('before', 'must be the `next` of a page')
  return { createdAt, id }
}
