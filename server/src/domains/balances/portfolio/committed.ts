/** Funds that have a purpose already: reserved for operations in flight, or planned by running strategies. */
import type { CommittedFunds, PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { TokenReads } from '../../../ports/chain.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { Commitment, StrategySource } from './source.ts'

type Parts = {
  chain: Pick<TokenReads, 'mintInfo'>
  transfers: Transfers
  wallets: Wallets
  source(): StrategySource
}
/** Base units. */
type Sums = { inFlight: bigint; planned: bigint; shared: bigint }

const min = (a: bigint, b: bigint) => (a < b ? a : b)

export function createCommitted({ chain, transfers, wallets, source }: Parts) {
  return async function committed(
    userId: number,
    agents: { id: number; name: string }[],
  ): Promise<PortfolioSummary['committed']> {
    const plans = await source().committed(userId)
    const held = await transfers.funds.listReserved(userId)
    const used = [...new Set([...plans.flatMap((plan) => plan.wallets), ...held.map((one) => one.address)])]
    const owned = await wallets.lookups.listAmong(userId, used)
    const decimals = new Map([
      [SOL_MINT as string, SOL_DECIMALS],
      ...plans.map((plan) => [plan.mint, plan.decimals] as const),
    ])
    const byWallet = new Map<string, Map<string, Sums>>()
    const sums = (address: string, mint: string): Sums => {
      const funds = byWallet.get(address) ?? new Map<string, Sums>()
      byWallet.set(address, funds)
      const one = funds.get(mint) ?? { inFlight: 0n, planned: 0n, shared: 0n }
      funds.set(mint, one)
      return one
    }
    const sumInFlight = (plan: Commitment) =>
      held
        .filter((one) => one.mint === plan.mint && source().ofOrigin(one.originKey) === plan.strategyId)
        .reduce((sum, one) => sum + one.amount, 0n)
    for (const { address, mint, amount } of held) sums(address, mint).inFlight += amount
    const strategies = plans.map((plan) => {
      const inFlight = sumInFlight(plan)
      // Its order in flight is reserved already; the fees in that reservation are no part of the plan.
      const planned = plan.left === null ? null : plan.left - min(inFlight, plan.left)
      const isAlone = plan.wallets.length === 1
      for (const address of plan.wallets)
        sums(address, plan.mint)[isAlone ? 'planned' : 'shared'] += planned ?? 0n
      return { plan, inFlight, planned }
    })
    const amount = (value: bigint, mint: string) => toJsonAmount(value, decimals.get(mint) ?? 0)
    for (const { mint } of held)
      if (!decimals.has(mint)) decimals.set(mint, (await chain.mintInfo(mint as Address))?.decimals ?? 0)
    return {
      wallets: owned.map(({ id, name, address }) => ({
        id,
        name,
        funds: [...(byWallet.get(address) ?? [])]
          .map(
            ([mint, one]): CommittedFunds => ({
              mint,
              symbol: assetSymbol(mint),
              in_flight: amount(one.inFlight, mint),
              planned: amount(one.planned, mint),
              shared: amount(one.shared, mint),
            }),
          )
          .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)),
      })),
      strategies: strategies.map(({ plan, inFlight, planned }) => ({
        id: plan.strategyId,
        agent_id: plan.agentId,
        agent_name: agents.find(({ id }) => id === plan.agentId)?.name ?? '',
        goal: plan.goal,
        status: plan.status,
        wallets: plan.wallets.length,
        symbol: plan.symbol,
        in_flight: toJsonAmount(inFlight, plan.decimals),
        planned: planned === null ? null : toJsonAmount(planned, plan.decimals),
      })),
    }
  }
}
