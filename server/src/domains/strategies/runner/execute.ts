/** Executes an order, wallet by wallet through the transfer engine, until the outcome of each leg is certain. */
import type { Clock } from '../../../kernel/clock.ts'
import { type Fault, isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Trading } from '../../market/index.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { type OrderRow, toOrigin, type StrategyRow } from '../rows.ts'
import { type Executed, FAILED, type LegCode, legResult, getReceived, type Result } from './outcome.ts'

export type OrdersParts = {
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  log: Log
  signal: AbortSignal
  clock: Clock
}

/** `ofOrder`: the input of all legs together. */
type PlacedOrder = { order: OrderRow; ofOrder: bigint }
type Leg = { order: OrderRow; result: Result; code: LegCode }

/**
 * `nothingNew`: legs that were never submitted are given up. `doubted` is called once a leg's outcome is in doubt.
 * `isNew`: it was just decided, so that nothing of it is submitted yet. `halts`: how often the user had stopped
 * everything when the strategy was taken over.
 */
type Callbacks = { nothingNew: () => boolean; doubted: () => void; halts: number; isNew: boolean }

/** How soon an order in doubt is noticed. */
const WAIT_MS = 2_000
const RETRY_MS = 1_000

/**
 * Submits each leg (once, however often it is called) and waits for the end of all; a leg past its deadline is given up.
 * null: this process is stopping and the next one goes on.
 */
export async function executeOrder(
  parts: OrdersParts,
  row: StrategyRow,
  orders: OrderRow[],
  callbacks: Callbacks,
): Promise<Executed | null> {
  const ofOrder = orders.reduce((sum, { inAmount }) => sum + inAmount, 0n)
  const done = await Promise.all(orders.map((order) => executeLeg(parts, row, { order, ofOrder }, callbacks)))
  if (done.includes(null)) return null
  const legs = done.filter((leg) => leg !== null)
  // A failed leg has no amounts, but a fee if it failed on the chain.
  const sum = (pick: (result: Result) => string | undefined) =>
    legs.reduce((all, { result }) => all + BigInt(pick(result) ?? '0'), 0n)
  const endedAt = new Date(parts.clock.now())
  return {
    legs: legs.map(({ order, result }) => ({ ...order, ...legResult(order.side, result), endedAt })),
    codes: legs.flatMap(({ order, code }) => (order.status === 'failed' ? [code] : [])),
    spent: sum((r) => r.inAmount),
    received: sum((r) => r.outAmount),
    fees: sum((r) => r.fee),
  }
}

async function executeLeg(
  parts: OrdersParts,
  row: StrategyRow,
  placed: PlacedOrder,
  callbacks: Callbacks,
): Promise<Leg | null> {
  const { signal, clock } = parts
  const { order } = placed
  const failed = (error: string, code: LegCode, result: Result = {}): Leg => ({
    order: { ...order, status: 'failed' as const, error },
    result,
    code,
  })
  let [seen, isNew]: [Operation | undefined, boolean] = [undefined, callbacks.isNew]
  while (!signal.aborted) {
    try {
      const known = seen ?? (isNew ? undefined : await parts.transfers.lookups.findByOrigin(toOrigin(order)))
      isNew = false
      const operation = await ensureOperation(parts, row, placed, { ...callbacks, known })
      const isGivenUp = () =>
        operation.status === 'pending' && (callbacks.nothingNew() || isLate(parts, order))
      const ended = await parts.transfers.lookups.waitForEnd(operation.id, WAIT_MS, signal, isGivenUp)
      seen = ended
      if (ended.status === 'failed')
        return failed(ended.error ?? FAILED, await parts.trading.findRefusal(ended.id), ended.result ?? {})
      if (ended.status === 'completed') {
        const result = (ended.result ?? {}) as Result
        const filled = { ...order, status: 'filled' as const, outAmount: getReceived(result) }
        return { order: filled, result, code: null }
      }
      if (ended.status === 'resolving') callbacks.doubted()
    } catch (error) {
      // The chain or the database is unavailable, or the funds are in flight elsewhere: the order waits.
      const waits = !isFault(error) || error.status >= 500 || isFault(error, 'funds_in_flight')
      if (isFault(error) && !waits) return failed(error.message, toLegCode(error))
      if (!isFault(error))
        parts.log.error(
          { strategy: row.id, ...describe(error) },
          'an order could not be executed and is retried',
        )
      seen = undefined
      await clock.sleep(RETRY_MS, signal)
    }
  }
  return null
}

/** The leg's operation: submitted if it is new, ended if it may no longer be sent. */
async function ensureOperation(
  parts: OrdersParts,
  row: StrategyRow,
  placed: PlacedOrder,
  { nothingNew, halts, known }: Pick<Callbacks, 'nothingNew' | 'halts'> & { known: Operation | undefined },
): Promise<Operation> {
  const { order } = placed
  const originKey = toOrigin(order)
  const isOpen = !known || known.status === 'pending'
  if (isOpen && nothingNew()) return giveUp(parts, row, originKey)
  if (isOpen && isLate(parts, order)) return parts.trading.giveUpLate({ userId: row.userId, originKey })
  return known ?? submit(parts, row, placed, halts)
}

const isLate = ({ clock }: OrdersParts, { deadline }: OrderRow): boolean =>
  deadline !== null && clock.now() > deadline.getTime()

/** Also ends an operation that does not exist yet: a submit that comes later finds it ended. */
const giveUp = (parts: OrdersParts, { userId }: StrategyRow, originKey: string): Promise<Operation> =>
  parts.transfers.submit.cancel(
    { userId, type: 'trade', originKey },
    'Not sent: the strategy was paused or stopped first.',
  )

/** The error that keeps a leg from being submitted, however often it is tried. */
function toLegCode(error: Fault): LegCode {
  if (isFault(error, 'insufficient_balance')) return 'funds'
  return isFault(error, 'spending_limit') || isFault(error, 'no_price_for_limit') ? 'limit' : null
}

async function submit(
  parts: OrdersParts,
  row: StrategyRow,
  { order, ofOrder }: PlacedOrder,
  halts: number,
): Promise<Operation> {
  const [wallet] = await parts.wallets.lookups.getByAddresses(row.userId, [order.walletAddress], {
    recent: true,
  })
  if (!wallet) throw new Error('owned() answers a wallet for each address')
  return parts.trading.trade({
    userId: row.userId,
    wallet,
    inputMint: order.inputMint,
    outputMint: order.outputMint,
    inAmount: order.inAmount,
    slippageBps: row.plan.slippage_bps,
    side: order.side,
    isExit: order.isExit,
    // A process that was paused meanwhile does not know of a stop: the submission does.
    ...(order.isExit ? {} : { halts }),
    ofOrder,
    minOut: order.minOut,
    deadline: order.deadline,
    originKey: toOrigin(order),
    looked: true,
    context: { strategyId: row.id, seq: order.seq },
  })
}
