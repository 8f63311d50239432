/** What a word or a number of the grammar means. */
import type { IToken, TokenType } from 'chevrotain'
import { times } from './decimal.ts'
import type { AmountUnit, Asset, Body, Leads, Price } from './facts.ts'
import * as T from './token-types.ts'

export type Number_ = { value: string; usd: boolean; negative?: boolean }
export type Count = { seconds?: number; how?: TokenType }

export function assetOf(word: IToken): Asset {
  if (word.tokenType === T.Sol) return { kind: 'SOL' }
  if (word.tokenType === T.Usdc) return { kind: 'USDC' }
  return word.tokenType === T.Named ? (word.payload as Asset) : { kind: 'it' }
}

export function baseUnit(value: string, unit: IToken): { value: string; unit: AmountUnit } {
  if (unit.tokenType === T.Cents) return { value: times(value, '0.01'), unit: 'USD' }
  return { value, unit: unit.tokenType === T.Sol ? 'SOL' : unit.tokenType === T.Usdc ? 'USDC' : 'USD' }
}

/** Whole seconds where the float is off by rounding only. */
export function secondsOf(number: Number_, unit: IToken): number {
  const seconds = Number(number.value) * (unit.payload as number)
  return Math.abs(seconds - Math.round(seconds)) < 1e-6 ? Math.round(seconds) : seconds
}

export function priceOf(quantity: IToken, unit?: IToken): Price {
  const number = quantity.payload as Number_
  const price: Price = {
    value: number.value,
    usd: number.usd,
    ...(number.negative ? { negative: true } : {}),
  }
  if (!unit) return price
  if (unit.tokenType === T.Cents) return { ...price, value: times(number.value, '0.01'), usd: true }
  return unit.tokenType === T.Usd || unit.tokenType === T.Usdc
    ? { ...price, usd: true }
    : { ...price, bad: unit.image }
}

/** An amount of dollars below or above which something happens is a price. */
export function asBound(body: Body, leads: Leads): Body {
  const high = leads.includes(T.Below)
  const low = leads.includes(T.Above) || leads.includes(T.Over)
  if (body.is !== 'amount' || !(high || low)) return body
  const price: Price = {
    value: body.value,
    usd: body.unit === 'USD' || body.unit === 'USDC',
    ...(body.negative ? { negative: true } : {}),
    ...(['SOL', 'percent', 'token'].includes(body.unit)
      ? { bad: body.unit === 'percent' ? '%' : body.unit }
      : {}),
  }
  return high ? { is: 'bound', high: price } : { is: 'bound', low: price }
}
