/**
 * The grammar. An instruction is a row of clauses in any order; each clause becomes one fact. A further kind of
 * strategy is a further clause here and a further reading of its facts; nothing is matched against whole sentences.
 */
import { EmbeddedActionsParser, type IToken, type TokenType } from 'chevrotain'
import { times } from './decimal.ts'
import type { Asset, Body, Fact, Leads, Verb } from './facts.ts'
import * as T from './token-types.ts'
import { type Label, MONTH, YEAR } from './vocabulary.ts'
import { asBound, assetOf, baseUnit, type Count, type Number_, priceOf, secondsOf } from './readings.ts'

const leadTypes = [T.For, T.With, T.OutOf, T.Into, T.To, T.Of, T.In, T.On, T.At, T.Over, T.After, T.AtMost, T.AtLeast, T.Below, T.Above]
const determiners = [T.A, T.The, T.My, T.Next]
const assetTypes = [T.Named, T.It, T.Sol, T.Usdc, T.TokenNoun]
const orderWords = [T.OrderNoun, T.Buy, T.Sell, T.Convert, T.Trade]
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
  [T.Move, 'move'],
  [T.Change, 'change'],
  [T.Separator, 'break'],
]
const nothing = [T.Is, T.And, T.Worth]
const strays = [T.Percent, T.Bps, T.Usd, T.Cents, T.Alternate, T.RunOut, T.Dash, T.Unknown]

class InstructionParser extends EmbeddedActionsParser {
  constructor() {
    super([...T.grammarTypes], { maxLookahead: 1, recoveryEnabled: false })
    this.performSelfAnalysis()
  }

  private next(n: number): TokenType {
    return this.LA(n).tokenType
  }
  private ahead(...types: TokenType[]): boolean {
    return types.every((type, i) => this.next(i + 1) === type)
  }
  private among(n: number, types: TokenType[]): boolean {
    return types.includes(this.next(n))
  }
  /** Any one of several kinds of word, in place `at` of a rule. */
  private one(at: number, types: TokenType[]): IToken {
    return this.or(at, types.map((type) => ({ ALT: () => this.consume(at, type) })))
  }

  instruction = this.RULE('instruction', (): Fact[] => {
    const facts: Fact[] = []
    this.MANY(() => {
      const first = this.LA(1)
      const found = this.SUBRULE(this.clause)
      this.ACTION(() => {
        if (found) facts.push({ leads: [], ...found, from: first.startOffset, to: this.LA(0).endOffset! + 1 } as Fact)
      })
    })
    return facts
  })

