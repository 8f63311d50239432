/**
 * Checks a plan's mint on the live market: whether it is traded at all, which risks the user must confirm, and the
 * facts that are shown.
 */
import { type Infeasible, infeasibleText } from '@purser/contract/agents/infeasible-texts.ts'
import { mintFactsText, mintRiskText, UNPRICED_TEXT } from '@purser/contract/tokens/mint-texts.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { AskedBack } from '@purser/contract/agents/reading.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { ADDRESS_PATTERN } from '@purser/contract/values.ts'
import type { TokenLookUp } from '../../../ports/token-search.ts'

type Report = Awaited<ReturnType<TokenLookUp['report']>>

const buys = ({ trade_direction: direction }: Plan): boolean => direction !== 'sell'

/** null: nothing stands against it. What cannot be looked at is not bought; what is held can be sold all the same. */
export async function mintProblem(lookUp: TokenLookUp | null, plan: Plan): Promise<Infeasible | null> {
  const report = lookUp && (await lookUp.report(plan.token_address))
  if (!report) return null
  if ('unavailable' in report) return buys(plan) ? { code: 'mint_unchecked', by: report.unavailable } : null
  return report.refusal === null ? null : { code: 'mint_refused', why: report.refusal }
}

/** The facts known about a plan's token. `unpriced`: on real funds only the quote says what it is worth. */
export type Examined = { report: Report; unpriced: boolean }

/** Said with the plan; of a verified one nothing but where its issuer can do something, or it has no price. */
export const describeFacts = ({ report, unpriced }: Examined): string[] => [
  ...reportedFacts(report),
  ...(unpriced ? [`Note: ${UNPRICED_TEXT}.`] : []),
]

const reportedFacts = (report: Report): string[] =>
  report === null || 'unavailable' in report
    ? []
    : report.verified && !report.suspicious && report.risks.length === 0
      ? []
      : mintFactsText(report)

/** The words with which the user says that a mint is traded in spite of what is known of it; see `withWord`. */
const WORD = new RegExp(
  `\\s*I accept (?:what the issuer of (${ADDRESS_PATTERN}) can do|that (${ADDRESS_PATTERN}) has no price)\\.?\\s*$`,
  'i',
)
const withWord = (text: string, { mint, isPowerful }: { mint: string; isPowerful: boolean }): string =>
  `${text} I accept ${isPowerful ? `what the issuer of ${mint} can do` : `that ${mint} has no price`}`.trim()

/** The text without these words, and the mint that they are about. */
export function wordIn(text: string): { said: string; accepted: string | null } {
  const found = WORD.exec(text)
  return found
    ? { said: text.slice(0, found.index), accepted: found[1] ?? found[2] ?? null }
    : { said: text, accepted: null }
}

type PlanRequest = { plan: Plan; text: string; accepted: string | null; previousPlan: Plan | null }

/**
 * Instead of a plan to buy: that the mint cannot be looked at now, or the question for the user's word. Nothing of it is
 * kept as a plan, so that a plan to buy that was shown is one whose risks the user has accepted.
 */
export function stopsBefore(
  { report, unpriced }: Examined,
  { plan, text, accepted, previousPlan }: PlanRequest,
): { explanation: string; question: AskedBack | null } | null {
  if (!buys(plan)) return null
  if (report !== null && 'unavailable' in report) {
    const why = { code: 'mint_unchecked', by: report.unavailable } as const
    return { explanation: infeasibleText({ goal: plan.goal, why }), question: null }
  }
  const { token_address: mint } = plan
  const risks = report?.risks ?? []
  if (report?.refusal || (risks.length === 0 && !unpriced) || accepted === mint) return null
  if (previousPlan && buys(previousPlan) && previousPlan.token_address === mint) return null
  const name = report === null ? symbolInPlan(plan) : `${report.symbol} (${report.name})`
  const isPowerful = risks.length > 0
  return {
    explanation: [
      isPowerful
        ? `Should I plan this even though the issuer of ${name}, ${mint}, has powers over its holders?`
        : `Should I plan this even though ${name}, ${mint}, has no independent price?`,
      ...risks.map((risk) => `- ${mintRiskText(risk)}`),
      ...(unpriced ? [`- ${UNPRICED_TEXT}`] : []),
      ...(text === '' ? ['If so, say what to trade in a new instruction.'] : []),
    ].join('\n'),
    question: {
      code: 'other',
      choices: text === '' ? [] : [{ label: 'Plan it anyway', reply: withWord(text, { mint, isPowerful }) }],
    },
  }
}
