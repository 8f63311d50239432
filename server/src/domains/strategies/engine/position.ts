/** Position, cost and realised profit of a strategy, from its fills; exact in decimal text. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type { Filled, StrategyState } from './types.ts'

/** The figures of a fill that change the position. */
export type Fill = Pick<Filled, 'tokens' | 'quote' | 'usd' | 'feesUsd'>

/** More digits than any mint has. */
export const DIGITS = 18
export const units = (text: string): bigint =>
  text.startsWith('-') ? -parseUnitsDown(text.slice(1), DIGITS) : parseUnitsDown(text, DIGITS)
export const inText = (value: bigint): string => formatUnits(value, DIGITS)

export type Position = Pick<StrategyState, 'held' | 'cost' | 'costUsd' | 'realised' | 'realisedUsd'>

export function afterBuy(state: Position, event: Fill): Position {
  return {
    held: inText(units(state.held) + units(event.tokens)),
    cost: inText(units(state.cost) + units(event.quote)),
    costUsd: state.costUsd + event.usd,
    realised: state.realised,
    realisedUsd: state.realisedUsd - event.feesUsd,
  }
}

/**
 * Calculated at the average cost of what is held, or at `saleCost` if the strategy knows which tokens it sells. Tokens
 * that it did not buy have no known cost: their sale makes neither profit nor loss.
 */
export function afterSale(
  state: Position,
  event: Fill,
  saleCost: string | null,
): { position: Position; profit: bigint | null } {
  const [held, cost, sold] = [units(state.held), units(state.cost), units(event.tokens)]
  const own = sold < held ? sold : held
  const fees = { realisedUsd: state.realisedUsd - event.feesUsd }
  if (own === 0n || sold === 0n) return { position: { ...state, ...fees }, profit: null }
  const wanted = saleCost === null ? (cost * own) / held : units(saleCost)
  const part = own === held || wanted > cost ? cost : wanted
  const partUsd = cost === 0n ? state.costUsd : (state.costUsd * Number(part)) / Number(cost)
  const share = Number(own) / Number(sold)
  const profit = (units(event.quote) * own) / sold - part
  return {
    position: {
      held: inText(held - own),
      cost: inText(cost - part),
      costUsd: own === held ? 0 : state.costUsd - partUsd,
      realised: inText(units(state.realised) + profit),
      realisedUsd: fees.realisedUsd + event.usd * share - partUsd,
    },
    profit,
  }
}

/** Realised and unrealised profit at this price, less fees. */
export function profitUsd(state: StrategyState, priceUsd: number): number {
  return state.held === '0'
    ? state.realisedUsd
    : state.realisedUsd + Number(state.held) * priceUsd - state.costUsd
}

/** The average cost of the held tokens in USD; null if nothing is held. */
export const averageUsd = (state: StrategyState): number | null =>
  state.held === '0' ? null : state.costUsd / Number(state.held)

/** The price at which the total profit is this. */
export const priceAtProfit = ({ realisedUsd, costUsd, held }: StrategyState, profit: number): number =>
  (profit - realisedUsd + costUsd) / Number(held)
