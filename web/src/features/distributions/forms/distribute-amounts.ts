/** The amounts of a distribution, and whether they are still the calculated ones. */
import type { Mode } from './check-distribute.ts'

/** The input that amounts were calculated from. */
type Basis = { mode: Mode; total: string; variance: number; picked: ReadonlySet<number> }
/** Without `basis` the amounts were typed or imported. */
export type Amounts = {
  mode: Mode
  amounts: ReadonlyMap<number, string>
  basis?: Basis | undefined
}
export const NO_AMOUNTS: Amounts = { mode: 'equal', amounts: new Map() }

const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
  a === b || (a.size === b.size && [...a].every((id) => b.has(id)))

export const calculated = (amounts: ReadonlyMap<number, string>, basis: Basis): Amounts => ({
  mode: basis.mode,
  amounts,
  basis,
})
/** Switching back to the previous mode does not restore its amounts. */
export const inMode = (before: Amounts, mode: Mode): Amounts => ({ mode, amounts: before.amounts })
export const withAmount = (before: Amounts, id: number, text: string): Amounts => ({
  mode: before.mode,
  amounts: new Map(before.amounts).set(id, text),
})
export const fromFile = (amounts: ReadonlyMap<number, string>): Amounts => ({ mode: 'custom', amounts })

/** Tells whether they were calculated for other wallets. */
export const selectionChanged = ({ basis }: Amounts, picked: ReadonlySet<number>): boolean =>
  basis !== undefined && !sameSet(basis.picked, picked)

/** Amounts that must be calculated again before they are sent; those set by hand never are. */
export function isStale(
  { mode, amounts, basis }: Amounts,
  now: { total: string; variance: number; picked: ReadonlySet<number> },
): boolean {
  if (mode === 'custom' || amounts.size === 0) return false
  return !(
    basis?.mode === mode &&
    basis.total === now.total &&
    (mode === 'equal' || basis.variance === now.variance) &&
    sameSet(basis.picked, now.picked)
  )
}
