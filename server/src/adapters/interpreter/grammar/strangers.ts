/** Words that the grammar does not know: asked about in the place of a token, named where they may be left out, else refused. */
import type { Interpretation } from '../../../ports/interpreter.ts'
import type { Fact } from './facts.ts'
import { ask, notUnderstood } from './replies.ts'
import * as T from './token-types.ts'

const MOST = 2

/** A loose word in the middle of a clause changes nothing that is traded; a new clause that opens with one may. */
export function strangersOf(
  facts: Fact[],
  text: string,
): { facts: Fact[]; words: string[] } | { reply: Interpretation } {
  const words: string[] = []
  const out: Fact[] = []
  for (const [i, fact] of facts.entries()) {
    if (fact.is !== 'unknown') {
      out.push(fact)
      continue
    }
    const before = facts[i - 1]
    const word = text.slice(fact.from, fact.to).trim()
    const placed = before?.is === 'verb' || before?.is === 'lead' || before?.is === 'amount'
    const ticker = fact.ticker || /^[A-Za-z][A-Za-z0-9]{1,9}$/.test(word)
    if (ticker && (placed || fact.ticker))
      return {
        reply: ask(
          `Which token should I trade? I know no token "${word}" here; please give its mint address.`,
        ),
      }
    const opens =
      i === 0 || before?.is === 'break' || /(?:\b(?:and|then)|[&+,;:.])\s*$/i.test(text.slice(0, fact.from))
    const beside = facts[i + 1]?.is === 'amount' && facts[i + 1]?.leads.length === 0
    if (opens || beside || !/^[a-z][a-z'-]{2,}$/i.test(word) || words.length === MOST)
      return { reply: notUnderstood(word.length < 3 ? clauseAt(text, fact) : word) }
    words.push(word)
  }
  const last = out.findLast((f) => f.is !== 'break')
  const open = out.find(
    (f) =>
      f.is === 'lead' &&
      f === last &&
      !f.leads.includes(T.At) &&
      !f.leads.some((l) => [T.Below, T.Above, T.AtMost, T.AtLeast].includes(l)),
  )
  return open ? { reply: notUnderstood(clauseAt(text, open)) } : { facts: out, words }
}

/** The clause of the text that a fact stands in. */
export function clauseAt(text: string, fact: { from: number; to: number }): string {
  const start = Math.max(
    ...[...text.slice(0, fact.from).matchAll(/[,;!?]\s|\.\s|\n/g)].map((m) => m.index + m[0].length),
    0,
  )
  const rest = /[,;!?](?:\s|$)|\.(?:\s|$)|\n/.exec(text.slice(fact.to))
  return text.slice(start, rest ? fact.to + rest.index : text.length)
}
