/** The values that the fields of plans are made of. */
import * as z from 'zod/mini'
import { MAX_INTERVAL_SECONDS } from '../limits.ts'

export const Unit = z.enum(['SOL', 'USDC', 'USD', 'token', 'percent'])
export type Unit = z.infer<typeof Unit>

/** A positive number; a decimal string if a JSON number would lose digits. */
const PlanNumber = z.union([
  z.number().check(z.positive('must be above 0')),
  z.string().check(z.regex(/^(?!0*\.?0*$)\d{1,20}(\.\d{1,18})?$/, 'must be a positive decimal number')),
])

export const PlanAmount = z.strictObject({ value: PlanNumber, unit: Unit })
export type PlanAmount = z.infer<typeof PlanAmount>

export const Price = PlanNumber
/** 5 is 5 %. */
export const Percent = z.number().check(z.positive('must be above 0'), z.maximum(100))
/** A gain may be more than the whole. */
export const Gain = z.number().check(z.positive('must be above 0'), z.maximum(100_000))
export const Seconds = z.int().check(z.minimum(1), z.maximum(MAX_INTERVAL_SECONDS))
