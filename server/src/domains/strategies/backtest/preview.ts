/** What the past says of a plan: its backtest with the wallets' present holdings, or what holding the token gave. */
import type { Backtest, Preview } from '@purser/contract/strategies/preview.ts'
import { partialHistoryText } from '@purser/contract/market/candle-texts.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { hasPriceRule, type Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { quoteMint, type Sizing } from '../sizing/sizing.ts'
import { compile } from '../engine/compile.ts'
import { countFees } from '../engine/guards.ts'
import { getAmount, createTerms } from '../sizing/terms.ts'
import { type Conditions } from './exchange.ts'
import {
  assertHistory,
  type Common,
  commonPart,
  createHistories,
  exact,
  type History,
  sliceHistory,
  MINUTE,
  WINDOW_DAYS,
  YEAR,
} from './history.ts'
import { computeHolding, computeHorizon, holdingSeconds } from './horizon.ts'
import { computeReport } from './report.ts'
import { run } from './run.ts'

/** A backtest of less than the window: how many seconds it covers, and how many the market has. */
export type PastPreview = { preview: Backtest; seconds: number; known: number }
type Span = { now: number; seconds: number }

/** The first candle of the last `seconds` that the market has, and of all that it has. */
function computeSpan(history: History, quotes: History, seconds: number): { from: number; since: number } {
  const since = Math.max(history.since, quotes.since)
  return { since, from: Math.max(since, history.length - Math.max(1, Math.floor(seconds / MINUTE))) }
}

const DAY_MINUTES = 1_440
/** More than any plan spends, in base units. */
const AMPLE = 10n ** 30n

export type Previews = ReturnType<typeof createPreviews>

type PreviewsParts = { market: Market; sizing: Sizing }

type Ground = Common & { conditions: Conditions }

type Engine = PreviewsParts & {
  histories: ReturnType<typeof createHistories>
  terms: ReturnType<typeof createTerms>
}

async function warmUp({ market }: Engine, plan: Plan, start: number): Promise<number[]> {
  const { candles } = compile(plan)
  if (!candles) return []
  const { seconds, history } = candles
  const to = Math.ceil(start / seconds) * seconds
  const from = to - history * seconds
  const request = { mint: plan.token_address, seconds, from, to }
  if (!market.known) return (await market.candles(request)).map((candle) => candle.close)
  // Without all candles up to the beginning of the history there is no warm-up: then the indicator begins with it.
  const known = await market.known(request)
  return known.to === to ? known.candles.map((candle) => candle.close) : []
}

/** The part of both mints' history that is known of both; null if the market has none of one. */
async function loadPast(
  { histories }: Engine,
  token: string,
  quote: string,
  now: number,
): Promise<Common | null> {
  const [history, quotes] = await Promise.all([histories.of(token, now), histories.of(quote, now)])
  return history && quotes && commonPart(history, quotes)
}

/** null if the market has no history of the token. */
async function loadGround(
  engine: Engine,
  plan: Plan,
  addresses: string[],
  now: number,
): Promise<Ground | null> {
  const { sizing, market } = engine
  const { input: quote, output: token } = await sizing.sides(plan, 'buy')
  const past = await loadPast(engine, token.mint, quote.mint, now)
  const friction = await market.friction({ inputMint: quote.mint, outputMint: token.mint })
  const sol = await market.priceUsd(SOL_MINT)
  const accounts = await sizing.newAccounts(addresses, token)
  if (!past || 'unavailable' in friction || sol === null) return null
  const sum = (list: { amount: bigint }[]) => list.reduce((all, one) => all + one.amount, 0n)
  return {
    ...past,
    conditions: {
      ...friction,
      tokenDecimals: token.decimals,
      quoteDecimals: quote.decimals,
      solUsd: Number(sol) / Number(PRICE_SCALE),
      networkFee: sizing.fee,
      rent: BigInt(accounts.count) * accounts.rent,
      wallets: addresses.length,
      purse: {
        token: sum(await sizing.spendable(addresses, token, quote)),
        quote: sum(await sizing.spendable(addresses, quote, token, { orders: countFees(plan, 'buy') })),
      },
    },
  }
}

