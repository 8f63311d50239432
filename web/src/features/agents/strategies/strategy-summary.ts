/** A strategy in one line, for places without room for more. */
import { typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { typeNames } from '@purser/contract/strategies/types/names.ts'

/** 'BONK · DCA 178/500', 'WIF · Grid 12'. */
export function strategySummary({ plan, orders_filled: filled }: Strategy): string {
  const count = typeFacts(plan).orders(plan)
  const done = filled.toLocaleString('en')
  const progress = count === null ? done : `${done}/${count.toLocaleString('en')}`
  return `${symbolInPlan(plan)} · ${typeNames[plan.strategy_type]} ${progress}`
}
