/** Profits and planned spending of strategies, for the portfolio of their user. */
import { parseUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import type { Db } from '../../../db/client.ts'
import type { Market, PriceUsd } from '../../../ports/market.ts'
import type { Commitment, RunProfit } from '../../balances/index.ts'
import { isLive, type StrategyRow } from '../rows.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { spendCap } from '../limits/index.ts'
import { getAmount, type createTerms } from '../sizing/terms.ts'
import { spendingSide } from '../engine/place.ts'
import { listOfPortfolio } from '../strategies.store.ts'
import { createPriceReaders } from './end-prices.ts'
import { inUsd, pnlUsd } from './figures.ts'

type Parts = { db: Db; market: Market; sizing: Sizing; terms: ReturnType<typeof createTerms> }
type Priced = (mint: string) => Promise<PriceUsd | null>

const ORIGIN = /^strategy:([0-9a-f-]{36}):/
export const strategyOfOrigin = (originKey: string): string | null => ORIGIN.exec(originKey)?.[1] ?? null

function prices({ market }: Parts): Priced {
  const asked = new Map<string, Promise<PriceUsd | null>>()
  return (mint) => {
    const known = asked.get(mint) ?? market.priceUsd(mint).catch(() => null)
    asked.set(mint, known)
    return known
  }
}

async function computeProfit({ sizing }: Parts, row: StrategyRow, readPrice: Priced): Promise<RunProfit> {
  const one = { strategyId: row.id, run: row.run, agentId: row.agentId }
  if (row.boughtBase === 0n && row.soldBase === 0n) return { ...one, profitUsd: 0n, heldUsd: 0n }
  const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
  const at = createPriceReaders(row, { quote: quote.mint, token: token.mint }, readPrice)
  const [inQuote, inToken, inSol] = [await at.quote(), await at.token(), await at.sol()]
  if (inQuote === null || inToken === null || inSol === null) return { ...one, profitUsd: null, heldUsd: 0n }
  const held = isLive(row.status) ? parseUnitsDown(row.state.held ?? '0', token.decimals) : 0n
  // Tokens that it sold without having bought them were not its own: its profit covers only what it bought.
  const own = row.soldBase <= row.boughtBase
  return {
    ...one,
    profitUsd: own
      ? pnlUsd(
          row,
          { quote: quote.decimals, token: token.decimals },
          { quote: inQuote, token: inToken, sol: inSol },
        )
      : null,
    heldUsd: inUsd(held, token.decimals, inToken),
  }
}

/** Base units that the plan may still spend; null if it sets no end. */
async function computeRemaining(
  { sizing, terms }: Parts,
  { plan, state, base }: StrategyRow,
): Promise<bigint | null> {
  if (state.guarding || state.stopping) return 0n
  const { input } = await sizing.sides(plan, spendingSide(plan))
  const spent = parseUnitsDown(state.spent, input.decimals)
  const total = (all: bigint | null) => (all === null ? null : all > spent ? all - spent : 0n)
  const most = spendCap(plan, state)?.most
  if (state.terms?.budget) return total(parseUnitsDown(state.terms.budget, input.decimals))
  const amount = getAmount(plan)
  if (amount === null) return most ? total(parseUnitsDown(most, input.decimals)) : null
  const has = Object.values(base ?? {}).reduce((sum, units) => sum + parseUnits(units, 0), 0n)
  const each = await terms.inUnits(plan, amount, input, has)
  const orders = ordersLeft(plan, state.ordersFilled)
  const left = orders === null ? null : each * BigInt(orders)
  const cap = most ? total(parseUnitsDown(most, input.decimals)) : null
  return left === null ? cap : cap === null || left < cap ? left : cap
}

/** Live ones, and those that ended after `since`. */
async function runs(parts: Parts, userId: number, since: Date): Promise<RunProfit[]> {
  const { db } = parts
  const readPrice = prices(parts)
  const rows = await listOfPortfolio(db, userId, since)
  return Promise.all(rows.map((row) => computeProfit(parts, row, readPrice)))
}

async function committed(parts: Parts, userId: number): Promise<Commitment[]> {
  const { db, sizing } = parts
  const rows = (await listOfPortfolio(db, userId, null)).filter(({ status }) => status !== 'stopping')
  return Promise.all(
    rows.map(async (row) => {
      const { input } = await sizing.sides(row.plan, spendingSide(row.plan))
      return {
        strategyId: row.id,
        agentId: row.agentId,
        goal: row.plan.goal,
        status: row.status,
        wallets: row.walletAddresses,
        mint: input.mint,
        symbol: input.symbol,
        decimals: input.decimals,
        left: await computeRemaining(parts, row),
      }
    }),
  )
}

export function createPortfolioSource(parts: Parts) {
  return {
    /** Live ones, and those that ended after `since`. */
    runs: (userId: number, since: Date) => runs(parts, userId, since),
    committed: (userId: number) => committed(parts, userId),
    ofOrigin: strategyOfOrigin,
  }
}

/** null: as many as its signals request. */
function ordersLeft(plan: Plan, filled: number): number | null {
  const { orders, divides } = typeFacts(plan)
  const count = divides ? null : orders(plan)
  return count === null ? null : Math.max(0, count - filled)
}
