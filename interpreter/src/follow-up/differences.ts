import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { FieldChange } from '../port.ts'

/** Compares field by field, limits of risk by their own names. */
export function listDifferences(from: Plan, to: Plan): FieldChange[] {
  const flat = (plan: Plan): Map<string, unknown> =>
    new Map(
      Object.entries(plan).flatMap(([field, value]): [string, unknown][] =>
        field === 'risk' && value instanceof Object
          ? Object.entries(value).map(([k, v]): [string, unknown] => [`risk.${k}`, v])
          : [[field, value]],
      ),
    )
  const [a, b] = [flat(from), flat(to)]
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter(
      (field) =>
        field !== 'goal' &&
        field !== 'version' &&
        JSON.stringify(a.get(field)) !== JSON.stringify(b.get(field)),
    )
    .map((field) => ({ field, from: a.get(field) ?? null, to: b.get(field) ?? null }))
}
