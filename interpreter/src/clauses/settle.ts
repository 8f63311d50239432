/**
 * Words whose meaning only the rest of the text decides. What is not decided stays as it is, and is asked about as
 * something that no plan holds.
 */
import type { Amount, Role } from './roles.ts'

const as = (role: Role, kind: string, value: unknown): Role => ({ ...role, kind, value })
const EXITS = new Set(['stop', 'take', 'trail', 'both_exits', 'guards'])
const SELLS = new Set(['sell', 'exit'])

export function settled(roles: readonly Role[]): readonly Role[] {
  const has = (...kinds: string[]) => roles.some(({ kind }) => kinds.includes(kind))
  const sells =
    has('guards', 'stop', 'take', 'trail', 'both_exits') ||
    roles.some(({ kind, value }) => kind === 'verb' && SELLS.has((value as { verb: string }).verb))
  const paces = roles.filter(({ kind }) => kind === 'rate')
  return roles.map((role) => {
    const value = role.value as Record<string, unknown>
    // '8 SOL / 4 hours / every 5 minutes': the slash only parts what is said.
    if (role.kind === 'rate' && value.slash === true && paces.length > 1 && /\d/.test(role.said))
      return as(role, 'duration', { seconds: value.seconds, style: 'bare' })
    // 'Sell 300 of them' is an amount, 'buy 0.1 SOL hourly, 20 of them' a number of orders.
    if (role.kind === 'slices' && value.of === 'them' && !has('amount'))
      return as(role, 'amount', { value: value.n, unit: 'token', asset: { kind: 'it' }, prep: '' })
    if (role.kind === 'slices' && value.of === 'them' && has('rate')) return as(role, 'count', { n: value.n })
    // 'I hold 500 WIF, sell them when …'. What is held and not a number of the token could be what it is paid with.
    if (role.kind === 'holding' && !has('amount') && sells && (value as unknown as Amount).unit === 'token')
      return as(role, 'amount', { ...value, prep: '' })
    // '… a loss of 9 %, a profit of 27 %, or 8 hours'
    if (role.kind === 'or_time' && roles.some(({ kind }) => EXITS.has(kind)))
      return as(role, 'time_limit', value)
    return role
  })
}
