/**
 * Keeps the books consistent with the chain after a trade was booked: a fork may drop a filled trade, and one that was
 * given up may land late. If row and operation differ the row is rewritten with the figures, so each correction happens
 * once.
 */
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Transfers } from '../../transfers/index.ts'
import { findBot } from '../bots.store.ts'
import { type Books, toBooks, computeChange, isBookedSo } from './books.ts'
import { toOrigin, type TradeRow } from '../rows.ts'
import { book, listNotFinal, markFinal } from './trades.store.ts'

type Parts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  transfers: Transfers
  owner: string
  signal: AbortSignal
}
export type Corrections = ReturnType<typeof createCorrections>

const EVERY_MS = 4_000
const PORTION = 500

export function createCorrections(parts: Parts) {
  const { clock, log, signal } = parts
  return {
    async run(): Promise<void> {
      while (!signal.aborted) {
        await clock.sleep(EVERY_MS, signal)
        if (signal.aborted) return
        await sweep(parts).catch((error: unknown) =>
          log.warn(describe(error), 'booked trades could not be checked again'),
        )
      }
    },
  }
}

async function sweep(parts: Parts): Promise<void> {
  let after: string | undefined
  do {
    const trades = await listNotFinal(parts.db, { owner: parts.owner, after, limit: PORTION })
    const outcomes = await parts.transfers.lookups.listOutcomes(trades.map(toOrigin))
    const final: TradeRow[] = []
    for (const trade of trades) {
      const outcome = outcomes.get(toOrigin(trade))
      const is = outcome && !outcome.isOpen ? toBooks(outcome) : null
      if (is && !isBookedSo(trade, is)) await correct(parts, trade, is)
      // Without an operation nothing was ever signed.
      else if (!outcome || outcome.isFinal) final.push(trade)
    }
    await markFinal(parts.db, final)
    after = trades.length < PORTION ? undefined : trades.at(-1)?.id
  } while (after !== undefined && !parts.signal.aborted)
}

/** If another process was first, nothing is written: the next sweep reads it anew. */
async function correct({ db, bus, log }: Parts, trade: TradeRow, is: Books): Promise<void> {
  if (!(await book(db, trade, is, computeChange(trade, is)))) return
  log.info({ trade: trade.id, was: trade.status, is: is.status }, 'the books of a trade were corrected')
  const bot = await findBot(db, trade.botId)
  if (bot) bus.publish('trading-bots.changed', { userId: bot.userId, groupId: bot.groupId })
}
