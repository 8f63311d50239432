/** The phrases of a limit of a plan, their reading, and the questions about it. */
import type { LimitField } from '@purser/contract/strategies/limits/index.ts'
import type { Captures } from '../clauses/nodes.ts'
import type { Amount, Rule } from '../clauses/roles.ts'
import { type Asked, ask } from '../intents/outcome.ts'
import { compare, planNumber } from '../text/decimal.ts'
import type { WordTable } from '../text/word-table.ts'

export type LimitReading = {
  field: LimitField
  /** The name that a model gets. */
  name: string
  /** A model's plan must have one of these fields if a text has these words; otherwise its value is asked for. */
  named: { name: string; words: RegExp; fields: string[] }
  /** Other words for the field than those of its name, if a model removes it. */
  removedAs?: RegExp
  /** The question if the amount of a model's plan is not in the text. */
  howMuch?: string
  /** The question if the time of a model's plan is not in the text. */
  howLong?: string
  /** Absent if it is read with the exits of a position. */
  own?: OwnReading
}
type OwnReading = {
  /** The kind of its role. */
  kind: string
  words: WordTable
  rules: Rule[]
  /** Returns the field of the plan from its reading. */
  toField(read: never): { value: unknown } | { asked: Asked }
  /** The set of its names in 'remove the …', and of those in 'keep the …'. */
  part: string
  keptAs: string[]
  /** Its names in 'move the … to', as parts of a pattern. */
  shownAs?: string
  /** Added to a plan shown, it changes nothing else of it: 'a 20 % drawdown limit on it too'. */
  addsTo?: true
  /** It may have the form of a 'no': 'never spend more than 5 SOL'. */
  saidAsNo?: true
  /** A gap between the trades of a signal is this limit. */
  readsGap?: true
}

/** An amount of money; none if it has no unit or counts tokens. */
export const moneyIn = (found: Captures): Amount | undefined => {
  const amount = found.amount as Amount
  return amount.unit === 'none' || amount.unit === 'token' ? undefined : amount
}
export const percentIn = (found: Captures) => ({ percent: String(found.pct ?? found.fig) })

export const toPlanAmount = ({ value, unit }: Amount) => ({ value: planNumber(value), unit })

export const toAmountField = (amount: Amount): { value: unknown } | { asked: Asked } =>
  compare(amount.value, '0') === 0
    ? ask('amount', 'How much should the limit be? State it above 0.')
    : { value: toPlanAmount(amount) }

export const stateAmount = (name: string): string =>
  `How much should the ${name} be? State it in SOL, USDC, USD or percent.`
