/** The embedded interpreter: a grammar, without network, deterministic. It never throws and never invents an amount. */
import type { Interpretation, Interpreter, InterpreterRequest, Topic } from '../../../ports/interpreter.ts'
import { heldToNo } from '../negation.ts'
import { edited } from './edit.ts'
import type { Fact } from './facts.ts'
import { changed } from './follow-up.ts'
import { type Lexed, read } from './lexer.ts'
import { meaningOfFacts } from './meaning.ts'
import { parse } from './parser.ts'
import { announced } from './reading.ts'
import { control, noPlanYet, notUnderstood, onlyOwnWallets } from './replies.ts'
import { isKey, isVerb, led } from './row.ts'
import { mintOf, namedTokens } from './sides.ts'
import * as T from './token-types.ts'
import { aboutOf, isControl, isForbidden, pastOf, questionOf } from './topic.ts'

/** What the text means. Same request, same answer; no side effects. */
export const interpretText = (request: InterpreterRequest): Interpretation =>
  heldToNo(understood(request), request)

function understood(request: InterpreterRequest): Interpretation {
  const lexed = read(request)
  if (isForbidden(lexed.text)) return onlyOwnWallets()
  if (isControl(lexed.text)) return control()
  const past = pastOf(lexed.text)
  if (past) return historyOf({ ...request, instruction: past.plan }, past.seconds)
  const asked = questionOf(lexed.text)
  const facts = parse(lexed.tokens)
  if (asked?.hypothetical != null) return hypothetical({ ...request, instruction: asked.hypothetical })
  if (asked) return { kind: 'question', topic: topicOf(asked.about ?? 'unknown', facts ?? [], request) }
  if (!facts) return notUnderstood(lexed.text)
  const later = followUp(facts, lexed, request)
  if (later) return later
  if (!isTrading(facts)) {
    const about = aboutOf(lexed.text)
    if (!facts.some((f) => f.is === 'stop'))
      return { kind: 'question', topic: topicOf(about, facts, request) }
  }
  return meaningOfFacts(facts, lexed, request)
}

const isPatch = (f: Fact) =>
  f.is === 'change' || isKey(f, 'remove', 'add') || f.is === 'time' || f.is === 'rate' || f.is === 'endless'
const isOwn = (f: Fact) => isVerb(f, 'buy', 'sell', 'dca', 'convert', 'exit')
/** 'use 0.5 SOL' says with what, 'invest $5 a day' says what to do. */
const isPut = (f: Fact, text: string) => isVerb(f, 'put') && !/^(?:us|tak)/i.test(text.slice(f.from, f.to))

/** Whether the language has a meaning for this word, or reads it as a figure: no token should be called so. */
export function isOrdinaryWord(word: string): boolean {
  const request = { instruction: word.toLowerCase(), tokenAddress: null, tokens: [], previousPlan: null }
  const [only, ...others] = read(request).tokens
  return others.length > 0 || only?.tokenType !== T.Unknown
}

/** A text that says something of the plan shown before, and is no whole instruction of its own. */
function followUp(facts: Fact[], lexed: Lexed, request: InterpreterRequest): Interpretation | undefined {
  const { previousPlan } = request
  const marked = facts.some((f) => f.is === 'change' || isKey(f, 'remove', 'add'))
  if (!marked && (!previousPlan || !(isTrading(facts) || facts.some(isPatch)))) return undefined
  const bare = facts.filter((f) => f.is !== 'change')
  const fresh = isTrading(bare) ? meaningOfFacts(bare, lexed, request) : undefined
  const own = bare.some((f) => isOwn(f) || isPut(f, lexed.text)) || announced(bare) !== 'orders'
  const named = namedTokens(bare).length > 0
  if (!previousPlan) return own && fresh?.kind === 'plan' ? fresh : noPlanYet()
  const guard =
    fresh?.kind === 'plan' &&
    fresh.plan.strategy_type === 'bracket' &&
    !bare.some(isOwn) &&
    !named &&
    !bare.some((f) => isKey(f, 'protect', 'bracket') || f.is === 'wallet')
  const whole =
    fresh?.kind === 'plan' &&
    !guard &&
    (marked ? own && named : own || named || bare.some((f) => led(f, T.Into)))
  if (whole) return fresh
  // Something to buy or sell of which a part is missing is asked about, not read into another plan.
  if (!marked && bare.some(isOwn) && fresh?.kind === 'ask' && !fresh.question.startsWith('Should I'))
    return fresh
  const meant = changed(facts, lexed, request, previousPlan)
  if (meant.kind === 'plan' || marked) return meant
  return isTrading(bare)
    ? guard
      ? fresh
      : meant.kind === 'ask' && meant.question.startsWith('What')
        ? meant
        : fresh
    : undefined
}

const TRADING: Fact['is'][] = [
  'verb',
  'amount',
  'rate',
  'slippage',
  'bound',
  'unsupported',
  'change',
  'endless',
  'key',
]
const isTrading = (facts: Fact[]) =>
  facts.some(
    (f) =>
      TRADING.includes(f.is) &&
      !(f.is === 'unsupported' && f.label === 'vague') &&
      !(f.is === 'verb' && f.verb === 'want'),
  )

function hypothetical(request: InterpreterRequest): Interpretation {
  const lexed = read(request)
  const facts = parse(lexed.tokens)
  if (!facts || !isTrading(facts)) return { kind: 'question', topic: { about: 'unknown' } }
  const meant = meaningOfFacts(facts, lexed, request)
  if (meant.kind === 'plan')
    return {
      kind: 'question',
      topic: {
        about: 'hypothetical',
        plan: meant.plan,
        assumptions: meant.assumptions,
        ...(meant.relative ? { relative: meant.relative } : {}),
        ...(meant.exits ? { exits: meant.exits } : {}),
      },
    }
  return { kind: 'question', topic: { about: 'unknown' } }
}

/** A plan whose prices are told from today's has none in the past. */
function historyOf(request: InterpreterRequest, seconds: number): Interpretation {
  const asked = hypothetical(request)
  if (asked.kind !== 'question' || asked.topic.about !== 'hypothetical') return asked
  const { plan, assumptions, relative, exits } = asked.topic
  const topic: Topic =
    relative || exits ? { about: 'unknown' } : { about: 'history', plan, seconds, assumptions }
  return { kind: 'question', topic }
}

function topicOf(about: Topic['about'], facts: Fact[], request: InterpreterRequest): Topic {
  if (about === 'hypothetical' || about === 'history') return { about: 'unknown' }
  if (about !== 'price') return { about }
  const mints = namedTokens(facts).map(mintOf)
  for (const fact of facts) {
    if (fact.is === 'asset' && (fact.asset.kind === 'SOL' || fact.asset.kind === 'USDC'))
      mints.push(mintOf(fact.asset))
  }
  if (mints.length === 0 && request.tokenAddress !== null) mints.push(request.tokenAddress)
  return { about, mints: [...new Set(mints)] }
}

export function grammarInterpreter(): Interpreter {
  // The first parse builds the parser's tables, several times slower than any later one: not at a user's cost.
  interpretText({ instruction: 'buy 1 SOL', tokenAddress: null, tokens: [], previousPlan: null })
  return {
    name: 'grammar',
    slow: false,
    interpret: (request) => Promise.resolve(interpretText(request)),
    edited,
    healthy: () => Promise.resolve(true),
  }
}
