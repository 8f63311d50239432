// On PostgreSQL as well.
/** The record of strategies: trades, profit over time and the list across agents, on the real market and chain. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { listCandles } from '@purser/contract/market/market.ts'
import { parseUnitsDown } from '@purser/contract/money.ts'
import * as strategies from '@purser/contract/strategies/strategies.ts'
import type { StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { getOperation, listOperations } from '@purser/contract/transfers/transfers.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { trade } from '../../../test/product.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const desk = await startTestDesk()
const { token } = await desk.signUp()
const { call } = desk

const newAgent = async (name: string) => (await call(api.createAgent, { token, body: { name } })).ok.id
const readStrategy = async (id: number) => {
  const [found] = (await call(api.listStrategies, { token, params: { id } })).ok
  assert.ok(found)
  return found
}
const ended = (id: number) =>
  until('it has ended', async () => {
    const now = await readStrategy(id)
    return now.ended_at === null ? undefined : now
  })
const readTrades = async (strategyId: string, query: object = {}) =>
  (await call(strategies.listTrades, { token, params: { strategyId }, query })).ok
const units = (value: number | string | null, places: number): bigint => {
  const text = typeof value === 'number' ? value.toFixed(places) : (value ?? '0')
  return text.startsWith('-') ? -parseUnitsDown(text.slice(1), places) : parseUnitsDown(text, places)
}
const sum = (trades: StrategyTrade[], of: (one: StrategyTrade) => number | string | null, places: number) =>
  trades.reduce((all, one) => all + units(of(one), places), 0n)

const wallets = [await fundedWallet(call, token, 20), await fundedWallet(call, token, 20)]
const buyer = await newAgent('Buyer')
const seller = await newAgent('Seller')
const bought = await trade(call, token, buyer, 'buy 0.02 SOL of BONK every 4 seconds, 3 times', wallets)
const resold = await trade(
  call,
  token,
  seller,
  'buy 0.03 SOL of BONK every 1 second, 50 times, and sell everything when I stop it',
  wallets,
)
await until('it has bought twice', async () => (await readStrategy(seller)).orders_filled >= 2)
await call(api.stopStrategy, { token, params: { id: seller } })
await ended(seller)
await ended(buyer)

void test('what trading cost is the sum over the trades, and with what they moved it is what has left the wallets', async () => {
  let left = 0n
  for (const [agent, id] of [
    [buyer, bought],
    [seller, resold],
  ] as const) {
    const [{ costs, costs_usd: usd, fees }, { trades }] = [await readStrategy(agent), await readTrades(id)]
    const part = (of: (one: NonNullable<StrategyTrade['costs']>) => number | string | undefined) =>
      sum(trades, (one) => (one.costs && of(one.costs)) ?? null, 9)
    assert.equal(
      units(costs.network, 9),
      part(({ network }) => network),
    )
    assert.equal(units(costs.network, 9), units(fees, 9))
    assert.equal(
      units(costs.rent, 9),
      part(({ rent }) => rent),
    )
    assert.equal(
      units(costs.market?.value ?? null, 9),
      part(({ market }) => market?.value),
    )
    const [total, ...others] = costs.total
    assert.deepEqual([total?.unit, others], ['SOL', []])
    const parts = [costs.network, costs.rent, costs.market?.value ?? null]
    assert.equal(
      units(total?.value ?? null, 9),
      parts.reduce((all, one) => all + units(one, 9), 0n),
    )
    assert.ok(Number(usd) > 0)
    // The market takes 0.25 % and its impact of each.
    for (const one of trades.filter(({ status }) => status === 'filled')) {
      const rate = Number(one.costs?.market?.value) / Number(one.quote)
      assert.ok(rate > 0.001 && rate < 0.01, `the market took ${rate}`)
    }
    const moved = sum(trades, (one) => (one.side === 'buy' ? one.quote : null), 9)
    const back = sum(trades, (one) => (one.side === 'sell' ? one.quote : null), 9)
    left += moved - back + units(costs.network, 9) + units(costs.rent, 9)
  }
  const held = await Promise.all(
    wallets.map(async (address) => (await call(getBalance, { token, params: { address } })).ok.solBalance),
  )
  assert.equal(
    held.reduce((all, one) => all + units(one, 9), 0n),
    40_000_000_000n - left,
  )
})

void test('every fill is told with what the chain says of it, wallet by wallet', async () => {
  const { trades, skipped, next } = await readTrades(bought)
  assert.deepEqual([trades.length, skipped, next], [6, [], undefined])
  const { operations } = (await call(listOperations, { token, query: { type: 'trade', limit: 200 } })).ok
  const signed = new Map<string, Awaited<ReturnType<typeof readOperation>>>()
  async function readOperation(id: string) {
    return (await call(getOperation, { token, params: { id } })).ok
  }
  for (const { id } of operations) {
    const operation = await readOperation(id)
    signed.set(operation.transfers[0]?.signature ?? '', operation)
  }
  for (const one of trades) {
    const operation = signed.get(one.signature ?? '')
    assert.ok(operation, `no operation was executed under ${one.signature}`)
    const [spent, received] = operation.transfers
    assert.deepEqual(
      [one.status, one.side, one.wallet, one.quote, one.tokens, one.fee, one.profit, one.error],
      ['filled', 'buy', spent?.source, spent?.amount, received?.amount, operation.summary.fees, null, null],
    )
    const usd = Number(one.usd)
    assert.ok(Math.abs(usd / Number(one.tokens) / Number(one.price_usd) - 1) < 1e-3, JSON.stringify(one))
  }
  const strategy = await readStrategy(buyer)
  assert.equal(
    sum(trades, (t) => t.fee, 9),
    units(strategy.fees, 9),
  )
  assert.equal(
    sum(trades, (t) => t.tokens, 5),
    units(strategy.held, 5),
  )
  assert.equal(
    sum(trades, (t) => t.quote, 9),
    60_000_000n,
  )
})

void test('the profit of sales adds up to what the strategy realised, over all wallets', async () => {
  const { trades } = await readTrades(resold)
  const sales = trades.filter((one) => one.side === 'sell')
  assert.equal(sales.length, 2)
  assert.ok(sales.every((one) => one.profit !== null))
  const strategy = await readStrategy(seller)
  assert.equal(
    sum(sales, (t) => t.profit, 9),
    units(strategy.realised, 9),
  )
  assert.equal(strategy.average_price_usd, null)
})

void test('orders that were skipped are told beside the trades, in the words of their line', async () => {
  const waiter = await newAgent('Waiter')
  const waiting = await trade(
    call,
    token,
    waiter,
    'buy 0.02 SOL of BONK every 1 second, 5 times, only below $0.0000001',
    wallets,
  )
  const { trades, skipped } = await until('an order is skipped', async () => {
    const page = await readTrades(waiting)
    return page.skipped.length > 0 ? page : undefined
  })
  assert.deepEqual(trades, [])
  assert.match(skipped[0]?.message ?? '', /^Skipped order 1/)
  await call(api.stopStrategy, { token, params: { id: waiter } })
  await call(api.deleteAgent, { token, params: { id: waiter } })
  // A deleted agent is no longer shown in any way.
  const gone = await call(strategies.listTrades, { token, params: { strategyId: waiting } })
  assert.deepEqual([gone.status, gone.fault.error], [404, 'Strategy not found'])
})

void test('pages of trades meet without a gap, newest first', async () => {
  const all = (await readTrades(resold)).trades
  const walked: StrategyTrade[] = []
  let before: string | undefined
  do {
    const page = await readTrades(resold, { limit: 2, ...(before === undefined ? {} : { before }) })
    assert.ok(page.trades.length <= 2)
    walked.push(...page.trades)
    before = page.next
  } while (before !== undefined)
  assert.deepEqual(walked, all)
  assert.deepEqual(
    all.map((one) => one.order),
    all.map((one) => one.order).toSorted((a, b) => b - a),
  )
  const wrong = await call(strategies.listTrades, {
    token,
    params: { strategyId: resold },
    query: { before: "1.2.'; drop table" },
  })
  assert.deepEqual([wrong.status, wrong.fault.details?.[0]?.path], [400, 'before'])
})

void test('profit over time ends with the figure of the strategy, and its position with what is held', async () => {
  const { points } = (await call(strategies.getStrategyHistory, { token, params: { strategyId: bought } })).ok
  const strategy = await readStrategy(buyer)
  assert.deepEqual([points[0]?.pnl, points[0]?.held], [null, 0])
  assert.equal(points.at(-1)?.held, strategy.held)
  // Fills of one second are one point, and each such second has its own, after the one of the start.
  const toSecond = (time: string) => Math.floor(Date.parse(time) / 1000)
  const filled = new Set((await readTrades(bought)).trades.map((one) => toSecond(one.time)))
  const told = points.slice(1).filter((point) => filled.has(toSecond(point.time)))
  assert.ok(filled.size > 0)
  assert.deepEqual([...new Set(told.map((point) => toSecond(point.time)))], [...filled].toSorted())
  assert.ok(points.length > filled.size && points.length <= 500, JSON.stringify(points))
  assert.ok(points.slice(1).some((point) => point.pnl !== null))
  const times = points.map((point) => point.time)
  assert.deepEqual(times, times.toSorted())
  const { points: sold } = (
    await call(strategies.getStrategyHistory, { token, params: { strategyId: resold } })
  ).ok
  assert.equal(sold.at(-1)?.held, 0)
  // The last point of an ended strategy is its profit when it ended, however the market moves afterwards.
  for (const [line, one] of [
    [points, strategy],
    [sold, await readStrategy(seller)],
  ] as const)
    assert.deepEqual([line.at(-1)?.pnl, line.at(-1)?.time], [one.pnl, one.ended_at])
})

void test('the list across agents is newest first, in pages, by status and by agent, with figures', async () => {
  const list = async (query: object = {}) => (await call(strategies.listAllStrategies, { token, query })).ok
  const { strategies: all, next } = await list()
  assert.deepEqual(
    [all.map((one) => [one.id, one.agent_name]), next],
    [
      [
        [resold, 'Seller'],
        [bought, 'Buyer'],
      ],
      undefined,
    ],
  )
  const one = await list({ limit: 1 })
  assert.deepEqual(
    [one.strategies.map((s) => s.id), (await list({ before: one.next })).strategies.map((s) => s.id)],
    [[resold], [bought]],
  )
  assert.deepEqual(
    (await list({ agent: buyer })).strategies.map((s) => s.id),
    [bought],
  )
  assert.deepEqual((await list({ status: 'live' })).strategies, [])
  assert.equal((await list({ status: 'ended' })).strategies.length, 2)
  const { pnl, return_percent: percent, held, average_price_usd: average } = all[1] ?? assert.fail()
  assert.ok(pnl !== null && percent !== null && Number(held) > 0)
  // It committed 0.06 SOL.
  const committed = (Number(pnl) / percent) * 100
  const spent = (await readTrades(bought)).trades.reduce((usd, t) => usd + Number(t.usd), 0)
  assert.ok(Math.abs(committed / spent - 1) < 0.2, `${committed} of ${spent}`)
  assert.ok(average !== null && Math.abs((average * Number(held)) / spent - 1) < 0.05)
  // The total of all agents is the sum of their strategies, to the millionth of a dollar each.
  const total = (await call(strategies.getStrategyTotals, { token })).ok
  assert.deepEqual([total.strategies, total.more], [all.length, false])
  // One strategy an agent: at the prices of the same answer they are the total.
  assert.deepEqual(
    total.current.map((one) => [one.id, one.agent_name]),
    [
      [resold, 'Seller'],
      [bought, 'Buyer'],
    ],
  )
  const usd = total.current.reduce((value, strategy) => value + Number(strategy.pnl), 0)
  assert.ok(Math.abs(Number(total.pnl) - usd) < 0.000_002, `${total.pnl} of ${usd}`)
  const wrong = await call(strategies.listAllStrategies, { token, query: { before: 'yesterday' } })
  assert.deepEqual([wrong.status, wrong.fault.details?.[0]?.path], [400, 'before'])
})

void test('candles come in every timeframe, bounded, aligned and without a gap between pages', async () => {
  const ask = (query: object, mint = BONK) => call(listCandles, { token, params: { mint }, query })
  for (const [timeframe, seconds] of [
    ['1m', 60],
    ['4h', 14_400],
  ] as const) {
    const newest = (await ask({ timeframe, limit: 20 })).ok.candles
    assert.equal(newest.length, 20)
    const before = newest[0]?.time ?? 0
    const older = (await ask({ timeframe, limit: 20, before })).ok.candles
    const times = [...older, ...newest].map((candle) => candle.time)
    assert.deepEqual(
      times,
      times.map((_, i) => before - 20 * seconds + i * seconds),
    )
    for (const { open, high, low, close } of newest)
      assert.ok(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close))
  }
  // Nobody can read candles of the future.
  const ahead = (await ask({ before: 9_999_999_999, limit: 3 })).ok.candles
  assert.ok((ahead.at(-1)?.time ?? Infinity) * 1000 <= desk.clock.now())
  assert.equal((await ask({ limit: 1_001 })).status, 400)
  assert.equal((await ask({ timeframe: '2m' })).status, 400)
  for (const mint of ['nonsense', wallets[0] ?? '']) {
    const unknown = await ask({}, mint)
    assert.deepEqual([unknown.status, unknown.fault.code], [404, 'no_price_history'])
  }
})
