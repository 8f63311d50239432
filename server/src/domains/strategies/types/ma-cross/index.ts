/** The server's part of this type of plan. */
import type { MaCrossPlan } from '@purser/contract/strategies/plan.ts'
import type { PlanType } from '../plan-type.ts'
import { nextBySignal } from '../signal.ts'
import { maCrossRules } from './rules.ts'

export const maCross: PlanType<MaCrossPlan> = { rules: maCrossRules, next: nextBySignal }
