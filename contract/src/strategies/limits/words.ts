/** The words of all limits. The console has no use for them and does not load them. */
import type { PlanAmount } from '../values.ts'
import { cooldownWords } from './cooldown.ts'
import { dailyLossWords } from './daily-loss.ts'
import {
  type AmountField,
  type LimitField,
  limitFields,
  limits,
  type LimitSkipCode,
  type Risk,
} from './index.ts'
import type { ExplanationWords, LimitWords, SentenceWords } from './limit.ts'
import { maxDrawdownWords } from './max-drawdown.ts'
import { maxSpendWords } from './max-spend.ts'
import { stopLossWords } from './stop-loss.ts'
import { takeProfitWords } from './take-profit.ts'

export const limitWords: { [K in LimitField]: LimitWords<(typeof limits)[K]> } = {
  stop_loss_percent: stopLossWords,
  take_profit_percent: takeProfitWords,
  max_drawdown_percent: maxDrawdownWords,
  daily_loss_limit: dailyLossWords,
  max_spend: maxSpendWords,
  cooldown_seconds: cooldownWords,
}

/** The words of a limit whose field is known only at run time. */
type AnyWords = {
  sentence(value: unknown, words: SentenceWords): string
  explanation(value: unknown, words: ExplanationWords): string
  unusable?: string
  ofBuys?: string
}
export const anyLimitWords = limitWords as unknown as Record<LimitField, AnyWords>

type SkipWords = {
  field: LimitField
  skippedFor: string
  skipped(value: unknown, words: Pick<ExplanationWords, 'time'>): string
}
/** The words of limits that skip an order, by the code on record. */
export const skipWords = Object.fromEntries(
  limitFields.flatMap((field) => {
    const [limit, words] = [limits[field], limitWords[field]]
    return 'skipCode' in limit && 'skipped' in words ? [[limit.skipCode, { field, ...words }]] : []
  }),
) as unknown as Record<LimitSkipCode, SkipWords>

/** The limits that a plan has, each with its value. */
export const limitsIn = (risk: Risk | undefined): [field: LimitField, value: unknown][] =>
  limitFields.flatMap((field) => (risk?.[field] === undefined ? [] : [[field, risk[field]]]))

const isAmount = (value: unknown): value is PlanAmount => value instanceof Object && 'unit' in value

/** The limits among them that are an amount. */
export const amountLimitsIn = (risk: Risk | undefined): [field: AmountField, amount: PlanAmount][] =>
  limitsIn(risk).flatMap(([field, value]) => (isAmount(value) ? [[field as AmountField, value]] : []))
