/** The figures that the explanation of a plan is made of. */
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import type { Quote } from '../../../ports/market.ts'
import type { Asset } from '../../strategies/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { Share } from './share.ts'

export type Part = { address: string; amount: bigint }
export type ExplanationFigures = {
  plan: Plan
  wallets: OwnedWallet[]
  input: Asset
  output: Asset
  /** One order, and all of them, in base units of the input. */
  each: bigint
  total: bigint
  orders: number | null
  /** The most that the wallets can spend, and each wallet's part of one order. */
  has: bigint
  parts: Part[]
  share: Share | null
  quote: Quote
  /** Wallets that have to open an account for what is received, and the rent of each in lamports. */
  accounts: { count: number; rent: bigint }
  /** The card shows them too. */
  figures: PlanFigures
  /** The limit of real money that would refuse an order now. */
  limit: LimitRefusal | null
}
