/** Rows of the table of errors: plans that may not be started or changed. */
import { type Infeasible, infeasibleText } from '../agents/infeasible-texts.ts'

export type PlanFaults = {
  plan_not_shown: undefined
  /** `goal`: the goal of the plan shown last; null if none was shown. */
  plan_not_last: { goal: string | null }
  plan_not_feasible: { goal: string; why: Infeasible }
}

const notLastText = ({ goal }: PlanFaults['plan_not_last']): string =>
  goal === null
    ? 'This agent has not shown this plan. Please give it an instruction first.'
    : `This is no longer the latest plan of this agent, so nothing was changed. The latest one is: ${goal}`

export const planFaults = {
  plan_not_shown: {
    status: 409,
    sentence: 'This is not the latest plan shown. Please review the plan again before executing it.',
  },
  plan_not_last: { status: 409, sentence: notLastText },
  plan_not_feasible: { status: 409, sentence: infeasibleText },
}
