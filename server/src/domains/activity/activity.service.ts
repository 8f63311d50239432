/** Operations of a user: everything that moved funds. */
import { OPERATIONS_FILE_MAX, OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'
import type { StreamedFile } from '@purser/contract/endpoint.ts'
import type {
  ListedOperation,
  Operation,
  OperationDetail,
  Standing,
  Waiting,
} from '@purser/contract/transfers.ts'
import type { Address } from '@solana/kit'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Accounts, Caller } from '../accounts/index.ts'
import type { SummaryRow, Transfers } from '../transfers/index.ts'
import { UUID } from '@purser/contract/values.ts'
import { HEADER, toCells } from './cells.ts'
import { pagedFile, untilOf } from './paged-file.ts'
import { createStories, type StoriesParts } from './stories.ts'
import { type SymbolOf, symbolsFor } from './symbols.ts'

export type Activity = ReturnType<typeof createActivity>
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

/** Who ends an operation, with which mailed code, and from where. */
type Ending = { caller: Caller; code: string; client: string; device: string }
/** How long the answer waits for the engine to end the operation. */
const ENDED_WITHIN_MS = 5_000

type Page = { operations: ListedOperation[]; next?: string }
/** Rows of a file that are in memory at once. */
const PORTION = 200
export type ActivityParts = Omit<StoriesParts, 'decimalsOf' | 'transfers'> & {
  transfers: Transfers
  chain: Chain
  accounts: Accounts
}

export function createActivity(parts: ActivityParts) {
  const { transfers, chain, accounts } = parts
  const known = new Map<string, number>([
    [SOL_MINT, SOL_DECIMALS],
    ...KNOWN_TOKENS.map((t) => [t.mint, t.decimals] as const),
  ])

  /** A mint's decimals never change: read from the chain once. */
  async function decimalsOf(mint: string): Promise<number> {
    const there = known.get(mint)
    if (there !== undefined) return there
    const decimals = (await chain.mintInfo(mint as Address))?.decimals ?? 0
    known.set(mint, decimals)
    return decimals
  }

  const stories = createStories({ ...parts, decimalsOf })

  async function toOperation(row: SummaryRow, symbolOf: SymbolOf): Promise<Operation> {
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
        amount: shown ? toJsonAmount(amount, await decimalsOf(mint)) : null,
        symbol: shown ? symbolOf(mint) : null,
        fees: toJsonAmount(row.fees, SOL_DECIMALS),
      },
      standing: standingOf(row),
      ...(row.follows ? { follows: row.follows } : {}),
      ...(row.undoneBy
        ? {
            undone: {
              amount: shown ? toJsonAmount(row.undoneAmount, await decimalsOf(mint)) : null,
              by: row.undoneBy,
            },
          }
        : {}),
    }
  }

  async function waitingOf({ id, status }: SummaryRow): Promise<Waiting | null> {
    if (status !== 'resolving') return null
    const { signatures, mayLand } = await transfers.operator.doubt(id)
    return { transactions: signatures.length, may_land: mayLand }
  }

  async function own(userId: number, id: string): Promise<SummaryRow> {
    const row = UUID.test(id) ? await transfers.history.findSummary(userId, id) : null
    if (!row) throw new Fault('not_found', { what: 'Operation' })
    return row
  }

  async function get(userId: number, id: string): Promise<OperationDetail> {
    const row = await own(userId, id)
    const movements = await transfers.lookups.listMovements(id)
    const decimals = new Map<string, number>()
    for (const mint of new Set(movements.map((m) => m.mint))) decimals.set(mint, await decimalsOf(mint))
    const mints = [...decimals.keys(), ...(row.mint === null ? [] : [row.mint])]
    const symbolOf = await symbolsFor(parts, userId, { mints })
    return {
      ...(await toOperation(row, symbolOf)),
      waiting: await waitingOf(row),
      transfers: movements.map(({ mint, amount, ...rest }) => ({
        ...rest,
        mint,
        symbol: symbolOf(mint),
        amount: toJsonAmount(amount, decimals.get(mint) ?? 0),
      })),
    }
  }

  async function list(userId: number, query: OperationsQuery): Promise<Page> {
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
      to: untilOf(query.to),
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const { told, symbolOf } = await stories(userId, page)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      operations: await Promise.all(
        page.flatMap((row) => {
          const story = told.get(row.id)
          return story ? [toOperation(row, symbolOf).then((operation) => ({ ...operation, story }))] : []
        }),
      ),
      ...(last ? { next: `${last.createdAt.toISOString()}_${last.id}` } : {}),
    }
  }

  return {
    get,

    /**
     * Ends an operation of unknown outcome as not sent. Throws not_found, nothing_to_resolve, may_still_land and chain_away
     * before the mailed code is checked, so that it is not used up in vain.
     */
    async endAsNotSent(id: string, { caller, code, client, device }: Ending): Promise<OperationDetail> {
      const { userId } = caller
      const { type } = await own(userId, id)
      const operation = await transfers.lookups.find(id)
      if (!operation) throw new Fault('not_found', { what: 'Operation' })
      transfers.operator.requireDead(await transfers.operator.doubt(id))
      await accounts.checkKeyCode(caller, code, 'resolve')
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
      return get(userId, id)
    },

    list,

    /** The same, read while it is sent: so many rows at most, which the last one says. */
    file: (userId: number, query: OperationsQuery, day: string): Promise<StreamedFile> =>
      pagedFile({
        filename: `activity_${day}.csv`,
        header: HEADER,
        async read(before) {
          const { operations: rows, next } = await list(userId, { ...query, before, limit: PORTION })
          return { rows, next }
        },
        before: query.before,
        toCells,
        most: {
          rows: OPERATIONS_FILE_MAX,
          sentence: (count) => `Older operations are not in this file: it ends after ${count} rows.`,
        },
      }),
  }
}

function standingOf({ amount, undoneAmount, undoing, retried }: SummaryRow): Standing | null {
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
