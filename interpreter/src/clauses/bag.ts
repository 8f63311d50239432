/** The roles of a text while an intent takes those it knows. A role that no intent takes was not understood. */
import type { Role, RoleValues, Verb } from './roles.ts'
import type { Reading } from './grammar.ts'
import { CONDITIONS } from './clause.ts'
import { isOfOneSide, isOnceOfMany } from './restriction-rules.ts'

/** Kinds that mean nothing for any plan by themselves. */
const SOFT = new Set(['now', 'want', 'without', 'aside', 'turned'])

export type Bag = ReturnType<typeof createBag>

export function createBag({ text, roles, inPlay }: Pick<Reading, 'text' | 'roles' | 'inPlay'>) {
  const fields = new Map<Role, string>()
  /** Roles that occur twice, with two meanings. */
  const twice: Role[] = []
  /** '120 USDC only': the amount and no more. '…, only take the buys' means another thing. */
  const isBesideAmount = (role: Role): boolean => {
    const i = roles.indexOf(role)
    const [before, next] = [roles[i - 1], roles[i + 1]]
    // '100 USDC of BONK only', and nothing more.
    const ends = role.kind === 'only' && next === undefined && before?.kind === 'asset'
    // 'Only when I say'
    const word = text.words[role.to]?.text ?? ''
    if (CONDITIONS.has(word) || (HOURS.has(word) && next?.kind !== 'now')) return false
    if (ends && before.to === role.from && roles[i - 2]?.kind === 'amount') return true
    return (
      role.kind === 'only' && before?.kind === 'amount' && before.to === role.from && next?.kind !== 'verb'
    )
  }
  /** 'Only buy below $1', '$1 only': it bounds the price. '…, only on weekdays' bounds nothing that a plan holds. */
  const isBesidePrice = (role: Role): boolean => {
    const i = roles.indexOf(role)
    const before = roles[i - 1]
    const said = roles.slice(i + 1).find(({ kind }) => !LEADS_TO_PRICE.has(kind))
    const isLed = said !== undefined && PRICES.has(said.kind) && !isParted(role.to, said.from)
    return (
      isLed || (before !== undefined && PRICES.has(before.kind) && before.to === role.from && endsAt(role.to))
    )
  }
  /** '… when I say': it leads to no condition of a plan. */
  const isLoneCondition = (role: Role): boolean =>
    CONDITIONS.has(role.said.toLowerCase()) &&
    !roles.slice(roles.indexOf(role) + 1).some(({ kind }) => kind !== 'aside' && kind !== 'now')
  const isParted = (from: number, to: number) =>
    text.words.slice(from, to).some((word) => word.kind === 'mark' && word.text !== '$')
  const endsAt = (at: number) => text.words[at] === undefined || text.words[at]?.kind === 'mark'
  const all = <K extends string>(kind: K): Role<K>[] =>
    roles.filter((role) => role.kind === kind && !fields.has(role)) as Role<K>[]
  return {
    text,
    roles,
    twice,
    all,
    has: (...kinds: string[]): boolean => roles.some(({ kind }) => kinds.includes(kind)),
    inPlay: (type: string): boolean => inPlay.has(type),
    announces: (...types: string[]): boolean =>
      (roles.filter(({ kind }) => kind === 'announces') as Role<'announces'>[]).some(({ value }) =>
        types.includes(value.type),
      ),
    says: (...verbs: Verb[]): boolean =>
      (roles.filter(({ kind }) => kind === 'verb') as Role<'verb'>[]).some(({ value }) =>
        verbs.includes(value.verb),
      ),
    /** Marks that it became this field. */
    mark: (role: Role, field: string) => void fields.set(role, field),
    /** Takes the value of this kind, for this field; repetitions of the same are taken with it. */
    take<K extends string>(
      kind: K,
      field: string,
    ): (K extends keyof RoleValues ? RoleValues[K] : unknown) | undefined {
      const [first, ...more] = all(kind)
      if (!first) return undefined
      fields.set(first, field)
      for (const role of more) {
        fields.set(role, field)
        if (JSON.stringify(role.value) !== JSON.stringify(first.value)) twice.push(role)
      }
      return first.value
    },
    takeAnnouncements(...types: string[]) {
      for (const role of all('announces'))
        if (types.includes(role.value.type) && !isLoneCondition(role)) fields.set(role, 'strategy_type')
    },
    fieldOf: (role: Role) => fields.get(role),
    left: (): Role[] =>
      roles.filter(
        (role) =>
          !fields.has(role) &&
          (!SOFT.has(role.kind) || isOnceOfMany(role, roles)) &&
          // 'A little each day: 0.01 SOL' is no vague amount, and 'only buy at $1' no more than 'buy at $1'.
          !(
            role.kind === 'vague' &&
            /^(?:a )?(?:little|bit|small|tiny|some|bag|stack|pile|load|position)\b/i.test(role.said) &&
            roles.some(({ kind }) => kind === 'amount')
          ) &&
          // 'Regularly: every 45 minutes'.
          !(
            role.kind === 'vague' &&
            (role.value as { code?: string }).code === 'interval' &&
            roles.some(({ kind }) => kind === 'rate')
          ) &&
          !isBesideAmount(role) &&
          !(role.kind === 'that_price' && roles.some(({ kind }) => kind === 'price')) &&
          !(role.kind === 'one_side' && isOfOneSide(role, roles)) &&
          !(role.kind === 'only' && isBesidePrice(role)),
      ),
    /** The roles before and after one, skipping those that only name the token or a time. */
    next: (role: Role): Role | undefined =>
      roles.slice(roles.indexOf(role) + 1).find((one) => !isPassed(one)),
    before: (role: Role): Role | undefined =>
      roles.slice(0, roles.indexOf(role)).findLast((one) => !isPassed(one)),
  }
}
/** It names neither an amount nor a time: 'sell 5 WIF gradually over a day', 'buy 1 SOL for me every hour'. */
const isPassed = ({ kind, value }: Role): boolean =>
  kind === 'asset' ||
  kind === 'aside' ||
  kind === 'now' ||
  kind === 'verb' ||
  (kind === 'divided' && (value as RoleValues['divided']).how === 'gradually')
/** 'Only during the day', 'only throughout the night' */
const HOURS = new Set(['during', 'throughout', 'all', 'overnight', 'at', 'by'])
const PRICES = new Set(['price', 'range'])
const LEADS_TO_PRICE = new Set(['verb', 'asset', 'amount', 'now', 'aside', 'each', 'change'])
