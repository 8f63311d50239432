/** This type of plan, as the server trades it. */
import type { RsiPlan } from '@purser/contract/plan.ts'
import type { PlanType } from '../plan-type.ts'
import { nextBySignal } from '../signal.ts'
import { rsiRules } from './rules.ts'

export const rsi: PlanType<RsiPlan> = { rules: rsiRules, next: nextBySignal }
