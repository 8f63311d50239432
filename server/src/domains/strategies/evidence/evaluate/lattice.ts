/** The neighbours of a plan: the same plan with its parameters a little lower and higher. */
import { Plan } from '@purser/contract/strategies/plan.ts'
import { planType } from '../../types/index.ts'

const FACTORS = [0.8, 1, 1.25]
/** Three parameters with three values each. */
const MOST_PARAMETERS = 3
/** Risk limits that are parameters of the result as well; those that are amounts are not. */
const RISK_PARAMETERS = ['stop_loss_percent', 'take_profit_percent', 'max_drawdown_percent'] as const

type Fields = Record<string, unknown>
type Change = { path: string; value: number }

/** The fields that decide when it trades, the most important first: 'risk.x' is one of its limits. */
function listParameters(plan: Plan): Change[] {
  const own = planType(plan).parameters.map((path) => ({ path, value: (plan as Fields)[path] }))
  const limits = RISK_PARAMETERS.map((field) => ({ path: `risk.${field}`, value: plan.risk?.[field] }))
  return [...own, ...limits].flatMap(({ path, value }) =>
    value === undefined ? [] : [{ path, value: Number(value) }],
  )
}

const withChange = (fields: Fields, { path, value }: Change): Fields =>
  path.startsWith('risk.')
    ? { ...fields, risk: { ...(fields.risk as Fields), [path.slice('risk.'.length)]: value } }
    : { ...fields, [path]: value }

/** Whole numbers stay whole. */
const scale = ({ path, value }: Change, factor: number, isWhole: boolean): Change => ({
  path,
  value: isWhole ? Math.round(value * factor) : value * factor,
})

const WHOLE = /(_seconds|_length|_levels|^length|_count)$/

/** The plan itself first, then its neighbours; those that are no valid plan are left out. null: it has no parameters. */
export function listVariants(plan: Plan): Plan[] | null {
  const parameters = listParameters(plan).slice(0, MOST_PARAMETERS)
  if (parameters.length === 0) return null
  let all: Fields[] = [plan]
  for (const parameter of parameters)
    all = FACTORS.flatMap((factor) =>
      all.map((fields) =>
        factor === 1 ? fields : withChange(fields, scale(parameter, factor, WHOLE.test(parameter.path))),
      ),
    )
  const variants = new Map([[JSON.stringify(plan), plan]])
  for (const fields of all) {
    const { data } = Plan.safeParse(fields)
    if (data && !planType(data).problem?.(data)) variants.set(JSON.stringify(data), data)
  }
  return [...variants.values()]
}
