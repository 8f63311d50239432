/** Prepares the correction of a booked order whose outcome has changed since. */
import { typeFacts } from '@purser/contract/strategies/plan.ts'
import { figureWords, formatUnits } from '@purser/contract/money.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Transfers } from '../../transfers/index.ts'
import { type Figures, type OrderRow, toOrigin, type StrategyRow } from '../rows.ts'
import { toLeg } from '../runner/outcome.ts'
import type { Watch } from '../runner/watch.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { compile } from '../engine/compile.ts'
import { spendingSide } from '../engine/place.ts'
import { inText, type Position, units } from '../engine/position.ts'
import type { Corrected } from '../engine/types.ts'
import * as store from './corrections.store.ts'
import { type Books, refigured, replayBooks, withProfits } from './replay-books.ts'
import { unmarkFinal } from './fill-buckets.store.ts'

export type CorrectionParts = { db: Db; clock: Clock; transfers: Transfers; sizing: Sizing; watch: Watch }

/** Written together. `changes`: rows of the order's run that are rewritten. */
export type Correction = { event: Corrected; figures: Figures; changes: { was: OrderRow; is: OrderRow }[] }

/** null: the books agree with the chain, as far as it is known. Figures are those of `row`. */
export async function computeCorrection(
  parts: CorrectionParts,
  row: StrategyRow,
  run: number,
  seq: number,
): Promise<Correction | null> {
  const { db, sizing, watch, clock } = parts
  const now = clock.now()
  const orders = await store.ordersOfRun(db, row.id, run)
  const legs = orders.filter((order) => order.seq === seq && order.status !== 'placed')
  const rewritten = await changedLegs(parts, legs, now)
  const [first] = rewritten.values()
  if (!first) return null
  await unmarkFinal(db, [...rewritten.keys()])
  const { side, isExit } = first
  const { plan } = row
  const { input, output } = await sizing.sides(plan, side)
  const [quote, token] = side === 'buy' ? [input, output] : [output, input]
  const state = { ...compile(plan).begin(), ...row.state }
  const terms = {
    tokenDecimals: token.decimals,
    quoteDecimals: quote.decimals,
    sellsEach: typeFacts(plan).sellsEach === true,
    ...(await watch.worth({ row, state }, [...rewritten.values()], now)),
  }
  const corrected = orders.map((order) => rewritten.get(order) ?? order)
  const [before, after] = [replayBooks(orders, terms), replayBooks(corrected, terms)]
  const final = withProfits(corrected, before, after)
  const filled = corrected.filter((order) => order.seq === seq && order.status === 'filled')
  const isFilled = filled.length > 0
  const wasFilled = legs.some(({ status }) => status === 'filled')
  const spent = formatUnits(total(filled, 'spent'), input.decimals)
  const received = formatUnits(total(filled, 'outAmount'), output.decimals)
  return {
    changes: orders.flatMap((was, i) => {
      const is = final[i] ?? was
      return is === was ? [] : [{ was, is }]
    }),
    figures: refigured(row, [...rewritten.keys()], [...rewritten.values()], {
      quote: quote.decimals,
      token: token.decimals,
    }),
    event: {
      type: 'corrected',
      now,
      seq,
      side,
      isExit,
      filled: isFilled === wasFilled ? 0 : isFilled ? 1 : -1,
      fill: isFilled
        ? {
            spent: `${figureWords(spent)} ${input.symbol}`,
            received: `${figureWords(received)} ${output.symbol}`,
            tokens: side === 'buy' ? received : spent,
            quote: side === 'buy' ? spent : received,
          }
        : null,
      reason: first.error ?? '',
      change: computeChange(before, after, spendingSide(plan)),
    },
  }
}

/** Legs with their corrected rows, if these differ. */
async function changedLegs(
  { transfers }: CorrectionParts,
  legs: OrderRow[],
  now: number,
): Promise<Map<OrderRow, OrderRow>> {
  const outcomes = await transfers.lookups.listOutcomes(legs.map(toOrigin))
  const changed = new Map<OrderRow, OrderRow>()
  for (const leg of legs) {
    const outcome = outcomes.get(toOrigin(leg))
    if (!outcome || outcome.isOpen) continue
    const is = toLeg(leg, outcome)
    const isLate = is.status === 'filled' && leg.status !== 'filled'
    if (differs(leg, is)) changed.set(leg, isLate ? { ...is, endedAt: new Date(now) } : is)
  }
  return changed
}

function computeChange(before: Books, after: Books, spends: 'buy' | 'sell'): Corrected['change'] {
  const text = (name: 'held' | 'cost' | 'realised') =>
    inText(units(after.position[name]) - units(before.position[name]))
  const usd = (name: keyof Position & `${string}Usd`) => after.position[name] - before.position[name]
  return {
    held: text('held'),
    cost: text('cost'),
    realised: text('realised'),
    spent: inText(units(after.spent[spends]) - units(before.spent[spends])),
    costUsd: usd('costUsd'),
    realisedUsd: usd('realisedUsd'),
  }
}

const total = (legs: OrderRow[], what: 'spent' | 'outAmount'): bigint =>
  legs.reduce((sum, leg) => sum + (leg[what] ?? 0n), 0n)

/** Whether the outcome differs. For a leg that failed as before only the fee matters. */
export const differs = (was: OrderRow, is: OrderRow): boolean =>
  was.status !== is.status ||
  (was.fee ?? 0n) !== (is.fee ?? 0n) ||
  (is.status === 'filled' && (was.outAmount !== is.outAmount || was.spent !== is.spent))
