/**
 * Chooses from all matches of the rules the one reading that explains most of the text: roles that do not overlap, then
 * filler, and the rest is unknown. No rule comes before another: the reading that explains most words in fewest parts
 * wins. Only at equal scores order decides: of roles that end together the one that begins earlier wins, and of those
 * in one place that of the rule which is listed earlier.
 */
import type { Role, Rule } from './roles.ts'
import type { Text } from './text.ts'

/** `rule`: the one that made it. */
export type Candidate = { role: Role; rule: Rule }
/** A stretch of words without meaning, by the closed list. */
export type Stretch = { from: number; to: number }
export type Cover = { roles: Role[]; filler: Stretch[]; unknown: Stretch[] }

const WORD = 10
const PART = 10
const FILLER_WORD = 1
const FILLER_PART = 2
const UNKNOWN = -60
/** Commas and dots separate clauses; they cost nothing if no rule reads them. */
const BREAKS = new Set([',', '.', ';', ':', '!', '?', '(', ')', '"', "'", '[', ']', '*', '|', '_', '…'])
const isPicture = (word: string): boolean =>
  /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(word) && !SAYING.test(word)
const isBreak = (word: string): boolean =>
  BREAKS.has(word) ||
  /^\.{2,}$/.test(word) ||
  isPicture(word) ||
  /^(?:\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)$/u.test(word)
/** Pictures that forbid, point up or down, or count: they are asked about. */
const SAYING = new RegExp(
  [
    String.raw`[\u274c\u26d4\u{1f6ab}\u{1f6d1}\u270b\u{1f44e}\u{1f645}\u{1f4af}\u{1f51f}\u2b06\u2b07\u{1f53c}`,
    String.raw`\u{1f53d}\u2196-\u2199\u2795-\u2797\u27a1\u{1f4c8}\u{1f4c9}\u{1f507}\u{1f6b7}\u23f8\u23f9\u23ef]`,
  ].join(''),
  'u',
)

type Step = { score: number; from: number; role?: Role; kind: 'role' | 'filler' | 'unknown' | 'break' }

/** Returns what each candidate of this text adds to the score of a cover. */
export function createScale({ words }: Text): (candidate: Candidate) => number {
  const worth = words.map((word) => (word.kind === 'mark' && isBreak(word.text) ? 1 : WORD))
  return ({ role: { from, to }, rule }) =>
    worth.slice(from, to).reduce((a, b) => a + b, 0) - PART + rule.bonus
}

/** Everything that a cover is chosen from. */
export type Choice = { text: Text; candidates: readonly Candidate[]; fillers: readonly Stretch[] }
export type Scored = Cover & { score: number }

export function findCover(text: Text, candidates: readonly Candidate[], fillers: readonly Stretch[]): Scored {
  const { words } = text
  const weigh = createScale(text)
  const ending: Step[][] = Array.from({ length: words.length + 1 }, () => [])
  const best: Step[] = [{ score: 0, from: 0, kind: 'break' }]
  for (const candidate of candidates) {
    const { role } = candidate
    ending[role.to]?.push({ score: weigh(candidate), from: role.from, role, kind: 'role' })
  }
  for (const { from, to } of fillers)
    ending[to]?.push({ score: (to - from) * FILLER_WORD - FILLER_PART, from, kind: 'filler' })
  for (let to = 1; to <= words.length; to++) {
    const word = words[to - 1]
    const lone: Step =
      word?.kind === 'mark' && isBreak(word.text)
        ? { score: 0, from: to - 1, kind: isPicture(word.text) ? 'filler' : 'break' }
        : { score: UNKNOWN, from: to - 1, kind: 'unknown' }
    let winner: Step = { ...lone, score: lone.score + (best[to - 1]?.score ?? 0) }
    for (const step of ending[to] ?? []) {
      const score = step.score + (best[step.from]?.score ?? 0)
      if (score > winner.score) winner = { ...step, score }
    }
    best[to] = winner
  }
  const cover: Scored = { roles: [], filler: [], unknown: [], score: best.at(-1)?.score ?? 0 }
  for (let to = words.length; to > 0; ) {
    const { from, role, kind } = best[to] ?? { from: to - 1, role: undefined, kind: 'unknown' as const }
    if (role) cover.roles.unshift(role)
    else if (kind === 'filler') cover.filler.unshift({ from, to })
    else if (kind === 'unknown') {
      const next = cover.unknown[0]
      if (next?.from === to) next.from = from
      else cover.unknown.unshift({ from, to })
    }
    to = from
  }
  return cover
}

/** Returns for each role of a cover the best cover without it, whichever rule would make it; the best of all first. */
export function runnersUp({ roles }: Cover, { text, candidates, fillers }: Choice): Scored[] {
  const without = (role: Role) => candidates.filter((one) => !isSame(one.role, role))
  return roles.map((role) => findCover(text, without(role), fillers)).sort((a, b) => b.score - a.score)
}
const isSame = (a: Role, b: Role): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.kind === b.kind &&
  JSON.stringify(a.value) === JSON.stringify(b.value)