  private clause = this.RULE('clause', (): Partial<Fact> | null =>
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
        ALT: (): Partial<Fact> => {
          const word = this.CONSUME(T.Unsupported)
          return { is: 'unsupported', label: word.payload as Label }
        },
      },
    ]),
  )

  private allIn = this.RULE('allIn', (): Partial<Fact> => {
    this.CONSUME(T.AllIn)
    return { is: 'amount', value: '100', unit: 'percent', negative: false, wallet: true }
  })

  /** 'into BONK', 'with 0.5 SOL', 'for the next 3 days', 'below $2', '10 orders', 'a SOL'. */
  private phrase = this.RULE('phrase', (): Partial<Fact> | null => {
    const leads: Leads = []
    const before: IToken[] = []
    let body: Body | undefined
    this.OR([
      {
        ALT: () => {
          this.AT_LEAST_ONE(() => {
            const word = this.one(1, [...leadTypes, ...determiners])
            if (determiners.includes(word.tokenType)) before.push(word)
            else leads.push(word.tokenType)
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
      if (body.is === 'time') Object.assign(body, { article, next: before.some((d) => d.tokenType === T.Next) })
      if (body.is === 'count' && article && body.n === '') return { is: 'per-order' }
      if (body.is === 'asset' && article && body.asset.kind !== 'it' && body.asset.kind !== 'token')
        return { is: 'amount', value: '1', unit: body.asset.kind, negative: false, leads }
      return { ...asBound(body, leads), leads } as Partial<Fact>
    })
  })

  private body = this.RULE('body', (): Body =>
    this.OR<Body>([
      { ALT: () => this.SUBRULE(this.measure) },
      { ALT: () => this.SUBRULE(this.part) },
      { ALT: () => this.SUBRULE(this.whole) },
      { ALT: () => this.SUBRULE(this.slippage) },
      { ALT: () => ({ is: 'asset', asset: this.SUBRULE(this.asset) }) },
      {
        ALT: () => {
          this.CONSUME(T.Holding)
          return { is: 'wallet' }
        },
      },
      { ALT: () => this.SUBRULE(this.time, { ARGS: [{ value: '1', usd: false }] }) },
      {
        ALT: () => {
          const rate = this.CONSUME(T.Rate)
          this.OPTION(() => this.CONSUME(T.Interval))
          return { is: 'rate', seconds: rate.payload as number, rough: (rate.payload as number) >= MONTH }
        },
      },
      {
        ALT: () => {
          const noun = this.CONSUME(T.OrderNoun)
          return { is: 'count', n: '', negative: false, ...(noun.payload ? { intent: noun.payload as Verb } : {}) }
        },
      },
    ]),
  )

  private asset = this.RULE('asset', (): Asset => {
    const word = this.one(1, assetTypes)
    let named: IToken | undefined
    this.OPTION({
      GATE: () => word.tokenType !== T.TokenNoun,
      DEF: () => this.CONSUME5(T.TokenNoun),
    })
    this.OPTION1({
      GATE: () => word.tokenType === T.It || word.tokenType === T.TokenNoun,
      DEF: () => {
        named = this.CONSUME5(T.Named)
      },
    })
    this.OPTION2(() => this.CONSUME(T.Holding))
    return this.ACTION(() => assetOf(named ?? word))
  })

  /** A number and what it counts. */
  private measure = this.RULE('measure', (): Body => {
    const token = this.CONSUME(T.Quantity)
    const number = this.ACTION(() => token.payload as Number_) ?? { value: '0', usd: false }
    const negative = Boolean(number.negative)
    const plain = () => !number.usd
    const amount = (unit: Body & { is: 'amount' }): Body => unit
    return this.OR<Body>([
      { GATE: plain, ALT: () => this.SUBRULE(this.percentage, { ARGS: [number.value, negative] }) },
      {
        GATE: plain,
        ALT: () => {
          this.CONSUME(T.Bps)
          this.OPTION({ GATE: () => this.ahead(T.Slippage) || this.next(2) === T.Slippage, DEF: () => this.SUBRULE(this.slippageWord) })
          return { is: 'slippage', bps: number.value, negative }
        },
      },
      { GATE: plain, ALT: () => this.SUBRULE(this.time, { ARGS: [number] }) },
      { GATE: plain, ALT: () => this.SUBRULE(this.count, { ARGS: [number] }) },
      {
        GATE: () => plain() || this.among(1, [T.Usd, T.Usdc]),
        ALT: () => {
          const unit = this.one(1, [T.Sol, T.Usdc, T.Usd, T.Cents])
          return this.ACTION(() => amount({ is: 'amount', ...baseUnit(number.value, unit), negative }))
        },
      },
      {
        GATE: plain,
        ALT: () => {
          const unit = this.one(2, [T.TokenNoun, T.Named])
          this.OPTION1({ GATE: () => unit.tokenType === T.Named, DEF: () => this.CONSUME3(T.TokenNoun) })
          return this.ACTION(() => {
            const asset = unit.tokenType === T.Named ? assetOf(unit) : undefined
            if (asset && (asset.kind === 'SOL' || asset.kind === 'USDC'))
              return amount({ is: 'amount', value: number.value, unit: asset.kind, negative })
            return amount({ is: 'amount', value: number.value, unit: 'token', negative, ...(asset ? { asset } : {}) })
          })
        },
      },
      {
        GATE: () => plain() && (this.ahead(T.Slippage) || this.next(2) === T.Slippage),
        ALT: () => {
          this.SUBRULE1(this.slippageWord)
          return { is: 'slippage-unit' }
        },
      },
      { ALT: () => amount({ is: 'amount', value: number.value, unit: number.usd ? 'USD' : 'none', negative }) },
    ])
  })

  private slippageWord = this.RULE('slippageWord', () => {
    this.MANY(() => this.one(1, [T.AtMost, T.The, T.Of]))
    this.CONSUME(T.Slippage)
  })

  /** '10 %', then slippage or what it is a share of. */
  private percentage = this.RULE('percentage', (value: string, negative: boolean): Body => {
    this.CONSUME(T.Percent)
    let slippage = false
    let share: Share = {}
    this.OR([
      {
        GATE: () =>
          this.ahead(T.Slippage) || ((this.ahead(T.AtMost) || this.ahead(T.Of)) && this.next(2) === T.Slippage),
        ALT: () => {
          slippage = true
          this.SUBRULE(this.slippageWord)
        },
      },
      {
        ALT: () => {
          share = this.SUBRULE(this.share)
        },
      },
    ])
    return this.ACTION(() =>
      slippage
        ? { is: 'slippage', bps: times(value, '100'), negative }
        : { is: 'amount', value, unit: 'percent', negative, ...share },
    )
  })

  /** 'of my BONK', 'of the wallet', 'my SOL', or nothing. */
  private share = this.RULE('share', (): Share => {
    const share: Share = {}
    this.OPTION({ GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding, T.Of, T.All]), DEF: () => this.CONSUME(T.Of) })
    this.OPTION3({ GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding, T.Of]), DEF: () => this.CONSUME(T.All) })
    this.OPTION4({ GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding]), DEF: () => this.CONSUME2(T.Of) })
    this.MANY({ GATE: () => this.shareFollows(), DEF: () => this.one(1, determiners) })
    this.OPTION1(() => {
      share.asset = this.SUBRULE(this.asset)
    })
    this.OPTION2(() => {
      this.CONSUME(T.Holding)
      share.wallet = true
    })
    return share
  })

  private shareFollows(): boolean {
    let n = 1
    while (this.among(n, determiners)) n++
    return this.among(n, [...assetTypes, T.Holding])
  }

  /** 'half a SOL' is an amount, 'half my BONK' a share, 'half an hour' a time. */
  private part = this.RULE('part', (): Body => {
    const word = this.CONSUME(T.Fraction)
    const number = this.ACTION(() => word.payload as Number_) ?? { value: '0', usd: false }
    const unitAt = () => {
      let n = this.next(1) === T.Of ? 2 : 1
      if (this.next(n) === T.A) n++
      return this.next(n)
    }
    const units = [T.Sol, T.Usdc, T.Usd, T.Cents]
    return this.OR<Body>([
      {
        GATE: () => [...units, T.TimeUnit, T.Percent].includes(unitAt()) || (unitAt() === T.Named && this.among(1, [T.A])),
        ALT: () => {
          this.OPTION(() => this.CONSUME(T.Of))
          this.OPTION1(() => this.CONSUME(T.A))
          return this.OR1<Body>([
            { ALT: () => this.SUBRULE(this.time, { ARGS: [number] }) },
            { ALT: () => this.SUBRULE(this.percentage, { ARGS: [number.value, false] }) },
            {
              ALT: () => {
                const unit = this.one(3, units)
                return this.ACTION((): Body => ({ is: 'amount', ...baseUnit(number.value, unit), negative: false }))
              },
            },
            {
              ALT: () => {
                const unit = this.CONSUME(T.Named)
                return this.ACTION((): Body => ({ is: 'amount', value: number.value, unit: 'token', negative: false, asset: assetOf(unit) }))
              },
            },
          ])
        },
      },
      {
        ALT: () => {
          const share = this.SUBRULE(this.share)
          return this.ACTION((): Body => ({ is: 'amount', value: times(number.value, '100'), unit: 'percent', negative: false, ...share }))
        },
      },
    ])
  })

  private whole = this.RULE('whole', (): Body => {
    this.CONSUME(T.All)
    const share = this.SUBRULE(this.share)
    return this.ACTION((): Body => ({ is: 'amount', value: '100', unit: 'percent', negative: false, ...share }))
  })

  /** '5 minutes', '1h30m', 'hour and a half', '10 minutes apart'. */
  private time = this.RULE('time', (number: Number_): Body => {
    const unit = this.CONSUME(T.TimeUnit)
    let seconds = this.ACTION(() => secondsOf(number, unit)) ?? 0
    let rough = (unit.payload as number) >= MONTH && (unit.payload as number) <= YEAR
    this.MANY({
      GATE: () => this.ahead(T.Quantity, T.TimeUnit) || this.ahead(T.And, T.Quantity, T.TimeUnit),
      DEF: () => {
        this.OPTION(() => this.CONSUME(T.And))
        const more = this.CONSUME(T.Quantity)
        const small = this.CONSUME2(T.TimeUnit)
        this.ACTION(() => {
          seconds += secondsOf(more.payload as Number_, small)
          rough ||= (small.payload as number) >= MONTH
        })
      },
    })
    this.OPTION1({
      GATE: () => this.ahead(T.And, T.Fraction) && !this.among(3, [...assetTypes, T.A, T.Of, T.My, T.Usd, T.Usdc]),
      DEF: () => {
        this.CONSUME3(T.And)
        const more = this.CONSUME(T.Fraction)
        this.ACTION(() => (seconds += secondsOf(more.payload as Number_, unit)))
      },
    })
    let apart = false
    this.OPTION2(() => {
      this.CONSUME(T.Interval)
      apart = true
    })
    return apart ? { is: 'rate', seconds, rough } : { is: 'time', seconds, article: false, next: false, rough }
  })

  /** '20 times', '10 buys', '3 times a day'. */
  private count = this.RULE('count', (number: Number_): Body => {
    const noun = this.one(1, orderWords)
    let pace: Count = {}
    this.OPTION({
      GATE: () => this.among(1, [T.Rate]) || (this.among(1, [T.A, T.Per, T.Every]) && this.among(2, [T.TimeUnit])),
      DEF: () => {
        pace = this.SUBRULE(this.pace)
      },
    })
    return this.ACTION((): Body => {
      if (pace.seconds !== undefined) {
        const times = /^(?:times?|x)$/i.test(noun.image)
        return { is: 'rate', seconds: pace.seconds / Number(number.value), rough: pace.seconds >= MONTH, unclear: pace.how === T.Every || (pace.how === T.Rate && !times) }
      }
      const intent = noun.payload === 'dca' ? 'buy' : noun.tokenType === T.Sell ? 'sell' : (noun.payload as Verb | undefined)
      return { is: 'count', n: number.value, negative: Boolean(number.negative), ...(intent ? { intent } : {}) }
    })
  })

  private pace = this.RULE('pace', (): Count =>
    this.OR<Count>([
      {
        ALT: () => {
          const rate = this.CONSUME(T.Rate)
          return { seconds: rate.payload as number, how: T.Rate }
        },
      },
      {
        ALT: () => {
          const how = this.one(1, [T.A, T.Per, T.Every])
          const unit = this.CONSUME(T.TimeUnit)
          return { seconds: unit.payload as number, how: how.tokenType }
        },
      },
    ]),
  )

  /** 'once a minute', 'twice daily', 'twice every day', 'once every 3 hours'; alone it is a count. */
  private repeats = this.RULE('repeats', (): Body | null => {
    const word = this.CONSUME(T.Repeats)
    const n = (word.payload as number) ?? 1
    let pace: Count | undefined
    this.OPTION({
      GATE: () => this.among(1, [T.Rate]) || (this.among(1, [T.A, T.Per, T.Every]) && this.among(2, [T.TimeUnit])),
      DEF: () => {
        pace = this.SUBRULE(this.pace)
      },
    })
    return this.ACTION((): Body | null => {
      if (pace?.seconds !== undefined) return { is: 'rate', seconds: pace.seconds / n, rough: pace.seconds >= MONTH }
      // 'once every 3 hours', 'once in 2 hours': the interval follows.
      if (n === 1 && this.among(1, [T.Every, T.Per])) return null
      return { is: 'count', n: String(n), negative: false, ...(n === 1 ? { once: true } : {}) }
    })
  })

  /** 'every 5 minutes', 'per hour', 'each order', 'every other day', 'interval of 4 s'. */
  private interval = this.RULE('interval', (): Partial<Fact> | null => {
    const word = this.one(1, [T.Every, T.Per, T.Interval])
    let of = false
    this.MANY({
      GATE: () => word.tokenType === T.Interval,
      DEF: () => {
        this.one(2, [T.Of, T.Is, T.At, T.A, T.Every])
        of = true
      },
    })
    return this.OR<Partial<Fact> | null>([
      {
        GATE: () => this.among(2, [T.TimeUnit]) && (this.among(1, [T.Alternate]) || /^second$/i.test(this.LA(1).image)),
        ALT: () => {
          const step = this.one(3, [T.Alternate, T.TimeUnit])
          const unit = this.CONSUME2(T.TimeUnit)
          return this.ACTION((): Partial<Fact> => {
            const n = step.tokenType === T.TimeUnit ? 2 : (step.payload as number)
            return { is: 'rate', seconds: n * (unit.payload as number), rough: (unit.payload as number) >= MONTH }
          })
        },
      },
      {
        GATE: () => this.periodFollows(),
        ALT: () => this.SUBRULE(this.period),
      },
      {
        GATE: () => word.tokenType !== T.Interval,
        ALT: () => {
          this.one(4, [T.OrderNoun, T.Trade, T.Buy, T.Sell, T.Convert])
          return { is: 'per-order' }
        },
      },
      {
        GATE: () => word.tokenType !== T.Interval,
        ALT: (): Partial<Fact> => {
          this.CONSUME(T.Holding)
          return { is: 'unsupported', label: 'wallets' }
        },
      },
      {
        ALT: () => (word.tokenType === T.Interval || of ? { is: 'lead' } : { is: 'per-order' }),
      },
    ])
  })

  private periodFollows(): boolean {
    const n = this.next(1) === T.A ? 2 : 1
    if (this.next(n) === T.TimeUnit) return true
    if (this.next(n) === T.Quantity) return this.next(n + 1) === T.TimeUnit
    if (this.next(n) !== T.Fraction) return false
    let m = n + 1
    while (this.among(m, [T.Of, T.A])) m++
    return this.next(m) === T.TimeUnit
  }

  private period = this.RULE('period', (): Partial<Fact> => {
    this.OPTION(() => this.CONSUME(T.A))
    let number: Number_ = { value: '1', usd: false }
    this.OPTION1(() => {
      const word = this.one(1, [T.Quantity, T.Fraction])
      this.ACTION(() => (number = word.payload as Number_))
      this.MANY(() => this.one(2, [T.Of, T.A]))
    })
    const length = this.SUBRULE(this.time, { ARGS: [number] })
    return this.ACTION((): Partial<Fact> => {
      if (length.is !== 'time' && length.is !== 'rate') return {}
      return { is: 'rate', seconds: number.negative ? -length.seconds : length.seconds, rough: Boolean(length.rough) }
    })
  })

  /** 'slippage of at most 1 %', 'slippage: 50 bps'. */
  private slippage = this.RULE('slippage', (): Body => {
    this.CONSUME(T.Slippage)
    let number: Number_ | undefined
    let unit: IToken | undefined
    this.MANY({
      GATE: () => this.slippageFollows(),
      DEF: () => this.one(1, [T.Of, T.Is, T.At, T.A, T.The, T.AtMost, T.To, T.Below]),
    })
    this.OPTION({
      GATE: () => this.among(1, [T.Quantity]) && this.among(2, [T.Percent, T.Bps]) || this.slippageFollows() || !this.among(2, [...assetTypes, T.TimeUnit, T.Usd, ...orderWords]) ,
      DEF: () => {
        const word = this.one(2, [T.Quantity, T.Fraction])
        this.ACTION(() => (number = word.payload as Number_))
        this.OPTION1(() => this.CONSUME2(T.A))
        this.OPTION2(() => {
          unit = this.one(3, [T.Percent, T.Bps])
        })
      },
    })
    return this.ACTION((): Body => {
      if (!number || !unit) return { is: 'slippage-unit' }
      const bps = unit.tokenType === T.Percent ? times(number.value, '100') : number.value
      return { is: 'slippage', bps, negative: Boolean(number.negative) }
    })
  })

  private slippageFollows(): boolean {
    let n = 1
    while (this.among(n, [T.Of, T.Is, T.At, T.A, T.The, T.AtMost, T.To, T.Below])) n++
    return this.among(n, [T.Quantity, T.Fraction]) && this.among(n + 1, [T.Percent, T.Bps, T.A, T.Separator])
  }

  /** 'between $1 and $2'. */
  private between = this.RULE('between', (): Partial<Fact> => {
    this.CONSUME(T.Between)
    this.MANY(() => this.one(1, [T.Of, T.The, T.A, T.Is]))
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
    return this.ACTION((): Partial<Fact> => (low && high ? { is: 'bound', low, high } : { is: 'lead', leads: [T.Between] }))
  })

  private unit(at: 1 | 2): IToken | undefined {
    let unit: IToken | undefined
    const read = () => {
      unit = this.one(at + 4, [T.Usd, T.Usdc, T.Cents, T.Sol, T.Percent])
    }
    if (at === 1) this.OPTION2(read)
    else this.OPTION3(read)
    return unit
  }

  /** 'until I stop it', 'until the funds run out'; any other end is not offered. */
  private until = this.RULE('until', (): Partial<Fact> => {
    this.CONSUME(T.Until)
    let end = false
    this.MANY(() => {
      const word = this.one(1, [T.Stop, T.RunOut, T.To, T.It, T.A, T.The, T.My, T.Is, T.Of, T.Holding, T.Sol, T.Usdc, T.All, T.Named, T.Not])
      if (word.tokenType === T.Stop || word.tokenType === T.RunOut) end = true
    })
    return this.ACTION((): Partial<Fact> => (end ? { is: 'endless' } : { is: 'unsupported', label: 'condition' }))
  })
}

type Share = { asset?: Asset; wallet?: boolean }

const parser = new InstructionParser()

/** The facts of a text, or null where the grammar itself could not go on. */
export function parse(tokens: IToken[]): Fact[] | null {
  parser.input = tokens
  const facts = parser.instruction()
  return parser.errors.length > 0 ? null : facts
}
