/** What a live mint of a plan is: whether it is traded at all, what needs the user's word, and the facts that are shown. */
import { type Infeasible, infeasibleText } from '@purser/contract/infeasible-texts.ts'
import { mintFactsText, mintRiskText } from '@purser/contract/mint-texts.ts'
import type { Plan } from '@purser/contract/plan.ts'
import type { AskedBack } from '@purser/contract/reading.ts'
import { ADDRESS_PATTERN } from '@purser/contract/values.ts'
import type { TokenLookUp } from '../../ports/token-search.ts'

type Report = Awaited<ReturnType<TokenLookUp['report']>>

const buys = ({ trade_direction: direction }: Plan): boolean => direction !== 'sell'

/** null: nothing stands against it. What cannot be looked at is not bought; what is held can be sold all the same. */
export async function mintProblem(lookUp: TokenLookUp | null, plan: Plan): Promise<Infeasible | null> {
  const report = lookUp && (await lookUp.report(plan.token_address))
  if (!report) return null
  if ('unavailable' in report) return buys(plan) ? { code: 'mint_unchecked', by: report.unavailable } : null
  return report.refusal === null ? null : { code: 'mint_refused', why: report.refusal }
}

/** Said with the plan; of a verified one nothing but where its issuer can do something. */
export const factsOf = (report: Report): string[] =>
  report === null || 'unavailable' in report
    ? []
    : report.verified && !report.suspicious && report.risks.length === 0
      ? []
      : mintFactsText(report)

/** The words with which the user says that a mint is traded in spite of what its issuer can do; see `withWord`. */
const WORD = new RegExp(`\\s*I accept what the issuer of (${ADDRESS_PATTERN}) can do\\.?\\s*$`, 'i')
const withWord = (text: string, mint: string): string =>
  `${text} I accept what the issuer of ${mint} can do`.trim()

/** The text without these words, and the mint that they are about. */
export function wordIn(text: string): { said: string; accepted: string | null } {
  const found = WORD.exec(text)
  return found
    ? { said: text.slice(0, found.index), accepted: found[1] ?? null }
    : { said: text, accepted: null }
}

type Meant = { plan: Plan; text: string; accepted: string | null; previousPlan: Plan | null }

/**
 * Instead of a plan to buy: that the mint cannot be looked at now, or the question for the user's word. Nothing of it is
 * kept as a plan, so that a plan to buy that was shown is one whose risks the user has accepted.
 */
export function stopsBefore(
  report: Report,
  { plan, text, accepted, previousPlan }: Meant,
): { explanation: string; question: AskedBack | null } | null {
  if (report === null || !buys(plan)) return null
  if ('unavailable' in report) {
    const why = { code: 'mint_unchecked', by: report.unavailable } as const
    return { explanation: infeasibleText({ goal: plan.goal, why }), question: null }
  }
  if (report.refusal !== null || report.risks.length === 0 || accepted === report.mint) return null
  if (previousPlan && buys(previousPlan) && previousPlan.token_address === report.mint) return null
  return {
    explanation: [
      `Should I plan this although the issuer of ${report.symbol} (${report.name}), ${report.mint}, has power over whoever holds it?`,
      ...report.risks.map((risk) => `- ${mintRiskText(risk)}`),
      ...(text === '' ? ['If so, write what to trade with it as a new instruction.'] : []),
    ].join('\n'),
    question: {
      code: 'other',
      choices: text === '' ? [] : [{ label: 'Plan it all the same', reply: withWord(text, report.mint) }],
    },
  }
}
