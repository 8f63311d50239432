/** The embedded interpreter: a grammar, without network, deterministic. It never throws and never invents an amount. */
import type { Interpretation, Interpreter, InterpreterRequest, Topic } from '../../../ports/interpreter.ts'
import type { Fact } from './facts.ts'
import { read } from './lexer.ts'
import { meaningOfFacts } from './meaning.ts'
import { parse } from './parser.ts'
import { control, notUnderstood, onlyOwnWallets } from './replies.ts'
import { namedTokens, mintOf } from './sides.ts'
import { aboutOf, isControl, isForbidden, questionOf } from './topic.ts'

/** What the text means. Same request, same answer; no side effects. */
export function interpretText(request: InterpreterRequest): Interpretation {
  const lexed = read(request)
  if (isForbidden(lexed.text)) return onlyOwnWallets()
  if (isControl(lexed.text)) return control()
  const asked = questionOf(lexed.text)
  const facts = parse(lexed.tokens)
  if (asked?.hypothetical != null) return hypothetical({ ...request, instruction: asked.hypothetical })
  if (asked) return { kind: 'question', topic: topicOf(asked.about ?? 'unknown', facts ?? [], request) }
  if (!facts) return notUnderstood(lexed.text)
  if (!isTrading(facts)) {
    const about = aboutOf(lexed.text)
    if (!facts.some((f) => f.is === 'stop'))
      return { kind: 'question', topic: topicOf(about, facts, request) }
  }
  return meaningOfFacts(facts, lexed, request)
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

function topicOf(about: Topic['about'], facts: Fact[], request: InterpreterRequest): Topic {
  if (about === 'hypothetical') return { about: 'unknown' }
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
    interpret: (request) => Promise.resolve(interpretText(request)),
    healthy: () => Promise.resolve(true),
  }
}
