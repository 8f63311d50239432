/** Splits an idiom into the roles of plain words: verb, amount, token, price, time, each at its place. */
import type { Idiom } from './idiom-rules.ts'
import type { Role } from './roles.ts'
import type { Text } from './text.ts'

type Part = { kind: string; value: unknown; mentions: Role['mentions']; at: number }

export function idiomParts(text: Text, role: Role): Role[] {
  const { verb, amount, token, price, seconds } = role.value as Idiom
  const buys = verb === 'buy' || verb === 'stack'
  const places = Array.from({ length: role.to - role.from - 1 }, (_, i) => role.from + 1 + i)
  const reads = (reader: string) => (at: number) => text.read(reader, at).some(({ to }) => to <= role.to)
  const isToken = (at: number) =>
    text.read('token', at).some(({ value }) => (value as { kind: string }).kind === 'token')
  const first = (found: (at: number) => boolean): number => places.find(found) ?? role.from
  const last = (found: (at: number) => boolean): number => places.findLast(found) ?? role.from
  // The same figure: '1.2 each for 500 JUP' has two.
  const isAmount = (at: number) =>
    reads('part')(at) ||
    ['pct', 'amount'].some((reader) =>
      text
        .read(reader, at)
        .some(({ value }) => ((value as { value?: string }).value ?? value) === amount?.value),
    )
  const isPrice = (at: number) => text.read('price', at).some(({ value }) => value === price)
  const amountAt = first((at) => isAmount(at) && !isToken(at))
  const parts: Part[] = [{ kind: 'verb', value: { verb }, mentions: [], at: role.from }]
  if (amount)
    parts.push({ kind: 'amount', value: amount, mentions: token ? [] : role.mentions, at: amountAt })
  if (token) {
    const value = { asset: token, prep: buys ? 'into' : '' }
    parts.push({ kind: 'asset', value, mentions: role.mentions, at: last(isToken) })
  }
  if (price !== undefined)
    parts.push({
      kind: 'price',
      value: { limit: 'at', price: { price } },
      mentions: [],
      at: last(isPrice),
    })
  if (seconds !== undefined)
    parts.push({ kind: 'duration', value: { seconds, style: 'over' }, mentions: [], at: last(reads('time')) })
  return placed(role, parts).map((part) => ({
    ...part,
    said: text.written(part.from, part.to),
    lead: part.kind !== 'asset' ? role.lead : buys ? 'into' : '',
  }))
}

/** Each part ends where the next one begins; those that were not found share the end. */
function placed(role: Role, parts: readonly Part[]): Role[] {
  const [verb, ...others] = parts
  const sorted = [...(verb ? [verb] : []), ...others.toSorted((a, b) => a.at - b.at)]
  return sorted.map(({ kind, value, mentions, at }, i) => {
    const next = sorted[i + 1]
    const from = Math.min(Math.max(at, role.from), role.to - 1)
    return { ...role, kind, value, mentions, from, to: next ? Math.max(next.at, from) : role.to }
  })
}
