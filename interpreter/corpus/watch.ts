/** The language of the desk, watched from outside: what is read in it, and what each intent bids. For explain.ts. */
import type { Bag } from '../src/clauses/bag.ts'
import type { Expected } from '../src/clauses/grammar.ts'
import type { Outcome } from '../src/intents/outcome.ts'
import type { Language } from '../src/interpret.ts'

/** A text that was read, and the types whose words it was expected to use. */
export type Read = { instruction: string; expected: Expected | undefined; isTooLong: boolean }
/** Roles that the intents were offered, how surely each claimed them, and the result of the one that read them. */
export type Bids = { bag: Bag; claims: Map<string, number>; made?: { type: string; outcome: Outcome } }

export function createWatch({ grammar, intents }: Language) {
  const reads = new Map<string, Read>()
  const bids = new Map<Bag, Bids>()
  const bidsFor = (bag: Bag): Bids => {
    const known = bids.get(bag) ?? { bag, claims: new Map<string, number>() }
    bids.set(bag, known)
    return known
  }
  const language: Language = {
    grammar: {
      ...grammar,
      read(instruction, tokens, expected) {
        const reading = grammar.read(instruction, tokens, expected)
        const key = JSON.stringify([instruction, ...(expected ?? [])])
        reads.set(key, { instruction, expected, isTooLong: reading.isTooLong })
        return reading
      },
    },
    intents: intents.map((intent) => ({
      ...intent,
      claim(bag) {
        const sure = intent.claim(bag)
        bidsFor(bag).claims.set(intent.type, sure)
        return sure
      },
      read(bag, settings) {
        const outcome = intent.read(bag, settings)
        bidsFor(bag).made = { type: intent.type, outcome }
        return outcome
      },
    })),
  }
  return {
    language,
    reads: () => [...reads.values()],
    /** The same roles may be offered more than once. */
    bids: () => [...new Map([...bids.values()].map((one) => [JSON.stringify(one.bag.roles), one])).values()],
    clear() {
      reads.clear()
      bids.clear()
    },
  }
}
