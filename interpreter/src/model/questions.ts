/**
 * The questions for fields that an instruction leaves open. A model only names what is missing; the words are the
 * desk's.
 */
import type { QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Interpretation } from '../port.ts'
import type { Intent } from '../intents/intent.ts'
import type { Fields, MISSING } from './reply.ts'

export const ask = (question: string, code: QuestionCode = 'other'): Interpretation => ({
  kind: 'ask',
  question,
  code,
  choices: [],
})

export const AMOUNTS = ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade'] as const

export const questions: Record<(typeof MISSING)[number], string> = {
  amount: 'How much should I trade? State SOL, USDC, USD, tokens or percent.',
  token: 'Which token should I trade? Name it or give its mint address.',
  direction: 'Should I buy or sell? For example "buy 0.5 SOL of BONK".',
  interval: 'How often should I trade? For example every hour.',
  duration: 'How long should it take? For example over 4 hours.',
  price: 'Which price do you mean, in dollars?',
  range: 'Which price range should the grid cover, in dollars?',
  levels: 'How many levels should the grid have?',
  lengths: 'Which two lengths should the moving averages have? For example 50 and 200 candles.',
  percent: 'How many percent do you mean?',
}

/** The first field that this type of plan needs and does not have; for some types all at once. */
export function findMissing(
  fields: Fields,
  name: string,
  intents: readonly Intent[],
): Interpretation | undefined {
  const model = findModel(fields, intents)
  if (!model) return undefined
  if (model.sided && fields.trade_direction !== 'buy' && fields.trade_direction !== 'sell')
    return ask(questions.direction, 'direction')
  const open = model.needs.filter(({ oneOf }) => oneOf.every((field) => fields[field] === undefined))
  const [first] = open
  if (!first) return undefined
  const asked = [...new Set(open.map((need) => need.question(fields, name)))]
  return ask(model.atOnce ? asked.join(' ') : (asked[0] ?? ''), first.code)
}
/** The question for its amount. */
export const howMuch = (fields: Fields, name: string, intents: readonly Intent[]): string =>
  findModel(fields, intents)
    ?.needs.find(({ code }) => code === 'amount')
    ?.question(fields, name) ?? questions.amount

export const findModel = ({ strategy_type: type }: Fields, intents: readonly Intent[]) =>
  intents.find((one) => one.type === type)?.model
