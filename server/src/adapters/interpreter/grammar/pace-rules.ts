/** The rules of how often: 'every 5 minutes', 'twice a day', 'once'. */
import type { Body, Fact } from './facts.ts'
import { MeasureRules } from './measure-rules.ts'
import type { Count, Number_ } from './readings.ts'
import * as T from './token-types.ts'
import { MONTH } from './vocabulary.ts'

export class PaceRules extends MeasureRules {
  /** 'once a minute', 'twice daily', 'twice every day', 'once every 3 hours'; alone it is a count. */
  protected repeats = this.RULE('repeats', (): Body | null => {
    const word = this.CONSUME(T.Repeats)
    const n = (word.payload as number) ?? 1
    let pace: Count | undefined
    this.OPTION({
      GATE: () =>
        this.among(1, [T.Rate]) || (this.among(1, [T.A, T.Per, T.Every]) && this.among(2, [T.TimeUnit])),
      DEF: () => {
        pace = this.SUBRULE(this.pace)
      },
    })
    return this.ACTION((): Body | null => {
      if (pace?.seconds !== undefined)
        return { is: 'rate', seconds: pace.seconds / n, rough: pace.seconds >= MONTH }
      // 'once every 3 hours', 'once in 2 hours': the interval follows.
      if (n === 1 && this.among(1, [T.Every, T.Per])) return null
      return { is: 'count', n: String(n), negative: false, ...(n === 1 ? { once: true } : {}) }
    })
  })

  /** 'every 5 minutes', 'per hour', 'each order', 'every other day', 'interval of 4 s'. */
  protected interval = this.RULE('interval', (): Partial<Fact> | null => {
    const word = this.one(1, [T.Every, T.Per, T.Interval])
    let of = false
    this.MANY({
      GATE: () => word.tokenType === T.Interval,
      DEF: () => {
        this.one(2, [T.Of, T.Is, T.At, T.A, T.Every])
        of = true
      },
    })
    return this.choose<Partial<Fact> | null>(0, [
      {
        GATE: () =>
          this.among(2, [T.TimeUnit]) && (this.among(1, [T.Alternate]) || /^second$/i.test(this.LA(1).image)),
        ALT: () => {
          const step = this.one(3, [T.Alternate, T.TimeUnit])
          const unit = this.CONSUME2(T.TimeUnit)
          return this.ACTION((): Partial<Fact> => {
            const n = step.tokenType === T.TimeUnit ? 2 : (step.payload as number)
            return {
              is: 'rate',
              seconds: n * (unit.payload as number),
              rough: (unit.payload as number) >= MONTH,
            }
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

  protected periodFollows(): boolean {
    const n = this.next(1) === T.A ? 2 : 1
    if (this.next(n) === T.TimeUnit) return true
    if (this.next(n) === T.Quantity) return this.next(n + 1) === T.TimeUnit
    if (this.next(n) !== T.Fraction) return false
    let m = n + 1
    while (this.among(m, [T.Of, T.A])) m++
    return this.next(m) === T.TimeUnit
  }

  protected period = this.RULE('period', (): Partial<Fact> => {
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
      return {
        is: 'rate',
        seconds: number.negative ? -length.seconds : length.seconds,
        rough: Boolean(length.rough),
      }
    })
  })
}
