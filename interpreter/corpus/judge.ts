/** Holds what an interpreter makes of a sentence against what is wanted of it, field by field. */
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Interpretation, InterpreterRequest, Pending } from '../src/port.ts'

export type Line = {
  say: string
  setting?: string | null
  after?: string[]
  want: Record<string, unknown>
  /** Other codes of a question that are as good, or 'refuses': by a second reader, before the line is measured. */
  also?: string[]
  who?: string
}
export type Verdict = 'right' | 'missed' | 'dangerous'

export const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
export const TOKENS = [...KNOWN_TOKENS, { symbol: 'SOL', name: 'Solana', mint: SOL_MINT, decimals: 9 }]
const mintOf = (symbol: string): string => TOKENS.find((one) => one.symbol === symbol)?.mint ?? symbol

const USDC = mintOf('USDC')

const DEFAULTS: Record<string, unknown> = {
  version: 1,
  slippage_bps: 100,
  quote: 'SOL',
  on_stop: 'keep',
  spacing: 'arithmetic',
  length: 14,
  buy_below: 30,
  sell_above: 70,
  kind: 'sma',
  threshold_percent: 5,
}
/** A price against the market's, before that is known. */
const STANDS_AS = 1
const ALL = { value: 100, unit: 'percent' }
const DAY = 86_400
/** Percent of a price are compared to four decimals, days to the second: further ones are only how somebody rounded. */
function rounded(field: string, value: unknown): unknown {
  if (!Number.isFinite(Number(value))) return value
  if (field.endsWith('_percent')) return Number(Number(value).toFixed(4))
  return field === 'duration_days' ? Math.round(Number(value) * DAY) : value
}
/** A third of what is held is 33.3333 to one and 33.3333333 to another. */
const shared = (value: object): object =>
  'unit' in value && value.unit === 'percent' && 'value' in value
    ? { ...value, value: Number(Number(value.value).toFixed(4)) }
    : value
const stable = (value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(shared(value))
          .filter(([, one]) => one !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([k, one]) => [k, stable(rounded(k, one))]),
      )
    : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : value

/** The fields of a plan that are not its defaults, with pending prices shown as `relative` and `exits`. */
function told(
  got: Extract<Interpretation, { kind: 'plan' }>,
  want: Record<string, unknown>,
  setting: string | null,
): Record<string, unknown> {
  const { plan, relative = [], exits = [] } = got
  const shown: Record<string, unknown> = {}
  const waiting = new Set<string>([...relative.map((r) => r.field), ...exits.map((e) => e.field)])
  for (const [field, value] of Object.entries(plan)) {
    if (field === 'goal' || field === 'token_address' || waiting.has(field)) continue
    if (JSON.stringify(DEFAULTS[field]) === JSON.stringify(value)) continue
    if (field === 'interval_seconds' && plan.strategy_type === 'rebalance' && value === 3600) continue
    if (field === 'order_interval_seconds' && plan.strategy_type === 'twap') {
      const made = Math.max(60, Math.round(plan.total_duration_seconds / 24))
      if (value === Math.min(made, plan.total_duration_seconds)) continue
    }
    // The public samples leave it out where it can only be one.
    if (field === 'trade_direction' && want.trade_direction === undefined) continue
    shown[field] = value
  }
  if (plan.token_address !== setting) shown.token = plan.token_address
  if (relative.length > 0) shown.relative = Object.fromEntries(relative.map((r) => [r.field, r.percent]))
  if (exits.length > 0) shown.exits = Object.fromEntries(exits.map((e) => [e.field, Number(e.price)]))
  return shown
}

/** Either SOL or USDC can be the token: orders at the market are the same. */
function asBought(fields: Record<string, unknown>): Record<string, unknown> {
  const { token, quote, ...rest } = fields
  // Half in USDC and half in SOL is half in SOL and half in USDC.
  if (rest.strategy_type === 'rebalance' && token === SOL_MINT && quote === 'USDC')
    return { ...rest, token: USDC, target_percent: 100 - Number(rest.target_percent) }
  const name = AMOUNTS[String(rest.strategy_type)]
  if (name === undefined) return fields
  const amount = rest[name] as { value: unknown; unit: string } | undefined
  if (token === USDC && amount?.unit === 'token') return { ...fields, [name]: { ...amount, unit: 'USDC' } }
  if (token !== SOL_MINT || quote !== 'USDC') return fields
  return { ...rest, token: USDC, trade_direction: rest.trade_direction === 'sell' ? 'buy' : 'sell' }
}
const AMOUNTS: Record<string, string> = { swap: 'amount', dca: 'amount_per_order', twap: 'total_amount' }

