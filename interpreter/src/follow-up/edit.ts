/** The plan shown last with fields that were set one by one, held to the same schema as any other. */
import type { Intent } from '../intents/intent.ts'
import { planOf } from '../intents/make.ts'
import type { Fields } from '../intents/outcome.ts'
import type { EditRequest, Interpretation } from '../port.ts'
import { noPlanYet, whatToChange } from '../replies.ts'
import { assetOf, type Base, nameOf } from '../text/names.ts'
import { differences } from './differences.ts'

/** Own properties only: a path comes from outside. An object that is emptied goes. */
function withValue(fields: Fields, [first = '', ...rest]: string[], value: unknown): Fields {
  const others = Object.entries(fields).filter(([name]) => name !== first)
  const own = Object.entries(fields).find(([name]) => name === first)?.[1]
  const inner =
    rest.length === 0 ? value : withValue(own instanceof Object ? (own as Fields) : {}, rest, value)
  const gone = inner === null || (rest.length > 0 && Object.keys(inner as Fields).length === 0)
  return Object.fromEntries(gone ? others : [...others, [first, inner]])
}

export function editedWith(intents: readonly Intent[], request: EditRequest): Interpretation {
  const { previousPlan, edits, tokens } = request
  if (!previousPlan) return noPlanYet()
  const { goal: _, ...before } = previousPlan
  const fields = edits.reduce<Fields>(
    (all, { path, value }) => withValue(all, path.split('.'), value),
    before,
  )
  const { token_address: mint, version, strategy_type: type } = fields
  if (typeof mint !== 'string' || version !== 1 || type !== previousPlan.strategy_type) return whatToChange()
  const name = nameOf(assetOf(mint, tokens.find((one) => one.mint === mint)?.symbol) as Base)
  const made = planOf(intents, { fields, name, assumptions: [] })
  if (made.kind !== 'plan') return made
  const changes = differences(previousPlan, made.plan)
  return changes.length === 0 ? whatToChange() : { ...made, changes }
}
