/** One wallet's turn: the draw, and whether and how it becomes a trade. */
import { randomInt, randomUUID } from 'node:crypto'
import type { BotSkip } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { MarketClock } from '../../../ports/market-clock.ts'
import type { Market } from '../../../ports/market.ts'
import { drawInterval, drawSide, drawSize, type Flow, takePart, getTerms } from './draw.ts'
import type { TradingCapacity } from './trading-capacity.ts'
import { getCurrency } from '../parameters.ts'
import type { BotRow, TradeRow } from '../rows.ts'
import { getSides } from '../token.ts'
import { type DueWallet, decide, type ClaimedTurn } from './turns.store.ts'

export const SLIPPAGE_BPS = 300
const DEADLINE_MS = 30_000
const USD_SHIFT = 1_000_000n
/** The number of values that a float can tell apart, within what randomInt accepts. */
const CHANCES = 2 ** 47

/** A number in [0, 1) that nobody can foresee. */
export const chance = (): number => randomInt(CHANCES) / CHANCES

export type TurnParts = {
  db: Db
  clock: Clock
  marketClock: MarketClock
  market: Market
  owner: string
  chance: () => number
}

export type DrawnTurn = { side: 'buy' | 'sell'; amount: bigint; skip: BotSkip | null; turn: ClaimedTurn }

/** `at`: the practice time of the turn. */
export function drawTurn(
  { parameters }: Pick<BotRow, 'parameters'>,
  wallet: Pick<DueWallet, 'walletId' | 'dueAt'>,
  {
    capacity,
    flow,
    at,
    chance: next,
  }: { capacity: TradingCapacity; flow: Flow; at: number; chance: () => number },
): DrawnTurn {
  const terms = getTerms(parameters, capacity.class)
  const side = drawSide(terms, next(), flow)
  const ppm = drawSize(terms, next(), flow)
  const interval = drawInterval(terms, next(), flow)
  const amount = takePart(side === 'buy' ? capacity.spendable : capacity.sellable, ppm)
  const blocked = side === 'buy' ? capacity.buySkip : capacity.sellSkip
  return {
    side,
    amount,
    skip: blocked ?? (amount === 0n ? 'too_small' : null),
    turn: {
      walletId: wallet.walletId,
      was: wallet.dueAt,
      takenAt: new Date(at),
      dueAt: new Date(at + interval * 1_000),
      class: capacity.class,
    },
  }
}

/**
 * Quotes a drawn trade and writes the decision. Returns the trade, why the turn passes, or null: it is not this
 * process's any more. Throws no_liquidity if the market does not quote the token, and the market's own errors.
 */
export async function decideTrade(
  parts: TurnParts,
  bot: BotRow,
  wallet: DueWallet,
  { side, amount, turn }: DrawnTurn,
): Promise<TradeRow | { skip: BotSkip } | null> {
  const { mint_address: mint } = bot.parameters
  const currency = getCurrency(bot.parameters)
  const quote = await parts.market.quote({
    ...getSides(mint, currency, side),
    inAmount: amount,
    slippageBps: SLIPPAGE_BPS,
  })
  if ('unavailable' in quote) {
    const { code } = quote.unavailable
    if (code === 'amount_too_small') return { skip: 'too_small' }
    if (code === 'over_depth' || code === 'out_of_stock') return { skip: 'too_large' }
    throw new Fault('no_liquidity', quote.unavailable)
  }
  const now = parts.clock.now()
  const inDecimals = side === 'buy' ? (currency === 'SOL' ? 9 : 6) : bot.decimals
  const trade = {
    id: randomUUID(),
    botId: bot.id,
    run: bot.run,
    userId: bot.userId,
    walletId: wallet.walletId,
    walletName: wallet.name,
    walletAddress: wallet.address,
    class: turn.class,
    side,
    mint,
    symbol: bot.symbol,
    decimals: bot.decimals,
    currency,
    amount,
    expected: quote.outAmount,
    minOut: quote.minOutAmount,
    slippageBps: SLIPPAGE_BPS,
    deadline: new Date(now + DEADLINE_MS),
    priceUsd: side === 'buy' ? quote.outPriceUsd : quote.inPriceUsd,
    valueUsd: (amount * quote.inPriceUsd) / 10n ** BigInt(inDecimals) / USD_SHIFT,
    status: 'placed' as const,
    marketTime: new Date(parts.marketClock.now()),
    createdAt: new Date(now),
  }
  if (!(await decide(parts.db, { owner: parts.owner, turn, trade }))) return null
  return { ...trade, spent: null, received: null, fee: null, rent: null, error: null, isFinal: false }
}
