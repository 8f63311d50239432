/** An order that was decided: as it was written down, and what came of it. */
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import type { Order, StrategyEvent } from '../steps/types.ts'
import { clockWords, type Findings, type Finding, flowed } from './findings.ts'
import { compareFill, model } from './fills.ts'
import type { Ground, Kept, LiveOrder } from './ground.ts'
import { LOOK_MS } from './ground.ts'
import { expectedUnits, liveWords, orderWords } from './orders.ts'

/** An order in flight. `alike`: the replay decided the same. */
export type Flight = { order: Order; kept: Kept; alike: boolean }
type Answer = Extract<StrategyEvent, { type: 'filled' | 'failed' }>

export function createSettling(
  ground: Ground,
  found: Findings,
  orders: Map<number, LiveOrder>,
  base: Record<string, string> | null,
) {
  const { plan, conditions } = ground
  const seen = new Set<number>()

  const add = (flight: Flight, rest: Omit<Finding, 'at' | 'order'>) =>
    found.differences.push({ at: flight.kept.event.now, order: flight.order.seq, ...rest })
  const record = (flight: Flight, kind: Finding['kind'], live: string | null, detail: string) =>
    add(flight, { kind, live, replay: orderWords(plan, flight.order), cause: 'unexplained', detail })

  /** Both sides' balances after the order, in USD at the prices it was decided at. */
  function flow(side: 'buy' | 'sell', at: number, tokens: number, quote: number, into: 'live' | 'replay') {
    const usd = quote * ground.quote.at(at)
    if (side === 'buy') flowed(found.flows[into], tokens, -usd)
    else flowed(found.flows[into], -tokens, usd)
  }

  function modelled(flight: Flight, spent: bigint): string | null {
    const { now } = flight.kept.event
    const { side } = flight.order
    const fill = model(ground, side, spent, { token: ground.token.at(now), quote: ground.quote.at(now) })
    if (!fill) return null
    flow(side, now, fill.tokens, fill.quote, 'replay')
    return `${liveWords(ground, { ...EMPTY, side, wanted: spent })}, filled`
  }

  function filled(flight: Flight, live: LiveOrder, answer: Extract<Answer, { type: 'filled' }>): void {
    const [spentOf, receivedOf] =
      live.side === 'buy'
        ? [conditions.quoteDecimals, conditions.tokenDecimals]
        : [conditions.tokenDecimals, conditions.quoteDecimals]
    const [spent, received] =
      live.side === 'buy' ? [answer.quote, answer.tokens] : [answer.tokens, answer.quote]
    const chain = live.received ?? 0n
    if (parseUnits(spent, spentOf) !== live.spent || parseUnits(received, receivedOf) !== chain)
      record(
        flight,
        'fill',
        `spent ${formatUnits(live.spent, spentOf)}, received ${formatUnits(chain, receivedOf)}`,
        `The strategy was told that ${spent} were spent and ${received} received.`,
      )
    const { now } = flight.kept.event
    flow(live.side, now, Number(answer.tokens), Number(answer.quote), 'live')
    const text = modelled(flight, live.spent)
    if (live.filled < live.legs)
      add(flight, {
        kind: 'fill',
        live: `${live.filled} of ${live.legs} wallets traded`,
        replay: `all ${live.legs} wallets`,
        cause: live.error ? 'failed' : 'unexplained',
        detail: live.error ?? 'No wallet says why.',
      })
    const compared = compareFill(ground, live, flight.kept, answer.now)
    if (compared.alike) return
    const { bps, modelled: gives, explained, detail } = compared
    add(flight, {
      kind: 'fill',
      live: `received ${formatUnits(chain, receivedOf)}${bps === null ? '' : ` (${bps > 0 ? '+' : ''}${bps.toFixed(1)} bps)`}`,
      replay: gives === null ? text : `receives ${formatUnits(gives, receivedOf)}`,
      cause: explained ? 'slippage' : 'unexplained',
      detail,
    })
  }

  return {
    /** What was written down of the order, beside what the step asked for. */
    written(flight: Flight): void {
      const { order, kept } = flight
      seen.add(order.seq)
      const live = orders.get(order.seq)
      if (!live) return
      found.live++
      const late = live.at < kept.event.now - LOOK_MS || live.at > kept.at + LOOK_MS
      const expected = expectedUnits(ground, order, kept, base)
      const words = liveWords(ground, live)
      if (live.side !== order.side)
        record(flight, 'side', words, `The step asked to ${order.side}, the order was to ${live.side}.`)
      else if (late)
        record(
          flight,
          'time',
          clockWords(live.at),
          `The step was made at ${clockWords(kept.event.now)}, the order at ${clockWords(live.at)}.`,
        )
      else if (expected && (live.wanted < expected.least || live.wanted > expected.most))
        record(
          flight,
          'amount',
          words,
          `The step asked for ${expected.least === expected.most ? '' : `${expected.least} to `}${expected.most} base units, the order has ${live.wanted}.`,
        )
      else if (flight.alike) found.matched++
    },

    answered(flight: Flight, answer: Answer): void {
      const live = orders.get(flight.order.seq)
      if (!live) {
        if (answer.type === 'failed')
          add(flight, {
            kind: 'only_replay',
            live: 'not sent',
            replay: orderWords(plan, flight.order),
            cause: answer.outOfFunds ? 'funds' : 'failed',
            detail: answer.reason,
          })
        else record(flight, 'record', null, 'It was answered, but nothing was written down of it.')
      } else if (answer.type === 'filled') filled(flight, live, answer)
      else if (live.filled > 0)
        record(
          flight,
          'fill',
          liveWords(ground, live),
          'It was filled, but the strategy was told that it failed.',
        )
      else
        add(flight, {
          kind: 'fill',
          live: `${liveWords(ground, live)}, failed`,
          replay: modelled(flight, live.wanted),
          cause: live.error ? (answer.outOfFunds ? 'funds' : 'failed') : 'unexplained',
          detail: live.error ?? 'Nothing says why.',
        })
    },

    /** What nobody decided, and what was decided and never written down. */
    rest(flights: Flight[], since: number): void {
      for (const flight of flights.filter(({ order }) => !orders.has(order.seq)))
        record(flight, 'record', null, 'It was decided, but nothing was written down of it.')
      for (const live of orders.values())
        if (!seen.has(live.seq) && live.at >= since) {
          found.live++
          found.differences.push({
            at: live.at,
            order: live.seq,
            kind: 'only_live',
            live: liveWords(ground, live),
            replay: null,
            cause: 'unexplained',
            detail: 'No step of the strategy gave it out.',
          })
        }
    },
    passed: (seq: number) => void seen.add(seq),
  }
}

const EMPTY: LiveOrder = {
  seq: 0,
  side: 'buy',
  at: 0,
  legs: 1,
  wanted: 0n,
  spent: 0n,
  received: null,
  filled: 0,
  open: 0,
  error: null,
}
