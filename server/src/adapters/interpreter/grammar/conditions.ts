/** Conditions: a price bound is one that can be held; every other condition is named and refused. */
import type { Interpretation } from '../../../ports/interpreter.ts'
import type { Fact } from './facts.ts'
import { negated, notOffered } from './replies.ts'
import * as T from './token-types.ts'

const bridge = ['verb', 'asset', 'price', 'move', 'condition', 'lead', 'not', 'wallet']

/** Takes 'not above', 'only if it is below' and the like together with their bound; a reply where no bound follows. */
export function settleConditions(
  facts: Fact[],
  text: string,
  recurring = false,
): { facts: Fact[] } | { reply: Interpretation } {
  const out = [...facts]
  const from = (i: number) => text.slice(out[i]!.from).split(/[,;!?](?:\s|$)|\n/)[0]!
  const paced = recurring || facts.some((f) => f.is === 'rate' || f.is === 'time')
  const drop = new Set<Fact>()
  for (let i = 0; i < out.length; i++) {
    const fact = out[i]!
    if (fact.is !== 'not' && fact.is !== 'condition' && fact.is !== 'price' && fact.is !== 'move') continue
    if (drop.has(fact)) continue
    let j = i + 1
    while (out[j] && (bridge.includes(out[j]!.is) || isWord(out[j]!))) j++
    const bound = asPrice(out[j])
    const between = out.slice(i + 1, j)
    const hasNot = [fact, ...between].filter((f) => f.is === 'not').length
    if (!bound) {
      if (fact.is === 'not') return { reply: negated(from(i)) }
      return { reply: notOffered('condition', from(i)) }
    }
    if (fact.is !== 'not' && !paced) return { reply: notOffered('condition', from(i)) }
    if (fact.is === 'not' && between.some((f) => f.is === 'verb') && !paced)
      return { reply: notOffered('condition', from(i)) }
    out[j] = hasNot % 2 === 1 ? flipped(bound) : bound
    for (const [k, f] of between.entries()) {
      if (f.is === 'asset') out[i + 1 + k] = { ...f, leads: [T.Cond] }
      else drop.add(f)
    }
    drop.add(fact)
  }
  return { facts: out.filter((f) => !drop.has(f)) }
}

/** 'while it trades between': a word for orders without a number. */
const isWord = (f: Fact) => f.is === 'count' && f.n === ''

type Bound = Extract<Fact, { is: 'bound' }>

function asPrice(fact: Fact | undefined): Bound | undefined {
  if (fact?.is === 'bound') return fact
  const most = fact?.leads.includes(T.AtMost)
  if (
    fact?.is !== 'amount' ||
    !(most || fact.leads.includes(T.AtLeast)) ||
    (fact.unit !== 'USD' && fact.unit !== 'none')
  )
    return undefined
  const price = { value: fact.value, usd: fact.unit === 'USD', ...(fact.negative ? { negative: true } : {}) }
  return {
    is: 'bound',
    from: fact.from,
    to: fact.to,
    leads: [],
    ...(most ? { high: price } : { low: price }),
  }
}

function flipped(bound: Bound): Bound {
  const { low, high, ...rest } = bound
  return { ...rest, ...(high ? { low: high } : {}), ...(low ? { high: low } : {}) }
}
