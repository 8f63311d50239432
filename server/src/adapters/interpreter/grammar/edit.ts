/** The plan shown last with fields that were set one by one, held to the same schema as any other. */
import type { EditRequest, Interpretation } from '../../../ports/interpreter.ts'
import { type Draft, validated } from './finish.ts'
import { differences } from './follow-up.ts'
import { tokenAsset } from './lexer.ts'
import { noPlanYet, whatToChange } from './replies.ts'
import { nameOf } from './sides.ts'

type Fields = Record<string, unknown>

/** Own properties only: a path comes from outside. An object that is emptied goes. */
function withValue(fields: Fields, [first = '', ...rest]: string[], value: unknown): Fields {
  const others = Object.entries(fields).filter(([name]) => name !== first)
  const own = Object.entries(fields).find(([name]) => name === first)?.[1]
  const inner =
    rest.length === 0 ? value : withValue(own instanceof Object ? (own as Fields) : {}, rest, value)
  const gone = inner === null || (rest.length > 0 && Object.keys(inner as Fields).length === 0)
  return Object.fromEntries(gone ? others : [...others, [first, inner]])
}

export function edited({ previousPlan, edits, tokens }: EditRequest): Interpretation {
  if (!previousPlan) return noPlanYet()
  const { goal: _, ...before } = previousPlan
  const draft = edits.reduce<Fields>(
    (fields, { path, value }) => withValue(fields, path.split('.'), value),
    before,
  )
  const { token_address: mint, version } = draft
  if (typeof mint !== 'string' || version !== 1) return whatToChange()
  const symbol = tokens.find((one) => one.mint === mint)?.symbol
  const made = validated(draft as unknown as Draft, nameOf(tokenAsset(mint, symbol)), { assumptions: [] })
  if (made.kind !== 'plan') return made
  const changes = differences(previousPlan, made.plan)
  return changes.length === 0 ? whatToChange() : { ...made, changes }
}
