/** A 'no' never trades, whatever its reading is: a refusal costs a sentence, a misread 'no' costs money. */
import type { Reading } from './clauses/grammar.ts'
import { isNegated } from './clauses/negation.ts'
import type { Interpretation } from './port.ts'
import { ownReadings } from './limits/index.ts'
import { refuseNegated } from './replies.ts'

/** Limits in the form of a 'no' that were read as limits: 'never above $2', 'no more than 10 orders'. */
const HELD = new Set([
  'slippage',
  ...ownReadings.flatMap(({ saidAsNo, kind }) => (saidAsNo ? [kind] : [])),
  'time_limit',
  'expiry',
  'remove',
  'count',
  'duration',
  'endless',
  'aside',
  'unmoved',
  'change',
  'divided',
  'vague',
  'corrects',
])

/** 'Don't let it lose more than 10 %' is a stop. */
const GUARDS = new RegExp(
  [
    String.raw`^(?:and |but |please |, )*(?:so|(?:set|make|do|fix|arrange) it`,
    String.raw`|don'?t|do not|never|make sure|see to it|ensure|be sure)\b`,
  ].join(''),
  'i',
)

/** 'I changed my mind, sell all of it': the text after it is the present request. */
const turnsTo = ({ roles }: Pick<Reading, 'roles'>): boolean => {
  const turned = roles.find(({ kind }) => kind === 'turned')
  return turned !== undefined && roles.some(({ kind, from }) => kind === 'verb' && from >= turned.to)
}

/** Returns the text without them. */
function withoutLimits({ text, roles }: Pick<Reading, 'text' | 'roles'>): string {
  let left = text.source
  const held = turnsTo({ roles }) ? new Set([...HELD, 'turned']) : HELD
  for (const { kind, value, from, to, said } of roles) {
    const only = (kind === 'price' || kind === 'range') && (value as { only?: true }).only === true
    const guards = kind === 'stop' && GUARDS.test(said)
    const [start, end] = [text.words[from]?.from ?? 0, text.words[to - 1]?.to ?? 0]
    if (to > from && (held.has(kind) || only || guards))
      left = `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}`
  }
  return left
}

/**
 * Checks the result of a text against the text: with a negated verb it is neither a plan nor a question for its
 * details.
 */
export function rejectIfNegated(meant: Interpretation, reading: Reading): Interpretation {
  const offers =
    meant.kind === 'plan' ||
    meant.kind === 'ask' ||
    (meant.kind === 'question' && meant.topic.about === 'hypothetical')
  return offers && isNegated(withoutLimits(reading)) ? refuseNegated(reading.text.source) : meant
}
