/**
 * Reads a short text as the answer to a question: a bare 0.1 is an amount after 'How much', a price after 'Which
 * price'.
 */
import type { QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Role, RoleValues } from '../clauses/roles.ts'

const as = <K extends keyof RoleValues & string>(role: Role, kind: K, value: RoleValues[K]): Role => ({
  ...role,
  origin: role.origin ?? role,
  kind,
  value,
})

/** An amount beside only these is the requested one. */
const ALONE = new Set(['amount', 'asset', 'verb', 'aside', 'courtesy', 'price'])
/** The word that leads an amount that answers a question. */
export const ANSWER = 'answer'

/** `lacks`: the exit of a bracket that has no percentage. */
export function asAnswer(
  code: QuestionCode,
  roles: readonly Role[],
  lacks: 'stop' | 'take' | 'trail' | 'target',
  /** The instruction before it has a pace. */
  paced = false,
): Role[] {
  // '15 %, trailing': the exit is named beside its percentage.
  const [named, ...others] = roles.filter(({ kind }) => kind === 'lacks')
  const exit =
    named && others.length === 0 && code === 'percent' ? (named.value as { exit: 'stop' }).exit : lacks
  const said = exit === lacks ? roles : roles.filter((role) => role !== named)
  const isAll = said.every(({ kind }) => ALONE.has(kind))
  const answers = paced && isAll && (code === 'amount' || code === 'token') ? { answers: true as const } : {}
  return said.map((role) => {
    if (role.kind === 'amount') {
      const { value, unit } = role.value as RoleValues['amount']
      // The question named the unit: 'How much SOL …'.
      if (code === 'amount' && unit === 'none')
        return as(role, 'amount', { value, unit, prep: ANSWER, ...answers })
      if (code === 'price' && (unit === 'USD' || unit === 'none' || unit === 'USDC'))
        return as(role, 'price', { limit: 'at', price: { price: value } })
      if (code === 'levels' && unit === 'none') return as(role, 'levels', { n: value })
      if (code === 'percent' && (unit === 'percent' || unit === 'none'))
        return as(role, exit, { percent: value })
      if ('answers' in answers) return { ...role, value: { ...(role.value as object), ...answers } }
    }
    if (role.kind === 'price' && code === 'percent') {
      const { price } = role.value as RoleValues['price']
      if ('price' in price) return as(role, lacks, { percent: price.price })
    }
    if (role.kind === 'target' && code === 'percent' && lacks !== 'target')
      return as(role, lacks, role.value as { percent: string })
    if (role.kind === 'price' && code === 'amount') {
      const { price } = role.value as RoleValues['price']
      if ('price' in price)
        return as(role, 'amount', { value: price.price, unit: 'none', prep: ANSWER, ...answers })
    }
    if (role.kind === 'count' && code === 'levels') return as(role, 'levels', role.value)
    if (role.kind === 'duration' && code === 'interval' && !said.some(({ kind }) => kind === 'rate'))
      return as(role, 'rate', { seconds: (role.value as RoleValues['duration']).seconds, answers: true })
    if (role.kind === 'rate' && code === 'interval')
      return { ...role, value: { ...(role.value as RoleValues['rate']), answers: true } }
    // 'Every 6 hours, for a week' names both.
    const isBeside = role.kind === 'rate' && said.some(({ kind }) => kind === 'duration')
    if ((role.kind === 'rate' || role.kind === 'time_limit') && code === 'duration' && !isBeside)
      return as(role, 'duration', { seconds: (role.value as { seconds: number }).seconds, style: 'over' })
    if (role.kind === 'duration' && code === 'duration')
      return as(role, 'duration', { ...(role.value as RoleValues['duration']), style: 'over' })
    return role
  })
}

export const isUnitless = ({ kind, value }: Role): boolean =>
  kind === 'amount' && (value as { unit: string }).unit === 'none'
/** 'Put 1000 in WIF', and then '1000': dollars as likely as SOL. */
export const isSameFigure = (role: Role, answer: readonly Role[]): boolean =>
  isUnitless(role) &&
  (role.value as { prep?: string }).prep === 'with' &&
  answer.some(
    (one) =>
      isUnitless(one) && (one.value as { value: string }).value === (role.value as { value: string }).value,
  )
