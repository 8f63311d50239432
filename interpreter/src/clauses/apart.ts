/** Splits a role that one rule read and that has several meanings: 'six weekly buys' are six, and each week. */
import type { Amount, Role } from './roles.ts'
import type { Text } from './text.ts'

const INTO = new Set(['of', 'to', 'onto', 'into', 'in', 'on'])

/** 'Six weekly buys': six, and each week. */
export function splitRole(text: Text, role: Role): Role[] {
  if (role.kind === 'opened')
    return [
      { ...role, kind: 'verb', value: { verb: 'buy' }, to: role.from + 1, mentions: [] },
      { ...role, kind: 'amount', value: { ...(role.value as Amount), prep: 'with' }, from: role.from + 1 },
    ]
  // 'Spread the sale of 20,000 JUP'
  const side =
    role.kind === 'divided' ? /\b(sale|sell|selling|purchase|buy|buying)\b/i.exec(role.said)?.[1] : undefined
  if (side !== undefined && role.to - role.from > 1)
    return [
      { ...role, to: role.to - 1 },
      { ...role, kind: 'verb', value: { verb: /^s/i.test(side) ? 'sell' : 'buy' }, from: role.to - 1 },
    ]
  // 'Take some of my WIF off the table': the amount is asked for.
  if (role.kind === 'some_off')
    return [
      { ...role, kind: 'verb', value: { verb: 'sell' }, to: role.from + 1, mentions: [] },
      {
        ...role,
        kind: 'vague',
        value: { code: 'amount' },
        from: role.from + 1,
        to: role.from + 1,
        mentions: [],
      },
      {
        ...role,
        kind: 'asset',
        value: { asset: (role.value as { token: object }).token, prep: '' },
        from: role.from + 1,
      },
    ]
  if (role.kind === 'bites')
    return [
      { ...role, kind: 'amount', to: role.to - 1 },
      { ...role, kind: 'each', value: {}, from: role.to - 1, mentions: [] },
    ]
  if (role.kind === 'enough') {
    const { token, ...amount } = role.value as Amount & { token: object }
    return [
      { ...role, kind: 'asset', value: { asset: token, prep: '' }, to: role.to - 1 },
      { ...role, kind: 'amount', value: { ...amount, prep: 'worth' }, from: role.to - 1, mentions: [] },
    ]
  }
  if (role.kind === 'skimmed')
    return [
      { ...role, kind: 'verb', value: { verb: 'sell' }, to: role.from + 1, mentions: [] },
      { ...role, kind: 'amount', from: role.from + 1 },
    ]
  if (role.kind === 'pair') {
    const { bought, ...amount } = role.value as Amount & { bought: object }
    return [
      { ...role, kind: 'amount', value: amount, to: role.to - 1, mentions: [] },
      { ...role, kind: 'verb', value: { verb: 'buy' }, from: role.to - 1, to: role.to - 1, mentions: [] },
      { ...role, kind: 'asset', value: { asset: bought, prep: '' }, from: role.to - 1, lead: '' },
    ]
  }
  if (role.kind === 'paid') {
    const { bought, ...amount } = role.value as Amount & { bought: object }
    const to =
      role.from + text.words.slice(role.from, role.to).findLastIndex(({ text: word }) => word === 'for')
    return [
      { ...role, kind: 'verb', value: { verb: 'buy' }, to: role.from + 1, mentions: [] },
      { ...role, kind: 'amount', value: amount, from: role.from + 1, to, mentions: [] },
      { ...role, kind: 'asset', value: { asset: bought, prep: '' }, from: to, lead: 'for' },
    ]
  }
  if (role.kind === 'topped') {
    const to = role.from + text.words.slice(role.from, role.to).findIndex(({ text: word }) => INTO.has(word))
    const [token] = role.mentions.filter(({ kind }) => kind === 'token')
    return [
      { ...role, kind: 'verb', value: { verb: 'buy' }, to: role.from + 1, mentions: [] },
      { ...role, kind: 'amount', from: role.from + 1, to, mentions: [] },
      { ...role, kind: 'asset', value: { asset: token, prep: 'into' }, from: to, lead: 'to' },
    ]
  }
  if (role.kind === 'outed' || role.kind === 'had') {
    const { verb, ...amount } = role.value as Amount & { verb: string }
    const of = role.kind === 'had' ? role.from + 1 : role.to - 1
    const said: Role = { ...role, kind: 'verb', value: { verb } }
    const counted: Role = { ...role, kind: 'amount', value: { ...amount, prep: '' } }
    return role.kind === 'had'
      ? [
          { ...said, to: of },
          { ...counted, from: of },
        ]
      : [
          { ...counted, to: of },
          { ...said, from: of },
        ]
  }
  if (role.kind === 'sliced_rate') {
    const { n, seconds } = role.value as { n: string; seconds: number }
    return [
      { ...role, kind: 'rate', value: { seconds, slices: true }, to: role.to - 1 },
      { ...role, kind: 'slices', value: { n }, from: role.to - 1 },
    ]
  }
  if (role.kind !== 'counted_rate') return [role]
  const { n, seconds } = role.value as { n: string; seconds: number }
  return [
    { ...role, kind: 'count', value: { n }, to: role.to - 1 },
    { ...role, kind: 'rate', value: { seconds }, from: role.to - 1 },
  ]
}
