/** The numeric fields of a bot's form: text while typing, and sent exactly as typed. */
import { BOT_DEFAULTS, type BotParameters } from '@purser/contract/trading-bots/trading-bots.ts'
import {
  BOT_INTERVAL_MAX_SECONDS,
  BOT_INTERVAL_MIN_SECONDS,
  BOT_VOLATILITY_MULTIPLIER_MAX,
} from '@purser/contract/limits.ts'
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'

export type NumberField = Exclude<
  keyof BotParameters,
  'mint_address' | 'status' | 'aggressiveness' | 'use_advanced_settings' | 'use_usdc_trading'
>

/** Decimals of the working precision: two fewer for a percent, since it is a hundred times its fraction. */
const PLACES = 18
const PERCENT_PLACES = 2

type Kind = 'percent' | 'seconds' | 'amount' | 'factor'
type Rule = {
  kind: Kind
  /** The amount that one press of an arrow key adds. */
  step: string
  least: string
  most: string | undefined
  /** Decimals that may be typed. */
  places: number
}
const kinds = {
  percent: { kind: 'percent', step: '1', least: '0', most: '100', places: 6 },
  seconds: {
    kind: 'seconds',
    step: '60',
    least: String(BOT_INTERVAL_MIN_SECONDS),
    most: String(BOT_INTERVAL_MAX_SECONDS),
    places: 0,
  },
  amount: { kind: 'amount', step: '1', least: '0', most: undefined, places: 9 },
  factor: { kind: 'factor', step: '1', least: '1', most: String(BOT_VOLATILITY_MULTIPLIER_MAX), places: 2 },
} as const satisfies Record<Kind, Rule>

export const rules: Record<NumberField, Rule> = {
  whale_trade_percent_min: kinds.percent,
  whale_trade_percent_max: kinds.percent,
  retail_trade_percent_min: kinds.percent,
  retail_trade_percent_max: kinds.percent,
  whale_buy_probability: kinds.percent,
  retail_buy_probability: kinds.percent,
  whale_interval_min: kinds.seconds,
  whale_interval_max: kinds.seconds,
  retail_interval_min: kinds.seconds,
  retail_interval_max: kinds.seconds,
  whale_threshold: kinds.amount,
  price_range_min: kinds.amount,
  price_range_max: kinds.amount,
  hour_threshold: { ...kinds.percent, step: '0.1' },
  day_threshold: { ...kinds.percent, step: '0.1' },
  volatility_multiplier: kinds.factor,
}
export const numberFields = Object.keys(rules) as NumberField[]

const units = (text: string): bigint => parseUnitsDown(text, PLACES)
const isNumber = (text: string): boolean => /\d/.test(text)

/** A fraction of the server in percent: 0.02 is '2'. */
export const percentText = (fraction: number | string): string =>
  formatUnits(units(String(fraction)), PLACES - PERCENT_PLACES)
/** Percent as the fraction to send: '2' is 0.02, without a float's own digits. */
export const fractionOf = (percent: string): number =>
  Number(formatUnits(units(percent), PLACES + PERCENT_PLACES))

/** Returns a value of the server in the form of its field. */
export const textOf = (field: NumberField, value: number | string): string =>
  rules[field].kind === 'percent' ? percentText(value) : formatUnits(units(String(value)), PLACES)

/** Returns the value to send for a field; undefined if it is empty. An amount stays text: no digit is lost. */
export function valueOf(field: NumberField, text: string): number | string | undefined {
  if (!isNumber(text)) return undefined
  const { kind } = rules[field]
  if (kind === 'percent') return fractionOf(text)
  return kind === 'amount' ? formatUnits(units(text), PLACES) : Number(text)
}

/** Tells whether it may be typed: an empty text, a lone point, or digits with no more decimals than the field takes. */
export function accepts(field: NumberField, text: string): boolean {
  const { places } = rules[field]
  const [, whole = '', fraction] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (text !== `${whole}${fraction === undefined ? '' : `.${fraction}`}`) return false
  return whole.length <= 12 && (fraction === undefined || (places > 0 && fraction.length <= places))
}

function clamp(text: string, { least, most }: Rule): string {
  const value = units(text)
  if (value < units(least)) return least
  if (most !== undefined && value > units(most)) return most
  return formatUnits(value, PLACES)
}

/** The text after blur: within its limits; an emptied interval becomes the shortest, any other field its default. */
export function normalizeText(field: NumberField, text: string): string {
  const rule = rules[field]
  if (isNumber(text)) return clamp(text, rule)
  return rule.kind === 'seconds' ? rule.least : textOf(field, BOT_DEFAULTS[field])
}

/** The text after an arrow key. */
export function stepText(field: NumberField, text: string, direction: 1 | -1): string {
  const rule = rules[field]
  const now = isNumber(text) ? units(text) : 0n
  const next = now + BigInt(direction) * units(rule.step)
  return clamp(formatUnits(next > 0n ? next : 0n, PLACES), rule)
}

/** Tells whether the one text is a larger number than the other. */
export const exceeds = (one: string, other: string): boolean =>
  isNumber(one) && isNumber(other) && units(one) > units(other)

/** Tells whether the number is outside the field's limits; an empty one is. */
export function isOutside(field: NumberField, text: string): boolean {
  const { least, most } = rules[field]
  return !isNumber(text) || exceeds(least, text) || (most !== undefined && exceeds(text, most))
}

/** '10 min', '1 h 30 min', '1 day'; empty if it is no duration. */
export function lengthText(seconds: string): string {
  const all = isNumber(seconds) ? Number(seconds) : 0
  const parts: [number, string][] = [
    [Math.floor(all / 86_400), 'day'],
    [Math.floor((all % 86_400) / 3600), 'h'],
    [Math.floor((all % 3600) / 60), 'min'],
    [all % 60, 's'],
  ]
  return parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit === 'day' && n > 1 ? 'days' : unit}`)
    .join(' ')
}
