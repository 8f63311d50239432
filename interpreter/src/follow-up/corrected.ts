/** A change that says what it is instead of: read without it, and held against the plan that it is of. */
import type { Plan } from '@purser/contract/plan.ts'
import type { ReadingPart } from '@purser/contract/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import { type Language, planFrom, settingsOf } from '../interpret.ts'
import { whatMeans } from '../intents/questions.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { readingOf } from '../reading.ts'
import { changedBy, changeOf, readAsChange } from './changed.ts'
import { deniedIn, isReplaced, without } from './denied.ts'

type Corrected = { meant: Interpretation; reading: Reading }

/** `reading`: of the text without what is denied. Undefined where nothing is denied, or what is left changes nothing. */
export function correctedBy(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
  alone: Reading,
): Corrected | undefined {
  const { words, source } = alone.text
  const denied = deniedIn(words)
  if (!denied || source.length !== request.instruction.length) return undefined
  const said = (instruction: string): InterpreterRequest => ({ ...request, instruction })
  const now = said(without(source, words, denied.from, denied.to))
  const reading = language.grammar.read(now.instruction, request.tokens)
  const fresh = planFrom(language, reading, settingsOf(now, reading))
  const meant = changeOf(language, now, previous, { alone: reading, fresh, marked: true })
  if (meant?.kind !== 'plan' || !meant.changes) return undefined
  const before = said(source.slice(words[denied.said]?.from, words[denied.to - 1]?.to))
  const old = readAsChange(language, before, previous)
  const unchanged = changedBy(language, before, previous, old)
  const replaced = isReplaced(old, {
    changes: meant.changes,
    same: unchanged.kind === 'plan' && unchanged.changes.length === 0,
    kinds: new Set(readAsChange(language, now, previous).roles.map(({ kind }) => kind)),
  })
  const part: ReadingPart = {
    from: words[denied.from]?.from ?? 0,
    to: words[denied.to - 1]?.to ?? 0,
    kind: replaced ? 'filler' : 'unknown',
  }
  const parts = [...(meant.reading ?? []), part].sort((a, b) => a.from - b.from)
  if (replaced) return { meant: { ...meant, reading: parts }, reading }
  return { meant: { ...whatMeans(source.slice(part.from, part.to)).asked, reading: parts }, reading }
}
