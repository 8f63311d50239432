/** The typed text of a bot's form, its problems, and the request. */
import {
  BOT_DEFAULTS,
  type BotParameters,
  type BotParametersChange,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import {
  exceeds,
  isOutside,
  type NumberField,
  numberFields,
  rules,
  normalizeText,
  textOf,
  valueOf,
} from './bot-fields.ts'

export type Draft = Record<NumberField, string> &
  Pick<BotParameters, 'mint_address' | 'aggressiveness' | 'use_advanced_settings' | 'use_usdc_trading'>
export type DraftField = keyof Draft

export function draftOf(parameters: BotParameters): Draft {
  const texts = numberFields.map((field) => [field, textOf(field, parameters[field])] as const)
  const { mint_address, aggressiveness, use_advanced_settings, use_usdc_trading } = parameters
  return {
    ...(Object.fromEntries(texts) as Record<NumberField, string>),
    mint_address,
    aggressiveness,
    use_advanced_settings,
    use_usdc_trading,
  }
}

/** Tells whether they are the same once saved. */
export const isSame = (field: DraftField, one: Draft[DraftField], other: Draft[DraftField]): boolean => {
  if (field === 'mint_address') return String(one).trim() === String(other).trim()
  if (!(field in rules)) return one === other
  const [a, b] = [one, other].map((text) => valueOf(field as NumberField, String(text)))
  return a === b
}

export type Problem = { text: string; fields: DraftField[] }

const pairs = [
  ['whale_trade_percent', botTexts.order('Whale trade percentage')],
  ['retail_trade_percent', botTexts.order('Retail trade percentage')],
  ['price_range', botTexts.order('Price range')],
] as const
const intervals = [
  ['whale_interval', botTexts.whaleInterval],
  ['retail_interval', botTexts.retailInterval],
] as const
const limitText = 'Percentages are from 0 to 100, the volatility multiplier is from 1 to 10.'

/**
 * Returns emptied fields with their values after blur, since a form may be sent from within one; empty intervals are
 * problems.
 */
export function filled(draft: Draft): Draft {
  const empty = numberFields.filter(
    (field) => rules[field].kind !== 'seconds' && valueOf(field, draft[field]) === undefined,
  )
  return { ...draft, ...Object.fromEntries(empty.map((field) => [field, normalizeText(field, '')])) }
}

/** Lists every reason why it cannot be saved, in order. */
export function problemsOf(draft: Draft): Problem[] {
  const found: Problem[] = []
  if (draft.mint_address.trim() === '') found.push({ text: botTexts.mintRequired, fields: ['mint_address'] })
  for (const [name, texts] of intervals) {
    const both: NumberField[] = [`${name}_min`, `${name}_max`]
    const outside = both.filter((field) => isOutside(field, draft[field]))
    if (outside.length > 0) found.push({ text: texts.range, fields: outside })
    else if (exceeds(draft[`${name}_min`], draft[`${name}_max`]))
      found.push({ text: texts.order, fields: both })
  }
  const outside = numberFields.filter(
    (field) => ['percent', 'factor'].includes(rules[field].kind) && isOutside(field, draft[field]),
  )
  if (outside.length > 0) found.push({ text: limitText, fields: outside })
  for (const [name, text] of pairs)
    if (exceeds(draft[`${name}_min`], draft[`${name}_max`]))
      found.push({ text, fields: [`${name}_min`, `${name}_max`] })
  return found
}

/** Takes a draft without problems; saved parameters are marked as active, so that the bot can start. */
export function changeOf(draft: Draft, groupId: number): BotParametersChange {
  const values = numberFields.map(
    (field) => [field, valueOf(field, draft[field]) ?? BOT_DEFAULTS[field]] as const,
  )
  return {
    ...(Object.fromEntries(values) as Pick<BotParametersChange, NumberField>),
    groupId,
    mint_address: draft.mint_address.trim(),
    aggressiveness: draft.aggressiveness,
    use_advanced_settings: draft.use_advanced_settings,
    use_usdc_trading: draft.use_usdc_trading,
    status: 'active',
  }
}
