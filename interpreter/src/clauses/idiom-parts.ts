/** What an idiom says, as the roles that plain words would have: verb, amount, token, price, time. */
import type { Idiom } from './idiom-rules.ts'
import type { Role } from './roles.ts'

/** The roles of an idiom share its words in the order in which they are named here: only their kinds matter to what reads them. */
export function idiomParts(role: Role): Role[] {
  const { verb, amount, token, price, seconds } = role.value as Idiom
  const said: [kind: string, value: unknown, mentions: Role['mentions']][] = [['verb', { verb }, []]]
  if (amount) said.push(['amount', amount, token ? [] : role.mentions])
  if (token)
    said.push([
      'asset',
      { asset: token, prep: verb === 'buy' || verb === 'stack' ? 'into' : '' },
      role.mentions,
    ])
  if (price !== undefined) said.push(['price', { limit: 'at', price: { price } }, []])
  if (seconds !== undefined) said.push(['duration', { seconds, style: 'over' }, []])
  const last = said.length - 1
  return said.map(([kind, value, mentions], i) => ({
    ...role,
    kind,
    value,
    mentions,
    from: Math.min(role.from + i, role.to - 1),
    to: i === last ? role.to : Math.min(role.from + i + 1, role.to),
    lead: kind === 'asset' ? (verb === 'buy' || verb === 'stack' ? 'into' : '') : role.lead,
  }))
}
