/** Parameters: checked, stored as exact text, and answered. */
import { formatUnits, MoneyError, parseUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT, USDC_DECIMALS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import {
  BOT_DEFAULTS,
  type BotParameters,
  type BotParametersChange,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Detail } from '@purser/contract/faults.ts'
import { isAddress } from '@solana/kit'
import { Fault } from '../../kernel/fault.ts'
import { PRICE_DECIMALS, type PriceUsd } from '../../ports/market.ts'
import type { BotRow, Currency, Parameters } from './rows.ts'

type Traded = Pick<Parameters, 'use_usdc_trading'>
export const getCurrency = ({ use_usdc_trading: usdc }: Traded): Currency => (usdc ? 'USDC' : 'SOL')
export const getDecimals = (currency: Currency): number => (currency === 'SOL' ? SOL_DECIMALS : USDC_DECIMALS)
export const getMint = (currency: Currency): string => (currency === 'SOL' ? SOL_MINT : USDC_MINT)

/** The base units of the currency from which on a wallet is a whale. */
export const parseThreshold = (p: Parameters): bigint =>
  parseUnits(p.whale_threshold, getDecimals(getCurrency(p)))

/** USD a whole token. */
export const isInRange = (p: Parameters, price: PriceUsd): boolean =>
  price >= parseUnits(p.price_range_min, PRICE_DECIMALS) &&
  price <= parseUnits(p.price_range_max, PRICE_DECIMALS)

const RANGES = [
  ['whale_interval_min', 'whale_interval_max', botTexts.whaleInterval.order],
  ['retail_interval_min', 'retail_interval_max', botTexts.retailInterval.order],
  ['whale_trade_percent_min', 'whale_trade_percent_max', botTexts.order('Whale trade percentage')],
  ['retail_trade_percent_min', 'retail_trade_percent_max', botTexts.order('Retail trade percentage')],
] as const

/** Throws invalid_input with every field that is wrong. */
export function checkParameters(wanted: BotParametersChange): Parameters {
  const { groupId: _group, status: _status, ...change } = wanted
  const details: Detail[] = []
  if (!isAddress(change.mint_address))
    details.push({ path: 'mint_address', message: 'must be a Solana address' })
  for (const [min, max, message] of RANGES)
    if (change[min] > change[max]) details.push({ path: min, message })
  const exact = (path: 'whale_threshold' | 'price_range_min' | 'price_range_max', decimals: number) => {
    try {
      return parseUnits(change[path], decimals)
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error
      details.push({ path, message: error.message })
      return null
    }
  }
  const decimals = getDecimals(getCurrency(change))
  const threshold = exact('whale_threshold', decimals)
  const [low, high] = [exact('price_range_min', PRICE_DECIMALS), exact('price_range_max', PRICE_DECIMALS)]
  if (low !== null && high !== null && low > high)
    details.push({ path: 'price_range_min', message: botTexts.order('Price range') })
  if (details.length > 0 || threshold === null || low === null || high === null)
    throw new Fault('invalid_input', { details })
  return {
    ...change,
    whale_threshold: formatUnits(threshold, decimals),
    price_range_min: formatUnits(low, PRICE_DECIMALS),
    price_range_max: formatUnits(high, PRICE_DECIMALS),
  }
}

export function viewParameters(row: BotRow | undefined): BotParameters {
  if (!row) return BOT_DEFAULTS
  const { parameters: p, parameterStatus: status } = row
  const price = (text: string) => toJsonAmount(parseUnits(text, PRICE_DECIMALS), PRICE_DECIMALS)
  const decimals = getDecimals(getCurrency(p))
  return {
    ...p,
    whale_threshold: toJsonAmount(parseThreshold(p), decimals),
    price_range_min: price(p.price_range_min),
    price_range_max: price(p.price_range_max),
    status,
  }
}
