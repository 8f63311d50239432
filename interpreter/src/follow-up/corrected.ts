/** A change that names what it replaces: it is read without that, and checked against its plan. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import { type Language, planFrom, toSettings } from '../interpret.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { applyChange, changeShownPlan, readAsChange } from './changed.ts'
import { isNegated } from '../clauses/negation.ts'
import { whatMeans } from '../intents/questions.ts'
import { toReading } from '../reading.ts'
import { findDenied, isReplaced, without } from './denied.ts'

type Corrected = { meant: Interpretation; reading: Reading }

/** `reading`: that of the text without the denied part. Undefined if nothing is denied that a change took away. */
export function applyCorrection(
  language: Language,
  request: InterpreterRequest,
  previous: Plan,
  alone: Reading,
): Corrected | undefined {
  const { words, source } = alone.text
  const denied = findDenied(words)
  if (!denied || source.length !== request.instruction.length) return undefined
  const clauseOf = (from: number) => source.slice(words[from]?.from, words[denied.to - 1]?.to)
  // 'Instead of buying WIF' forbids an action.
  if (denied.said - denied.by > 1 && isNegated(clauseOf(denied.by))) return undefined
  const said = (instruction: string): InterpreterRequest => ({ ...request, instruction })
  const now = said(without(source, words, denied.from, denied.to))
  const reading = language.grammar.read(now.instruction, request.tokens)
  const fresh = planFrom(language, reading, toSettings(now, reading))
  const meant = changeShownPlan(language, now, previous, { alone: reading, fresh, marked: true })
  if (meant?.kind !== 'plan' || !meant.changes) return undefined
  const before = said(clauseOf(denied.said))
  const old = readAsChange(language, before, previous)
  // 'Buy 1 SOL of WIF, not buy BONK' forbids an action; 'sell, not buy' names the side.
  if (old.roles.length > 1 && old.roles.some(({ kind }) => kind === 'verb')) return undefined
  const unchanged = applyChange(language, before, previous, old)
  const replaced = isReplaced(old, {
    changes: meant.changes,
    same: unchanged.kind === 'plan' && unchanged.changes.length === 0,
    kinds: new Set(readAsChange(language, now, previous).roles.map(({ kind }) => kind)),
  })
  const clause = clauseOf(denied.from)
  // 'Not weekly' is a no by itself; '2 SOL instead of JUP' would be read as both.
  if (!replaced)
    return isNegated(clause)
      ? undefined
      : { meant: { ...whatMeans(clause).asked, reading: toReading(alone) }, reading }
  const part: ReadingPart = {
    from: words[denied.from]?.from ?? 0,
    to: words[denied.to - 1]?.to ?? 0,
    kind: 'filler',
  }
  const parts = [...(meant.reading ?? []), part].sort((a, b) => a.from - b.from)
  return { meant: { ...meant, reading: parts }, reading }
}
