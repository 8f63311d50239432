/** The server's part of this type of plan. */
import type { RsiPlan } from '@purser/contract/strategies/plan.ts'
import type { PlanType } from '../plan-type.ts'
import { nextBySignal } from '../signal.ts'
import { rsiRules } from './rules.ts'

export const rsi: PlanType<RsiPlan> = { rules: rsiRules, next: nextBySignal }
