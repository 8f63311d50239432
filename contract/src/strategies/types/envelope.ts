/** The fields that plans of every type have, and how they trade. */
import * as z from 'zod/mini'
import { DEFAULT_SLIPPAGE_BPS, MAX_SLIPPAGE_BPS } from '../../limits.ts'
import { Address } from '../../values.ts'
import { Risk } from '../limits/index.ts'

export const envelope = {
  version: z.literal(1),
  /** The instruction in one plain sentence. */
  goal: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The mint that is traded (base). */
  token_address: Address,
  /** The symbol that the desk found for a token that no list knows. Only the desk ever sets it. */
  token_symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** The currency that it is traded against. */
  quote: z.enum(['SOL', 'USDC']),
  slippage_bps: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SLIPPAGE_BPS)), DEFAULT_SLIPPAGE_BPS),
  /** The strategy ends after this many days, whatever is left. */
  duration_days: z.optional(z.number().check(z.positive(), z.maximum(3650))),
  /** Whether the token bought is kept or sold when the strategy is stopped. */
  on_stop: z._default(z.enum(['keep', 'sell']), 'keep'),
  risk: z.optional(Risk),
}
export const oneSided = { trade_direction: z.enum(['buy', 'sell']) }
export const bothSides = { trade_direction: z.literal('both') }