/** Right, asked or refused though all was said, or a plan where none or another was wanted. */
export function judge(got: Interpretation, { want, also = [], setting: symbol, after = [] }: Line): Verdict {
  const setting = symbol === undefined ? SETTING : symbol === null ? null : mintOf(symbol)
  const isPlan = got.kind === 'plan'
  if (want.refuses || want.no) return isPlan ? 'dangerous' : 'right'
  if (want.asks) {
    if (isPlan) return 'dangerous'
    if (got.kind === 'refused') return also.includes('refuses') ? 'right' : 'missed'
    const codes: unknown[] = [want.asks, ...also]
    // A text that is not understood leaves the question open that it does not answer.
    const code = getOpenCode(got) ?? (got.kind === 'unknown' ? 'other' : undefined)
    return codes.includes(code) ? 'right' : 'missed'
  }
  if (want.question) {
    if (isPlan) return 'dangerous'
    const acts: Record<string, string> = { greeting: 'greeting', thanks: 'greeting', help: 'capabilities' }
    if (got.kind === 'talk')
      return want.question === true || acts[got.act] === want.question ? 'right' : 'missed'
    return got.kind === 'question' && (want.question === true || got.topic.about === want.question)
      ? 'right'
      : 'missed'
  }
  // A sum and a token alone are bought by most who say so: to ask which way is as good.
  if (!isPlan)
    return got.kind === 'ask' && got.code === 'direction' && also.includes('direction') ? 'right' : 'missed'
  const { token, ...fields } = want
  const wanted: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || JSON.stringify(DEFAULTS[field]) === JSON.stringify(value)) continue
    if (field === 'interval_seconds' && want.strategy_type === 'rebalance' && value === 3600) continue
    if (field === 'order_interval_seconds') {
      const seconds = Number(want.total_duration_seconds)
      if (value === Math.min(Math.max(60, Math.round(seconds / 24)), seconds)) continue
    }
    wanted[field] = value
  }
  // A guard of which no amount is said is of all that is held; of exits at prices, percent of the entry that is said.
  if (want.strategy_type === 'bracket' && want.trade_direction === 'sell') wanted.amount ??= ALL
  const entry = Number(want.entry_price_usd)
  const { exits } = want as { exits?: Record<string, number> }
  if (exits && entry > 0) {
    // To four decimals, the rest cut off, as the plan has them.
    for (const [field, price] of Object.entries(exits))
      wanted[field] = Math.floor((1_000_000 * Math.abs(price - entry)) / entry + 1e-6) / 10_000
    delete wanted.exits
  }
  // The plan shown before had its price by then: that stays.
  const { relative } = want as { relative?: Record<string, number> }
  if (relative && after.length > 0 && !got.relative?.length) {
    for (const field of Object.keys(relative)) wanted[field] = STANDS_AS
    delete wanted.relative
  }
  const mint = token === undefined ? setting : mintOf(String(token))
  if (mint !== setting) wanted.token = mint
  const [made, meant] = [told(got, want, setting), wanted].map((one) => JSON.stringify(stable(asBought(one))))
  return made === meant ? 'right' : 'dangerous'
}

/** The code of the question that a message asks, or leaves open because it was not understood. */
export const getOpenCode = (meant: Interpretation): string | undefined =>
  meant.kind === 'ask' ? meant.code : ['unknown', 'talk'].includes(meant.kind) ? meant.asked?.code : undefined

type Interpret = (request: InterpreterRequest) => Interpretation | Promise<Interpretation>
/** The last answer of a conversation, in which each text is told what the one before came to. */
export async function converse(
  interpret: Interpret,
  { say, after = [], setting: symbol }: Line,
): Promise<Interpretation> {
  const tokenAddress = symbol === undefined ? SETTING : symbol === null ? null : mintOf(symbol)
  let previousPlan: Plan | null = null
  let pending: Pending | null = null
  let unsaid: readonly string[] = []
  let last: Interpretation = { kind: 'refused', sentence: '' }
  for (const instruction of [...after, say]) {
    last = await interpret({ instruction, tokenAddress, tokens: TOKENS, previousPlan, unsaid, pending })
    if (last.kind === 'plan') [previousPlan, unsaid] = [last.plan, last.unsaid ?? []]
    if (last.asked !== undefined) pending = last.asked
  }
  return last
}
