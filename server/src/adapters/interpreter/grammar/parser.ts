/**
 * The grammar. An instruction is a row of clauses in any order; each clause becomes one fact. A further kind of
 * strategy is a further clause here and a further reading of its facts; nothing is matched against whole sentences.
 */
import type { IToken, TokenType } from 'chevrotain'
import type { Body, Fact, Leads, Verb, Way } from './facts.ts'
import { PaceRules } from './pace-rules.ts'
import { asBound, priceOf } from './readings.ts'
import * as T from './token-types.ts'
import type { Key } from './strategy-words.ts'
import { type Label } from './vocabulary.ts'
import { determiners } from './word-rules.ts'

const leadTypes = [
  T.For,
  T.With,
  T.Against,
  T.OutOf,
  T.Into,
  T.To,
  T.Of,
  T.In,
  T.On,
  T.At,
  T.Over,
  T.After,
  T.AtMost,
  T.AtLeast,
  T.Below,
  T.Above,
]
const verbs: [TokenType, Verb][] = [
  [T.Buy, 'buy'],
  [T.Sell, 'sell'],
  [T.Exit, 'exit'],
  [T.Convert, 'convert'],
  [T.Trade, 'trade'],
  [T.Put, 'put'],
  [T.Dca, 'dca'],
  [T.Want, 'want'],
]
const marks: [TokenType, Fact['is']][] = [
  [T.Endless, 'endless'],
  [T.Total, 'total'],
  [T.Stop, 'stop'],
  [T.Not, 'not'],
  [T.Cond, 'condition'],
  [T.Price, 'price'],
  [T.Slash, 'slash'],
  [T.Dash, 'dash'],
]
const nothing = [T.Is, T.And, T.Worth]
const strays = [T.Percent, T.Bps, T.Usd, T.Cents, T.Alternate, T.RunOut, T.Unknown]

class InstructionParser extends PaceRules {
  constructor() {
    super()
    this.performSelfAnalysis()
  }

  instruction = this.RULE('instruction', (): Fact[] => {
    const facts: Fact[] = []
    this.MANY(() => {
      const first = this.LA(1)
      const found = this.SUBRULE(this.clause)
      this.ACTION(() => {
        if (found)
          facts.push({ leads: [], ...found, from: first.startOffset, to: this.LA(0).endOffset! + 1 } as Fact)
      })
    })
    return facts
  })

  protected clause = this.RULE('clause', (): Partial<Fact> | null =>
    this.OR([
      ...verbs.map(([type, verb], i) => ({
        ALT: (): Partial<Fact> => {
          const word = this.consume(i, type)
          return word.payload === 'dca' ? { is: 'verb', verb, flavour: 'dca' } : { is: 'verb', verb }
        },
      })),
      { ALT: () => this.SUBRULE(this.allIn) },
      { ALT: () => this.SUBRULE(this.interval) },
      { ALT: () => this.SUBRULE(this.repeats) },
      { ALT: () => this.SUBRULE(this.until) },
      { ALT: () => this.SUBRULE(this.between) },
      { ALT: () => this.SUBRULE(this.phrase) },
      ...marks.map(([type, is], i) => ({
        ALT: () => {
          this.consume(20 + i, type)
          return { is } as Partial<Fact>
        },
      })),
      ...nothing.map((type, i) => ({
        ALT: () => {
          this.consume(40 + i, type)
          return null
        },
      })),
      ...strays.map((type, i) => ({
        ALT: (): Partial<Fact> => {
          const word = this.consume(50 + i, type)
          return { is: 'unknown', ticker: Boolean(word.payload?.ticker) }
        },
      })),
      {
        ALT: (): Partial<Fact> => ({ is: 'key', key: this.CONSUME(T.Key).payload as Key }),
      },
      {
        ALT: (): Partial<Fact> => ({ is: 'move', way: this.CONSUME(T.Move).payload as Way | undefined }),
      },
      {
        ALT: (): Partial<Fact> => ({ is: 'change', factor: this.CONSUME(T.Change).payload?.slice(1) }),
      },
      {
        ALT: (): Partial<Fact> => ({ is: 'break', mark: this.CONSUME(T.Separator).image }),
      },
      {
        ALT: (): Partial<Fact> => {
          const word = this.CONSUME(T.Unsupported)
          return { is: 'unsupported', label: word.payload as Label }
        },
      },
    ]),
  )

