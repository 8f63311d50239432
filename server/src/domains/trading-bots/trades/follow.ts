/** Submits a decided trade once, follows it to its certain end, and books that once. */
import { isFault } from '../../../kernel/fault.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Trading } from '../../market/index.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { toBooks, computeChange } from './books.ts'
import { toOrigin, type TradeRow } from '../rows.ts'
import { getSides } from '../token.ts'
import { book } from './trades.store.ts'

export type FollowParts = {
  db: Db
  clock: Clock
  log: Log
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  signal: AbortSignal
}

const WAIT_MS = 1_000
const RETRY_MS = 500
const GIVEN_UP = 'Not sent: the bot was stopped first.'

/**
 * `nothingNew`: a trade that was never signed is given up. True: it is booked. False: this process stops, the next one
 * goes on.
 */
export async function followTrade(
  parts: FollowParts,
  trade: TradeRow,
  nothingNew: () => boolean,
): Promise<boolean> {
  const { clock, signal, transfers, db } = parts
  while (!signal.aborted) {
    try {
      const operation = await ensureOperation(parts, trade, nothingNew())
      const ended = await transfers.lookups.waitForEnd(operation.id, WAIT_MS, signal)
      if (ended.status === 'completed' || ended.status === 'failed') {
        const is = toBooks(ended)
        await book(db, trade, is, computeChange(trade, is))
        return true
      }
    } catch (error) {
      if (!isFault(error))
        parts.log.error(
          { trade: trade.id, ...describe(error) },
          'a trade could not be followed and is retried',
        )
      await clock.sleep(RETRY_MS, signal)
    }
  }
  return false
}

/** The trade's operation: submitted if it is new, ended if it may no longer be sent. */
async function ensureOperation(parts: FollowParts, trade: TradeRow, nothingNew: boolean): Promise<Operation> {
  const { transfers, trading, clock } = parts
  const originKey = toOrigin(trade)
  const { userId } = trade
  const known = await transfers.lookups.findByOrigin(originKey)
  const isOpen = !known || known.status === 'pending'
  if (isOpen && nothingNew) return transfers.submit.cancel({ userId, type: 'trade', originKey }, GIVEN_UP)
  if (isOpen && clock.now() > trade.deadline.getTime()) return trading.giveUpLate({ userId, originKey })
  if (known) return known
  try {
    return await submit(parts, trade, originKey)
  } catch (error) {
    // Its funds are in flight elsewhere, or chain or database are unavailable: it waits until its deadline.
    if (!isFault(error) || error.status >= 500 || isFault(error, 'funds_in_flight')) throw error
    // Refused for good; a later submission by a process that was paused must find that.
    return transfers.submit.cancel({ userId, type: 'trade', originKey }, error.message)
  }
}

async function submit(
  { wallets, trading }: FollowParts,
  trade: TradeRow,
  originKey: string,
): Promise<Operation> {
  const { userId, mint, currency, side, botId } = trade
  const [wallet] = await wallets.lookups.getByAddresses(userId, [trade.walletAddress])
  if (!wallet) throw new Error('owned() answers a wallet for each address')
  return trading.trade({
    userId,
    wallet,
    ...getSides(mint, currency, side),
    side,
    inAmount: trade.amount,
    slippageBps: trade.slippageBps,
    minOut: trade.minOut,
    deadline: trade.deadline,
    originKey,
    context: { botId },
  })
}
