/** The rules that the others are made of: tokens, lengths of time, paces and shares. */
import { EmbeddedActionsParser, type IOrAlt, type IToken, type TokenType } from 'chevrotain'
import type { Asset, Body } from './facts.ts'
import { assetOf, type Count, type Number_, secondsOf } from './readings.ts'
import * as T from './token-types.ts'
import { MONTH, YEAR } from './vocabulary.ts'

export const determiners = [T.A, T.The, T.My, T.Next]
export const assetTypes = [T.Named, T.It, T.Sol, T.Usdc, T.TokenNoun]
export const orderWords = [T.OrderNoun, T.Buy, T.Sell, T.Convert, T.Trade]
export type Share = { asset?: Asset; wallet?: boolean }

export class WordRules extends EmbeddedActionsParser {
  constructor() {
    super([...T.grammarTypes], { maxLookahead: 1, recoveryEnabled: false })
  }

  /** One of several alternatives, tried in their order. */
  protected choose<R>(at: number, alternatives: IOrAlt<R>[]): R {
    return this.or(at, alternatives)
  }

  protected next(n: number): TokenType {
    return this.LA(n).tokenType
  }

  protected ahead(...types: TokenType[]): boolean {
    return types.every((type, i) => this.next(i + 1) === type)
  }

  protected among(n: number, types: TokenType[]): boolean {
    return types.includes(this.next(n))
  }

  /** Any one of several kinds of word, in place `at` of a rule. */
  protected one(at: number, types: TokenType[]): IToken {
    return this.or(
      at,
      types.map((type) => ({ ALT: () => this.consume(at, type) })),
    )
  }

  protected asset = this.RULE('asset', (): Asset => {
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

  /** '5 minutes', '1h30m', 'hour and a half', '10 minutes apart'. */
  protected time = this.RULE('time', (number: Number_): Body => {
    const unit = this.CONSUME(T.TimeUnit)
    let seconds = this.ACTION(() => secondsOf(number, unit)) ?? 0
    let rough = (unit.payload as number) >= MONTH && (unit.payload as number) <= YEAR
    this.MANY({
      GATE: () =>
        (this.ahead(T.Quantity, T.TimeUnit) && this.smaller(2, unit)) ||
        (this.ahead(T.And, T.Quantity, T.TimeUnit) && this.smaller(3, unit)),
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
      GATE: () =>
        this.ahead(T.And, T.Fraction) && !this.among(3, [...assetTypes, T.A, T.Of, T.My, T.Usd, T.Usdc]),
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
    return apart
      ? { is: 'rate', seconds, rough }
      : { is: 'time', seconds, article: false, next: false, rough }
  })

  /** '1 hour 30 minutes' goes on, '50 days and 200 days' does not. */
  protected smaller(n: number, unit: IToken): boolean {
    return (this.LA(n).payload as number) < (unit.payload as number)
  }

  protected pace = this.RULE(
    'pace',
    (): Count =>
      this.choose<Count>(0, [
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

  /** 'of my BONK', 'of the wallet', 'my SOL', or nothing. */
  protected share = this.RULE('share', (): Share => {
    const share: Share = {}
    this.OPTION({
      GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding, T.Of, T.All]),
      DEF: () => this.CONSUME(T.Of),
    })
    this.OPTION3({
      GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding, T.Of]),
      DEF: () => this.CONSUME(T.All),
    })
    this.OPTION4({
      GATE: () => this.among(2, [...determiners, ...assetTypes, T.Holding]),
      DEF: () => this.CONSUME2(T.Of),
    })
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

  protected shareFollows(): boolean {
    let n = 1
    while (this.among(n, determiners)) n++
    return this.among(n, [...assetTypes, T.Holding])
  }

  protected slippageWord = this.RULE('slippageWord', () => {
    this.MANY(() => this.one(1, [T.AtMost, T.The, T.Of]))
    this.CONSUME(T.Slippage)
  })
}
