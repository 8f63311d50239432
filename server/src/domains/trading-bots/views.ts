/** Converts bots, their trades and their effects on wallets to the form of the API. */
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { botNoticeTexts, botSkipTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { BotTrade, BotWallet } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import type { MarketClock } from '../../ports/market-clock.ts'
import { PRICE_DECIMALS } from '../../ports/market.ts'
import type { ListedWallet } from './trades/wallets.store.ts'
import { getCurrency, getDecimals } from './parameters.ts'
import type { BotRow, TradeRow } from './rows.ts'

export const VALUE_DECIMALS = 6
/** For display only. */
export const inNumber = (units: bigint, decimals: number): number => Number(formatUnits(units, decimals))
const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)

type Clocks = { now(): number; marketClock: MarketClock }

/** A due time in real time, at the market's present speed. */
function inRealTime(due: Date | null | undefined, { now, marketClock }: Clocks): string | null {
  if (!due) return null
  const left = Math.max(0, due.getTime() - marketClock.practiceTime()) / marketClock.speed()
  return new Date(now() + Math.round(left)).toISOString()
}

export function viewBot(row: BotRow, due: Date | undefined, clocks: Clocks): Bot {
  const { trades, whaleTrades } = row
  const isLive = row.status !== 'inactive'
  return {
    id: row.id,
    status: row.status,
    wallet_group_id: row.groupId,
    mint_address: row.parameters.mint_address,
    currency: getCurrency(row.parameters),
    started_at: row.startedAt?.toISOString() ?? null,
    next_trade_at: row.status === 'active' ? inRealTime(due, clocks) : null,
    notice: isLive && row.notice !== null ? botNoticeTexts[row.notice] : null,
    figures: {
      trades,
      buys: row.buys,
      whale_trades: whaleTrades,
      retail_trades: trades - whaleTrades,
      failed: row.failed,
      volume_usd: inNumber(row.volumeUsd, VALUE_DECIMALS),
      fees_sol: sol(row.fees),
    },
  }
}

type Sent = { operationId: string | null; signature: string | null }

export function viewTrade(row: TradeRow, { operationId, signature }: Sent): BotTrade {
  const [spent, received] = [row.spent ?? row.amount, row.received ?? row.expected]
  const [tokens, currency] = row.side === 'buy' ? [received, spent] : [spent, received]
  return {
    id: row.id,
    wallet_id: row.walletId,
    wallet_name: row.walletName,
    wallet_address: row.walletAddress,
    class: row.class,
    side: row.side,
    mint_address: row.mint,
    symbol: row.symbol,
    currency: row.currency,
    token_amount: toJsonAmount(tokens, row.decimals),
    currency_amount: toJsonAmount(currency, getDecimals(row.currency)),
    price_usd: inNumber(row.priceUsd, PRICE_DECIMALS),
    value_usd: inNumber(row.valueUsd, VALUE_DECIMALS),
    status: row.status,
    error: row.error,
    operation_id: operationId,
    signature,
    market_time: row.marketTime.toISOString(),
    created_at: row.createdAt.toISOString(),
  }
}

export function viewWallet(row: ListedWallet, bot: BotRow, clocks: Clocks): BotWallet {
  return {
    wallet_id: row.walletId,
    wallet_name: row.name,
    wallet_address: row.address,
    class: row.class,
    trades: row.trades,
    token_change: toJsonAmount(row.tokenChange, bot.decimals),
    currency_change: toJsonAmount(row.currencyChange, getDecimals(getCurrency(bot.parameters))),
    fees_sol: sol(row.fees),
    last_trade_at: row.lastTradeAt?.toISOString() ?? null,
    next_trade_at: bot.status === 'active' && row.isMember ? inRealTime(row.dueAt, clocks) : null,
    skip: row.skip === null ? null : botSkipTexts[row.skip],
  }
}
