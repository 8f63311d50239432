/** What the user's desk has done: every operation that moved funds, read from the engine's books. */
import { OPERATIONS_PAGE } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import type { Operation, OperationDetail } from '@purser/contract/transfers.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import type { SummaryRow, Transfers } from '../transfers/index.ts'

export type Activity = ReturnType<typeof createActivity>
export type Wanted = {
  type?: string | undefined
  status?: string | undefined
  wallet?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const nameOf = (mint: string) => (mint === SOL_MINT ? 'SOL' : symbolOf(mint))

export function createActivity({ transfers, chain }: { transfers: Transfers; chain: Chain }) {
  const known = new Map<string, number>([
    [SOL_MINT, SOL_DECIMALS],
    ...KNOWN_TOKENS.map((t) => [t.mint, t.decimals] as const),
  ])

  /** A mint's decimals never change: asked of the chain once. */
  async function decimalsOf(mint: string): Promise<number> {
    const there = known.get(mint)
    if (there !== undefined) return there
    const decimals = (await chain.mintInfo(mint))?.decimals ?? 0
    known.set(mint, decimals)
    return decimals
  }

  async function toOperation(row: SummaryRow): Promise<Operation> {
    const { id, type, status, error, mint, amount, total, confirmed, failed } = row
    const shown = mint !== null && amount !== null
    return {
      id,
      type,
      status,
      error,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      summary: {
        total,
        confirmed,
        failed,
        amount: shown ? toJsonAmount(amount, await decimalsOf(mint)) : null,
        symbol: shown ? nameOf(mint) : null,
        fees: toJsonAmount(row.fees, SOL_DECIMALS),
      },
    }
  }

  return {
    async list(userId: number, wanted: Wanted): Promise<{ operations: Operation[]; next?: string }> {
      const limit = wanted.limit ?? OPERATIONS_PAGE
      const { type, status, wallet } = wanted
      const before = wanted.before === undefined ? undefined : readCursor(wanted.before)
      // One more than asked for tells whether there is another page.
      const rows = await transfers.list(userId, { type, status, wallet, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        operations: await Promise.all(page.map(toOperation)),
        ...(last ? { next: `${last.createdAt.toISOString()}_${last.id}` } : {}),
      }
    },

    async get(userId: number, id: string): Promise<OperationDetail> {
      const row = UUID.test(id) ? await transfers.summary(userId, id) : null
      if (!row) throw new Fault('not_found', { what: 'Operation' })
      const movements = await transfers.movementsOf(id)
      const decimals = new Map<string, number>()
      for (const mint of new Set(movements.map((m) => m.mint))) decimals.set(mint, await decimalsOf(mint))
      return {
        ...(await toOperation(row)),
        transfers: movements.map(({ mint, amount, ...rest }) => ({
          ...rest,
          mint,
          symbol: nameOf(mint),
          amount: toJsonAmount(amount, decimals.get(mint) ?? 0),
        })),
      }
    },
  }
}

function readCursor(text: string): { createdAt: Date; id: string } {
  const [time = '', id = ''] = text.split('_')
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime()) || !UUID.test(id))
    throw invalid('before', 'must be the `next` of a page')
  return { createdAt, id }
}
