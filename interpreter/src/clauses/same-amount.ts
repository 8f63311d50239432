/** Whether two amounts are of one kind, and one amount said twice. */
import { compare } from '../text/decimal.ts'
import type { Role } from './roles.ts'

export const isSame = (one: Role<'amount'>, two: Role<'amount'>): boolean =>
  one.value.unit === two.value.unit &&
  JSON.stringify(one.value.asset ?? null) === JSON.stringify(two.value.asset ?? null)
export const isEqual = (one: Role<'amount'>, two: Role<'amount'>): boolean =>
  isSame(one, two) && compare(one.value.value, two.value.value) === 0
