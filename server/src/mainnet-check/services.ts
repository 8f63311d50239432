/** One price, one page of candles and one route, and the rest of the services' limits. */
import { formatUnits } from '@purser/contract/money.ts'
import { SOL_MINT, USDC_DECIMALS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { isFault } from '../kernel/fault.ts'
import { PRICE_DECIMALS, type PriceUsd, type QuoteRequest } from '../ports/market.ts'
import { failed, type Line, note, ok } from './lines.ts'
import type { Failure } from './remedies.ts'

/** 0.01 SOL into USDC, as in document 6, section 10. */
export const CHECKED_SWAP: QuoteRequest = {
  inputMint: SOL_MINT,
  outputMint: USDC_MINT,
  inAmount: 10_000_000n,
  slippageBps: 50,
}
/** The result of a route that passed every rule and was simulated; the reasons are sentences. */
export type BuildFinding =
  | { outAmount: bigint; units: bigint | null }
  | { code: 'away' }
  | { code: 'no_payer' }
  | { code: 'endpoint_silent' }
  | { code: 'no_quote' | 'route_refused' | 'simulation_failed'; reason: string }
/** `newest`: when the newest candle began, in seconds. */
export type CandleFinding = { rows: number; newest: number } | { outage: string }

export type ServiceParts = {
  /** The state of the service of prices and routes. null: no call was made yet. */
  health(): { outage: string | null; callsLeft: number } | null
  /** Hosts of both services, for the lines: never with a key. */
  hosts: { market: string; candles: string }
  /** Throws market_away without an answer; null: no price. */
  readPrice(mint: string): Promise<PriceUsd | null>
  /** The newest page of a mint's candles of an hour. */
  candlePage(mint: string): Promise<CandleFinding>
  checkBuild(request: QuoteRequest): Promise<BuildFinding>
}

const PRICE = 'price of SOL'
const ROUTE = 'route 0.01 SOL → USDC'
const CANDLES = 'candles of SOL'
const LIMIT = 'calls left'

const MARKET_SETTINGS = { key: 'JUPITER_API_KEY', calls: 'JUPITER_CALLS_PER_MINUTE' }
const CANDLE_SETTINGS = { key: 'COINGECKO_API_KEY', calls: 'CANDLES_CALLS_PER_MINUTE' }

function toFailure(outage: string, host: string, settings: typeof MARKET_SETTINGS): Failure {
  if (outage === 'unauthorised') return { code: 'service_unauthorised', setting: settings.key }
  if (outage === 'rate_limited' || outage === 'budget')
    return { code: 'service_rate_limited', setting: settings.calls }
  return { code: 'service_away', outage, host }
}

async function priceLine(parts: ServiceParts, away: () => Failure): Promise<Line> {
  try {
    const price = await parts.readPrice(SOL_MINT)
    if (price === null || price <= 0n) return failed(PRICE, { code: 'no_price' })
    return ok(PRICE, `${formatUnits(price, PRICE_DECIMALS)} USD`)
  } catch (error) {
    if (isFault(error, 'market_away')) return failed(PRICE, away())
    throw error
  }
}

async function candleLine({ candlePage, hosts }: ServiceParts): Promise<Line> {
  const page = await candlePage(SOL_MINT)
  if ('outage' in page) return failed(CANDLES, toFailure(page.outage, hosts.candles, CANDLE_SETTINGS))
  if (page.rows === 0) return failed(CANDLES, { code: 'no_candles' })
  return ok(CANDLES, `${page.rows} of an hour, up to ${new Date(page.newest * 1_000).toISOString()}`)
}

async function buildLine({ checkBuild }: ServiceParts, away: () => Failure): Promise<Line> {
  const found = await checkBuild(CHECKED_SWAP)
  if (!('code' in found)) {
    const units = found.units === null ? '' : `, ${found.units} compute units`
    return ok(ROUTE, `${formatUnits(found.outAmount, USDC_DECIMALS)} USDC, all rules met, simulated${units}`)
  }
  if (found.code === 'away') return failed(ROUTE, away())
  return failed(ROUTE, found)
}

function limitLines({ health }: ServiceParts): Line[] {
  const left = health()?.callsLeft
  return left === undefined ? [] : [note(LIMIT, `${left} of prices and routes, this minute`)]
}

type Service = { what: string; lines(): Promise<Line[]> }

/** Each check by itself. `isChainThere`: without the chain a route could not be simulated. */
export function serviceChecks(parts: ServiceParts, isChainThere: boolean): Service[] {
  const away = (): Failure =>
    toFailure(parts.health()?.outage ?? 'timeout', parts.hosts.market, MARKET_SETTINGS)
  return [
    { what: PRICE, lines: async () => [await priceLine(parts, away)] },
    {
      what: ROUTE,
      lines: async () => [
        isChainThere ? await buildLine(parts, away) : failed(ROUTE, { code: 'no_endpoint' }),
      ],
    },
    { what: CANDLES, lines: async () => [await candleLine(parts)] },
    { what: LIMIT, lines: async () => limitLines(parts) },
  ]
}
