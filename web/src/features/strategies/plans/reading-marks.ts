import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { fieldLabel } from './plan-rows.ts'

/** A piece of an instruction. `path` and `name`: the field of the plan that it became, and its label. */
export type Mark =
  | { kind: 'plain'; text: string }
  | { kind: 'unknown'; text: string }
  | { kind: 'field'; text: string; path: string; name: string }

/**
 * Cuts the whole sentence into pieces; undefined if the parts are not of this text. The desk reads an instruction with
 * secret keys struck out, so the typed text may have other offsets: no word ever gets a wrong name.
 */
export function marksOf(sentence: string, parts: ReadingPart[]): Mark[] | undefined {
  const whole = wholeLetters(sentence)
  const marks: Mark[] = []
  let end = 0
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.from < 0 || part.to < part.from || part.to > sentence.length) return undefined
    const from = Math.max(end, whole.before(part.from))
    const to = whole.after(part.to)
    if (to <= from) continue
    if (HAS_WORD.test(sentence.slice(end, from))) return undefined
    add(marks, { kind: 'plain', text: sentence.slice(end, from) })
    add(marks, markOf(sentence.slice(from, to), part))
    end = to
  }
  const rest = sentence.slice(end)
  if (HAS_WORD.test(rest)) return undefined
  add(marks, { kind: 'plain', text: rest })
  return marks.flatMap(withoutEdges)
}

/** The parts cover every word and figure: a text with any left over is another one. */
const HAS_WORD = /[\p{L}\p{N}]/u

const markOf = (text: string, { kind, field }: ReadingPart): Mark =>
  kind === 'unknown'
    ? { kind, text }
    : kind === 'field' && field
      ? { kind, text, path: field, name: fieldLabel(field) }
      : { kind: 'plain', text }

const isSame = (a: Mark | undefined, b: Mark): boolean =>
  a?.kind === b.kind && (a.kind !== 'field' || b.kind !== 'field' || a.name === b.name)

/** '0.5' and 'SOL' are one amount: neighbours of the same meaning are joined, over the blank between them. */
function add(marks: Mark[], mark: Mark): void {
  if (mark.text === '') return
  const [last, before] = [marks.at(-1), marks.at(-2)]
  if (last && isSame(last, mark)) {
    last.text += mark.text
    return
  }
  const overBlank = last?.kind === 'plain' && last.text.trim() === '' && mark.kind !== 'plain'
  if (overBlank && before && isSame(before, mark)) {
    before.text += last.text + mark.text
    marks.pop()
    return
  }
  marks.push({ ...mark })
}

/** Blanks and commas at the ends of a marked piece are left outside it. */
const EDGES = /^[\s,;]+|[\s,;]+$/g

function withoutEdges(mark: Mark): Mark[] {
  if (mark.kind === 'plain') return [mark]
  const text = mark.text.replace(EDGES, '')
  if (text === '') return [{ kind: 'plain', text: mark.text }]
  const at = mark.text.indexOf(text)
  const pieces: Mark[] = [
    { kind: 'plain', text: mark.text.slice(0, at) },
    { ...mark, text },
    { kind: 'plain', text: mark.text.slice(at + text.length) },
  ]
  return pieces.filter((piece) => piece.text !== '')
}

/** Moves offsets outward to the ends of one visible letter: an emoji is never cut in two. */
function wholeLetters(sentence: string) {
  const starts = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(sentence)].map(
    ({ index }) => index,
  )
  return {
    before: (offset: number) => starts.findLast((start) => start <= offset) ?? 0,
    after: (offset: number) => starts.find((start) => start >= offset) ?? sentence.length,
  }
}
