/** The rules of what is measured: amounts, shares, counts and slippage. */
import type { IToken } from 'chevrotain'
import { times } from './decimal.ts'
import type { Body, Verb } from './facts.ts'
import { assetOf, baseUnit, type Count, type Number_ } from './readings.ts'
import * as T from './token-types.ts'
import { MONTH } from './vocabulary.ts'
import { assetTypes, orderWords, type Share, WordRules } from './word-rules.ts'

export class MeasureRules extends WordRules {
  /** A number and what it counts. */
  protected measure = this.RULE('measure', (): Body => {
    const token = this.CONSUME(T.Quantity)
    const number = this.ACTION(() => token.payload as Number_) ?? { value: '0', usd: false }
    const negative = Boolean(number.negative)
    const plain = () => !number.usd
    const amount = (unit: Body & { is: 'amount' }): Body => unit
    return this.choose<Body>(0, [
      { GATE: plain, ALT: () => this.SUBRULE(this.percentage, { ARGS: [number.value, negative] }) },
      {
        GATE: plain,
        ALT: () => {
          this.CONSUME(T.Bps)
          this.OPTION({
            GATE: () => this.ahead(T.Slippage) || this.next(2) === T.Slippage,
            DEF: () => this.SUBRULE(this.slippageWord),
          })
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
            return amount({
              is: 'amount',
              value: number.value,
              unit: 'token',
              negative,
              ...(asset ? { asset } : {}),
            })
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
      {
        ALT: () => amount({ is: 'amount', value: number.value, unit: number.usd ? 'USD' : 'none', negative }),
      },
    ])
  })

  /** '10 %', then slippage or what it is a share of. */
  protected percentage = this.RULE('percentage', (value: string, negative: boolean): Body => {
    this.CONSUME(T.Percent)
    let slippage = false
    let share: Share = {}
    this.OR([
      {
        GATE: () =>
          this.ahead(T.Slippage) ||
          ((this.ahead(T.AtMost) || this.ahead(T.Of)) && this.next(2) === T.Slippage),
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

  /** 'half a SOL' is an amount, 'half my BONK' a share, 'half an hour' a time. */
  protected part = this.RULE('part', (): Body => {
    const word = this.CONSUME(T.Fraction)
    const number = this.ACTION(() => word.payload as Number_) ?? { value: '0', usd: false }
    const unitAt = () => {
      let n = this.next(1) === T.Of ? 2 : 1
      if (this.next(n) === T.A) n++
      return this.next(n)
    }
    const units = [T.Sol, T.Usdc, T.Usd, T.Cents]
    return this.choose<Body>(0, [
      {
        GATE: () =>
          [...units, T.TimeUnit, T.Percent].includes(unitAt()) ||
          (unitAt() === T.Named && this.among(1, [T.A])),
        ALT: () => {
          this.OPTION(() => this.CONSUME(T.Of))
          this.OPTION1(() => this.CONSUME(T.A))
          return this.choose<Body>(1, [
            { ALT: () => this.SUBRULE(this.time, { ARGS: [number] }) },
            { ALT: () => this.SUBRULE(this.percentage, { ARGS: [number.value, false] }) },
            {
              ALT: () => {
                const unit = this.one(3, units)
                return this.ACTION(
                  (): Body => ({ is: 'amount', ...baseUnit(number.value, unit), negative: false }),
                )
              },
            },
            {
              ALT: () => {
                const unit = this.CONSUME(T.Named)
                return this.ACTION(
                  (): Body => ({
                    is: 'amount',
                    value: number.value,
                    unit: 'token',
                    negative: false,
                    asset: assetOf(unit),
                  }),
                )
              },
            },
          ])
        },
      },
      {
        ALT: () => {
          const share = this.SUBRULE(this.share)
          return this.ACTION(
            (): Body => ({
              is: 'amount',
              value: times(number.value, '100'),
              unit: 'percent',
              negative: false,
              ...share,
            }),
          )
        },
      },
    ])
  })

  protected whole = this.RULE('whole', (): Body => {
    this.CONSUME(T.All)
    const share = this.SUBRULE(this.share)
    return this.ACTION(
      (): Body => ({ is: 'amount', value: '100', unit: 'percent', negative: false, ...share }),
    )
  })

  /** '20 times', '10 buys', '3 times a day'. */
  protected count = this.RULE('count', (number: Number_): Body => {
    const noun = this.one(1, orderWords)
    let pace: Count = {}
    this.OPTION({
      GATE: () =>
        this.among(1, [T.Rate]) || (this.among(1, [T.A, T.Per, T.Every]) && this.among(2, [T.TimeUnit])),
      DEF: () => {
        pace = this.SUBRULE(this.pace)
      },
    })
    return this.ACTION((): Body => {
      if (pace.seconds !== undefined) {
        const times = /^(?:times?|x)$/i.test(noun.image)
        return {
          is: 'rate',
          seconds: pace.seconds / Number(number.value),
          rough: pace.seconds >= MONTH,
          unclear: pace.how === T.Every || (pace.how === T.Rate && !times),
        }
      }
      const intent =
        noun.payload === 'dca'
          ? 'buy'
          : noun.tokenType === T.Sell
            ? 'sell'
            : (noun.payload as Verb | undefined)
      return {
        is: 'count',
        n: number.value,
        negative: Boolean(number.negative),
        ...(intent ? { intent } : {}),
      }
    })
  })

  /** 'slippage of at most 1 %', 'slippage: 50 bps'. */
  protected slippage = this.RULE('slippage', (): Body => {
    this.CONSUME(T.Slippage)
    let number: Number_ | undefined
    let unit: IToken | undefined
    this.MANY({
      GATE: () => this.slippageFollows(),
      DEF: () => this.one(1, [T.Of, T.Is, T.At, T.A, T.The, T.AtMost, T.To, T.Below]),
    })
    this.OPTION({
      GATE: () =>
        (this.among(1, [T.Quantity]) && this.among(2, [T.Percent, T.Bps])) ||
        this.slippageFollows() ||
        !this.among(2, [...assetTypes, T.TimeUnit, T.Usd, ...orderWords]),
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

  protected slippageFollows(): boolean {
    let n = 1
    while (this.among(n, [T.Of, T.Is, T.At, T.A, T.The, T.AtMost, T.To, T.Below])) n++
    return this.among(n, [T.Quantity, T.Fraction]) && this.among(n + 1, [T.Percent, T.Bps, T.A, T.Separator])
  }

  protected body = this.RULE(
    'body',
    (): Body =>
      this.choose<Body>(0, [
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
            return {
              is: 'count',
              n: '',
              negative: false,
              ...(noun.payload ? { intent: noun.payload as Verb } : {}),
            }
          },
        },
      ]),
  )
}
