/** Bounds the spending of all orders together: they are capped when they are placed. */
import { maxSpend as field } from '@purser/contract/strategies/limits/max-spend.ts'
import type { LimitRule } from './limit.ts'

export const maxSpend: LimitRule<'max_spend'> = () => ({
  most: ({ terms }) => terms?.limits.max_spend?.units ?? null,
  skipCode: field.skipCode,
})