async function reportOn(engine: Engine, plan: Plan, addresses: string[], ground: Ground): Promise<Backtest> {
  const { terms } = engine
  const { history, quotes, conditions, missing, behind } = ground
  const input = {
    plan,
    terms: await terms.of(plan, addresses),
    history,
    quoteUsd: quotes.close,
    warmUp: await warmUp(engine, plan, history.start),
    conditions,
  }
  const report = computeReport(input, run(input))
  const days = Math.round((history.length / DAY_MINUTES) * 10) / 10
  const lacking = partialHistoryText(missing, days, behind).trim()
  return lacking === '' ? report : { ...report, assumptions: [lacking, ...report.assumptions] }
}

const WINDOW_SECONDS = WINDOW_DAYS * DAY_SECONDS

/** Over its own horizon, if it ends within the window. */
async function testPlan(
  engine: Engine,
  plan: Plan,
  addresses: string[],
  now: number,
): Promise<Preview | null> {
  const ground = await loadGround(engine, plan, addresses, now)
  if (!ground) return null
  const { history, quotes } = ground
  const wanted = Math.min(WINDOW_SECONDS, computeHorizon(plan) ?? WINDOW_SECONDS)
  const { from } = computeSpan(history, quotes, wanted)
  const part = { ...ground, history: sliceHistory(history, from), quotes: sliceHistory(quotes, from) }
  if (part.history.length === 0) return null
  const seconds = Math.max(MINUTE, Math.floor(wanted / MINUTE) * MINUTE)
  const unknown = 1 - (part.history.length * MINUTE) / seconds
  return {
    tested: true,
    ...(await reportOn(engine, plan, addresses, part)),
    seconds,
    unknown_percent: Math.max(0, Math.round(unknown * 1_000) / 10),
  }
}

/** A plan without a rule on price: what holding gave, by hours where that is fine enough. */
async function followHolding({ histories }: Engine, plan: Plan, now: number): Promise<Preview | null> {
  const seconds = holdingSeconds(plan, WINDOW_SECONDS)
  const history = await histories.of(plan.token_address, now, ...(seconds < YEAR.seconds ? [] : [YEAR]))
  if (!history || !assertHistory(history)) return null
  return { tested: false, holding: computeHolding(history, seconds) }
}

/** null if the market has no history of the token. */
const previewPlan = (
  engine: Engine,
  plan: Plan,
  addresses: string[],
  now: number,
): Promise<Preview | null> =>
  hasPriceRule(plan) ? testPlan(engine, plan, addresses, now) : followHolding(engine, plan, now)

/** The token's price when the last `seconds` began; null where there is no history. */
async function opened(engine: Engine, plan: Plan, { now, seconds }: Span): Promise<bigint | null> {
  const past = await loadPast(engine, plan.token_address, quoteMint(plan), now)
  if (!past) return null
  const { history, quotes } = past
  const open = history.open[computeSpan(history, quotes, seconds).from]
  return open === undefined ? null : exact(open)
}

/**
 * Over the last `seconds`, at most the window and what the market has of it. What the plan spends counts as there,
 * unless it is a part of what the wallets hold. null where there is no history.
 */
async function past(
  engine: Engine,
  plan: Plan,
  addresses: string[],
  { now, seconds }: Span,
): Promise<PastPreview | null> {
  const ground = await loadGround(engine, plan, addresses, now)
  if (!ground) return null
  const { history, quotes, conditions } = ground
  const { from, since } = computeSpan(history, quotes, seconds)
  if (from >= history.length) return null
  const amount = getAmount(plan)
  const isPart = amount === null || amount.unit === 'percent'
  const preview = await reportOn(engine, plan, addresses, {
    ...ground,
    history: sliceHistory(history, from),
    quotes: sliceHistory(quotes, from),
    conditions: isPart ? conditions : { ...conditions, purse: { token: AMPLE, quote: AMPLE } },
  })
  return {
    preview,
    seconds: (history.length - from) * MINUTE,
    known: (history.length - since) * MINUTE,
  }
}

export function createPreviews(parts: PreviewsParts) {
  const { market, sizing } = parts
  const histories = createHistories(market)
  const terms = createTerms({ sizing, market })

  const engine: Engine = { ...parts, histories, terms }
  return {
    /** null if the market has no history of the token. */
    of: (plan: Plan, addresses: string[], now: number) => previewPlan(engine, plan, addresses, now),
    /** The token's price when the last `seconds` began; null if there is no history. */
    opened: (plan: Plan, span: Span) => opened(engine, plan, span),
    /**
     * Over the last `seconds`, at most the window and the part that the market knows. The plan's spending counts as
     * available, unless it is a part of what the wallets hold. null if there is no history.
     */
    past: (plan: Plan, addresses: string[], span: Span) => past(engine, plan, addresses, span),
  }
}