  protected allIn = this.RULE('allIn', (): Partial<Fact> => {
    this.CONSUME(T.AllIn)
    return { is: 'amount', value: '100', unit: 'percent', negative: false, wallet: true }
  })

  /** 'into BONK', 'with 0.5 SOL', 'for the next 3 days', 'below $2', '10 orders', 'a SOL'. */
  protected phrase = this.RULE('phrase', (): Partial<Fact> | null => {
    const leads: Leads = []
    const before: IToken[] = []
    let body: Body | undefined
    this.OR([
      {
        ALT: () => {
          // '10 % below to 10 % above': what follows 'below' there is a phrase of its own.
          this.AT_LEAST_ONE({
            GATE: () =>
              !([T.Below, T.Above].some((t) => leads.at(-1) === t) && this.among(1, [T.To, T.With])),
            DEF: () => {
              const word = this.one(1, [...leadTypes, ...determiners])
              if (determiners.includes(word.tokenType)) before.push(word)
              else leads.push(word.tokenType)
            },
          })
          this.OPTION(() => {
            body = this.SUBRULE(this.body)
          })
        },
      },
      {
        ALT: () => {
          body = this.SUBRULE1(this.body)
        },
      },
    ])
    return this.ACTION(() => {
      if (!body) return leads.length > 0 ? { is: 'lead', leads } : null
      const article = before.at(-1)?.tokenType === T.A
      if (body.is === 'time')
        Object.assign(body, { article, next: before.some((d) => d.tokenType === T.Next) })
      if (body.is === 'count' && article && body.n === '' && !body.intent)
        return [T.Sol, T.Usdc, T.Usd, T.TokenNoun, T.Named, T.Quantity].includes(this.next(-2))
          ? { is: 'per-order' }
          : null
      if (body.is === 'asset' && article && body.asset.kind !== 'it' && body.asset.kind !== 'token')
        return { is: 'amount', value: '1', unit: body.asset.kind, negative: false, leads }
      return { ...asBound(body, leads), leads }
    })
  })

  /** 'between $1 and $2'. */
  protected between = this.RULE('between', (): Partial<Fact> => {
    this.CONSUME(T.Between)
    this.MANY(() => this.one(1, [T.Of, T.The, T.A, T.Is, T.With, T.Price]))
    let low: ReturnType<typeof priceOf> | undefined
    let high: ReturnType<typeof priceOf> | undefined
    this.OPTION(() => {
      const [a, unitA] = [this.CONSUME(T.Quantity), this.unit(1)]
      this.OPTION1(() => {
        this.one(3, [T.And, T.To, T.Dash])
        const [b, unitB] = [this.CONSUME2(T.Quantity), this.unit(2)]
        this.ACTION(() => {
          low = priceOf(a, unitA ?? unitB)
          high = priceOf(b, unitB ?? unitA)
        })
      })
    })
    return this.ACTION(
      (): Partial<Fact> => (low && high ? { is: 'bound', low, high } : { is: 'lead', leads: [T.Between] }),
    )
  })

  protected unit(at: 1 | 2): IToken | undefined {
    let unit: IToken | undefined
    const read = () => {
      unit = this.one(at + 4, [T.Usd, T.Usdc, T.Cents, T.Sol, T.Percent])
    }
    if (at === 1) this.OPTION2(read)
    else this.OPTION3(read)
    return unit
  }

  /** 'until I stop it', 'until the funds run out'; any other end is not offered. */
  protected until = this.RULE('until', (): Partial<Fact> => {
    this.CONSUME(T.Until)
    let end = false
    this.MANY(() => {
      const word = this.one(1, [
        T.Stop,
        T.RunOut,
        T.To,
        T.It,
        T.A,
        T.The,
        T.My,
        T.Is,
        T.Of,
        T.Holding,
        T.Sol,
        T.Usdc,
        T.All,
        T.Named,
        T.Not,
      ])
      if (word.tokenType === T.Stop || word.tokenType === T.RunOut) end = true
    })
    return this.ACTION(
      (): Partial<Fact> => (end ? { is: 'endless' } : { is: 'unsupported', label: 'condition' }),
    )
  })
}

const parser = new InstructionParser()

/** The facts of a text, or null where the grammar itself could not go on. */
export function parse(tokens: IToken[]): Fact[] | null {
  parser.input = tokens
  const facts = parser.instruction()
  return parser.errors.length > 0 ? null : facts
}
