/** The matches of the rules in one text. It is read more than once, alone and as a change: each match is found once. */
import type { Base } from '../text/names.ts'
import { closesAt, CONDITIONS, opensAt } from './clause.ts'
import type { Candidate, Stretch } from './cover.ts'
import type { Pattern } from './pattern.ts'
import type { Role } from './roles.ts'
import type { createRuleIndex } from './rule-index.ts'
import type { Steps, Text } from './text.ts'

/** `n`: the place of its rule among all; `type`: the intent that has it, undefined for all of them. */
export type Found = Candidate & { n: number; type: string | undefined }

function roleOf(text: Text, kind: string, value: unknown, { from, to }: Stretch): Role {
  const mentions: Base[] = []
  for (let at = from; at < to; at++)
    for (const found of text.read('token', at)) if (found.to <= to) mentions.push(found.value as Base)
  return {
    kind,
    value,
    from,
    to,
    said: text.written(from, to),
    lead: text.words[from]?.text ?? '',
    mentions,
  }
}

export function createMatches(
  text: Text,
  rulesFor: ReturnType<typeof createRuleIndex>,
  { filler, steps }: { filler: Pattern; steps: Steps },
): { fillers(): readonly Stretch[]; candidates(types: ReadonlySet<string>): readonly Found[] } {
  const { words } = text
  const tried = new Set<string | undefined>()
  /** In the order in which they begin, then of their rules. */
  let found: Found[] = []
  let skipped: Stretch[] | undefined

  function match(types: ReadonlySet<string | undefined>): Found[] {
    const all: Found[] = []
    const rulesAt = rulesFor(text, types)
    for (let from = 0; from < words.length; from++) {
      const opens = opensAt(words, from)
      for (const { rule, pattern, n, type } of rulesAt(from)) {
        if (steps.left <= 0) return all
        if (rule.opens && !opens) continue
        // 'Once it has gone up' is no remark, but a condition.
        if (rule.kind === 'aside' && CONDITIONS.has(words[from - 1]?.text ?? '')) continue
        const fits = pattern.match(text, from)
        steps.left -= 1 + fits.length
        for (const { to, captures } of fits) {
          if (rule.closes && !closesAt(words, to)) continue
          const value = to > from ? rule.value(captures) : undefined
          if (value !== undefined)
            all.push({ role: roleOf(text, rule.kind, value, { from, to }), rule, n, type })
        }
      }
    }
    return all
  }

  return {
    fillers: () =>
      (skipped ??= words.flatMap((_, from) => filler.match(text, from).map(({ to }) => ({ from, to })))),
    candidates(types) {
      const untried = [undefined, ...types].filter((type) => !tried.has(type))
      if (untried.length > 0) {
        const more = text.matching(() => match(new Set(untried)))
        for (const type of untried) tried.add(type)
        found = [...found, ...more].sort((a, b) => a.role.from - b.role.from || a.n - b.n)
      }
      return found.filter(({ type }) => type === undefined || types.has(type))
    },
  }
}
