/** Why an instruction could not be turned into a plan: the text rules of specification 1, section 8, all of them here. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import { WireFault } from '#wire/fault.ts'

/** Tells whether a retry can help. */
export const mayParseAgain = (error: unknown) =>
  error instanceof WireFault && (error.status === 0 || error.status >= 500 || error.code === 'bad_answer')

export function parseFailure(error: unknown): string {
  if (!(error instanceof WireFault)) return parseFailures.unexpected
  // A service without our codes: its own message comes first.
  if (error.code === 'bad_answer' && error.message !== '') return error.message
  if (error.status === 429) return parseFailures.busy
  if (error.status === 500) return parseFailures.internal
  if (error.code === 'market_away' || /\bfetch/i.test(error.message)) return parseFailures.no_market
  if (error.code === 'server_down' || error.code === 'bad_answer' || error.message === '')
    return parseFailures.away
  return error.message
}

type Answer = Pick<
  ParsedInstruction,
  'success' | 'explanation' | 'parsedPlan' | 'changes' | 'error' | 'message' | 'details'
>

/** Returns the fault in an answer that is a failure despite its status. A refusal in words is an answer. */
export function failureIn(answer: Answer, instruction: string): WireFault | undefined {
  // Not if the user asked for this plan, or changed one into it.
  const wanted = answer.changes !== undefined || /\b15\b/.test(instruction)
  if (!wanted && isSample(answer.parsedPlan)) return new WireFault('bad_answer', 200, parseFailures.sample)
  const failed =
    Boolean(answer.error) ||
    [answer.message, answer.details].some((text) => typeof text === 'string' && /error/i.test(text))
  if (!failed && (answer.success || answer.explanation !== '')) return undefined
  const said = [answer.explanation, answer.message, answer.error]
  const message = said.find((text): text is string => typeof text === 'string' && text !== '')
  return new WireFault('bad_answer', 200, message ?? '')
}

/** The sample plan of a service without a backend: a grid of 3 from 10 to 15 with 1000. */
function isSample(plan: Plan | null): boolean {
  if (plan?.strategy_type !== 'grid') return false
  const { upper_price_usd: upper, lower_price_usd: lower, total_amount: amount } = plan
  return (
    Number(upper) === 15 && Number(lower) === 10 && plan.grid_levels === 3 && Number(amount.value) === 1000
  )
}
