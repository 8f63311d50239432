// On PostgreSQL as well.
/** Turns under clocks that jump and processes that stand still, on two servers, and over a simulated day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BONK, BUYER, MINUTE } from '../../../test/trading-bot.ts'
import { openBots, practiceClock } from '../../../test/bots-alone.ts'
import { until } from '../../../test/until.ts'
import type { BotParametersChange } from '@purser/contract/trading-bots/trading-bots.ts'
import { parseUnits } from '@purser/contract/money.ts'
import type { Address } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { tradingBotTrades } from '../trading-bots.tables.ts'
import type { TradeRow } from '../rows.ts'
import { toParts } from './draw.ts'

const SOL = 1_000_000_000n
const alone = await openBots()
const { db, chain, userId, origin } = alone
const DEFAULTS = {
  status: 'active',
  whale_trade_percent_min: 0.02,
  whale_trade_percent_max: 0.05,
  retail_trade_percent_min: 0.1,
  retail_trade_percent_max: 0.2,
  whale_threshold: 5,
  price_range_min: 0,
  price_range_max: 100,
  hour_threshold: 0.01,
  day_threshold: 0.05,
  volatility_multiplier: 5,
  aggressiveness: 0.5,
  use_advanced_settings: false,
  use_usdc_trading: false,
} as const satisfies Partial<BotParametersChange>
const PARAMETERS = { ...DEFAULTS, ...BUYER }

type Server = Awaited<ReturnType<typeof alone.server>>

async function begin({ bots }: Server, groupId: number): Promise<string> {
  const wanted = { groupId, mintAddress: BONK }
  const { botId, status } = await bots.requests.start(
    { ...origin, originKey: `${groupId}:${Math.random()}` },
    wanted,
  )
  assert.equal(status, 'active')
  return botId
}
const page = { limit: 500 }
const drawn = ({ bots }: Server, groupId: number) =>
  until('the first turns are drawn', async () => {
    const { wallets } = await bots.wallets(userId, groupId, page)
    return wallets.length > 0 && wallets.every((one) => one.next_trade_at !== null)
  })
async function readTrades(groupId: number): Promise<TradeRow[]> {
  const { rows } = (await db.execute(sql`select id from trading_bots where group_id = ${groupId}`)) as {
    rows: { id: string }[]
  }
  const all = await db.select().from(tradingBotTrades)
  return all
    .filter(({ botId }) => botId === rows[0]?.id)
    .sort((a, b) => a.marketTime.getTime() - b.marketTime.getTime())
}
const settled = async (groupId: number, count: number) => {
  await until(`${count} trades have ended`, async () => {
    const trades = await readTrades(groupId)
    return trades.length >= count && trades.every(({ status }) => status !== 'placed')
  })
  return readTrades(groupId)
}
/** Waits until all that was due has been done. */
async function polls({ bots }: Server, clock: ReturnType<typeof practiceClock>) {
  for (let i = 0; i < 8; i++) {
    await bots.groups(userId)
    await clock.sleep(60)
  }
}

/** Ends the bot, so that none of this test trades in the next one. */
async function end({ bots }: Server, groupId: number): Promise<void> {
  const [bot] = (await bots.status(userId, groupId)).bots
  assert.ok(bot)
  const stop = { botId: bot.id, groupId }
  assert.equal(await bots.requests.stop({ ...origin, originKey: `stop:${groupId}` }, stop), 'inactive')
}

void test('a clock that is set, stands still, or jumps brings each wallet one turn an interval at most', async () => {
  const clock = practiceClock()
  const server = await alone.server({ marketClock: clock })
  const { groupId, wallets } = await alone.group(server, [SOL, SOL, SOL, SOL, SOL, SOL], PARAMETERS)
  await begin(server, groupId)
  await drawn(server, groupId)
  const count = async () => (await settled(groupId, 0)).length
  // An hour forward: each has one late turn, not six.
  clock.move(60 * MINUTE)
  await settled(groupId, wallets.length)
  await polls(server, clock)
  assert.equal(await count(), wallets.length)
  // Back by an hour: nothing is due, and a turn too far ahead is drawn anew within an interval.
  clock.move(-60 * MINUTE)
  await polls(server, clock)
  assert.equal(await count(), wallets.length)
  const { wallets: listed } = await server.bots.wallets(userId, groupId, page)
  const next = listed.map((one) => Date.parse(one.next_trade_at ?? '') - Date.now())
  assert.ok(next.every((ms) => ms > 0 && ms <= 10 * MINUTE + 1_000))
  clock.move(10 * MINUTE)
  await settled(groupId, 2 * wallets.length)
  // The clock stands still and jumps five minutes: half an interval.
  clock.freeze()
  await polls(server, clock)
  clock.thaw()
  clock.move(5 * MINUTE)
  await polls(server, clock)
  assert.equal(await count(), 2 * wallets.length)
  clock.move(5 * MINUTE)
  await settled(groupId, 3 * wallets.length)
  await end(server, groupId)
  await server.close()
})

void test('of two servers one runs a bot; the other takes it over where it was, and no wallet has a turn twice', async () => {
  const clock = practiceClock()
  const [one, other] = [
    await alone.server({ marketClock: clock }),
    await alone.server({ marketClock: clock }),
  ]
  const { groupId } = await alone.group(one, [SOL, SOL, SOL], PARAMETERS)
  await begin(one, groupId)
  await drawn(one, groupId)
  const owner = async () => {
    const { rows } = (await db.execute(sql`select owner from trading_bots where group_id = ${groupId}`)) as {
      rows: { owner: string }[]
    }
    return rows[0]?.owner
  }
  // Whichever polled first has claimed it.
  const [first, second] = (await owner()) === one.heartbeat.id ? [one, other] : [other, one]
  clock.move(10 * MINUTE)
  await settled(groupId, 3)
  assert.equal(await owner(), first.heartbeat.id)
  // Restarted at a turn: the other follows its decisions, and due turns are taken once.
  clock.move(10 * MINUTE)
  await until('a turn is taken', async () => (await readTrades(groupId)).length > 3)
  await first.close()
  await until('the other runs it', async () => (await owner()) === second.heartbeat.id)
  assert.equal((await settled(groupId, 6)).length, 6)
  // Claimed from a process that only stood still: when it wakes the bot is no longer its own.
  const third = await alone.server({ marketClock: clock })
  await db.execute(sql`update trading_bots set owner = ${third.heartbeat.id} where group_id = ${groupId}`)
  clock.move(10 * MINUTE)
  const trades = await settled(groupId, 9)
  await polls(third, clock)
  assert.equal((await readTrades(groupId)).length, 9)
  for (const [, own] of Map.groupBy(trades, ({ walletId }) => walletId)) {
    assert.equal(own.length, 3)
    for (const [i, trade] of own.slice(1).entries())
      assert.ok(trade.marketTime.getTime() - (own[i]?.marketTime.getTime() ?? 0) >= 10 * MINUTE - 1_000)
  }
  await end(third, groupId)
  await second.close()
  await third.close()
})

void test('after an hour without a process each wallet has one late turn, four in flight at most', async () => {
  const clock = practiceClock()
  const first = await alone.server({ marketClock: clock })
  const { groupId, wallets } = await alone.group(
    first,
    Array.from({ length: 9 }, () => SOL),
    PARAMETERS,
  )
  await begin(first, groupId)
  await drawn(first, groupId)
  await first.close()
  clock.move(60 * MINUTE)
  await alone.rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const second = await alone.server({ marketClock: clock })
  await until('turns are taken', async () => (await readTrades(groupId)).length >= 4)
  await polls(second, clock)
  assert.equal((await readTrades(groupId)).filter(({ status }) => status === 'placed').length, 4)
  await alone.rpc('localnet_clearFaults')
  await settled(groupId, wallets.length)
  await polls(second, clock)
  assert.equal((await readTrades(groupId)).length, wallets.length)
  await end(second, groupId)
  await second.close()
})

/** A day of the market's time lasts this many seconds. */
const DAY_SECONDS = 80
const FACTOR = 86_400 / DAY_SECONDS

void test('over a simulated day sizes, intervals and sides are as set, and every book equals the chain', async () => {
  const clock = practiceClock(FACTOR)
  const server = await alone.server({ marketClock: clock, pollMs: 100 })
  const funds = [...Array.from({ length: 5 }, () => 20n * SOL), ...Array.from({ length: 5 }, () => 3n * SOL)]
  const parameters = {
    ...PARAMETERS,
    whale_buy_probability: 0.7,
    retail_buy_probability: 0.6,
    whale_interval_max: 7_200,
    retail_interval_max: 7_200,
  }
  const { groupId, wallets } = await alone.group(server, funds, parameters)
  // Each can sell from its first turn on: 100,000 tokens.
  const TOKENS = 10_000_000_000n
  for (const wallet of wallets) await chain.tokenAirdrop(wallet.address as Address, BONK as Address, TOKENS)
  const held = async (address: string) => {
    const { tokens } = await chain.holdings(address as Address)
    return tokens.find(({ mint }) => mint === BONK)?.amount ?? 0n
  }
  await until('they hold tokens', async () =>
    (await Promise.all(wallets.map(({ address }) => held(address)))).every((amount) => amount === TOKENS),
  )
  await begin(server, groupId)
  await clock.sleep(DAY_SECONDS * 1_000)
  await end(server, groupId)
  const trades = await settled(groupId, 100)
  assert.deepEqual(
    trades.filter(({ status }) => status !== 'filled').map(({ error }) => error),
    [],
  )
  const listed = (await server.bots.wallets(userId, groupId, page)).wallets
  let fees = 0n
  for (const [i, wallet] of wallets.entries()) {
    const own = trades.filter(({ walletId }) => walletId === wallet.id)
    let [sol, tokens] = [funds[i] ?? 0n, TOKENS]
    for (const trade of own) {
      // Decided by its holdings at that moment, to the unit; it never spends its reserve.
      assert.equal(trade.class, sol >= 5n * SOL ? 'whale' : 'retail')
      const [least, most] = trade.class === 'whale' ? [0.02, 0.05] : [0.1, 0.2]
      const { min, max } = toParts(least, most)
      const base = trade.side === 'buy' ? sol - 650_240n - 30_000n : tokens
      assert.ok(trade.amount >= (base * BigInt(min)) / 1_000_000n, `${trade.amount} of ${base}`)
      assert.ok(trade.amount <= (base * BigInt(max)) / 1_000_000n, `${trade.amount} of ${base}`)
      const [spent, received] = [trade.spent ?? 0n, trade.received ?? 0n]
      assert.equal(spent, trade.amount)
      assert.ok(received >= trade.minOut)
      sol += (trade.side === 'buy' ? -spent : received) - (trade.fee ?? 0n) - (trade.rent ?? 0n)
      tokens += trade.side === 'buy' ? received : -spent
      fees += (trade.fee ?? 0n) + (trade.rent ?? 0n)
    }
    assert.equal((await chain.balance(wallet.address as Address)).lamports, sol)
    assert.equal(await held(wallet.address), tokens)
    const row = listed.find((one) => one.wallet_id === wallet.id)
    const change = (text: string | number | undefined, decimals: number) => {
      const value = String(text)
      return value.startsWith('-') ? -parseUnits(value.slice(1), decimals) : parseUnits(value, decimals)
    }
    assert.equal(change(row?.currency_change, 9) - change(row?.fees_sol, 9), sol - (funds[i] ?? 0n))
    assert.equal(change(row?.token_change, 5), tokens - TOKENS)
    assert.equal(row?.trades, own.length)
    // On schedule, except for the delay of a poll and of a trade before it.
    for (const [at, trade] of own.slice(1).entries()) {
      const gap = (trade.marketTime.getTime() - (own[at]?.marketTime.getTime() ?? 0)) / 1_000
      assert.ok(gap >= 600 - 0.5 * FACTOR, `${gap} seconds`)
      assert.ok(gap <= 7_200 + 5 * FACTOR, `${gap} seconds`)
    }
  }
  const { figures } = (await readStatus(server, groupId)).bots[0] ?? assert.fail('there is a bot')
  const buys = trades.filter(({ side }) => side === 'buy')
  const whales = trades.filter((trade) => trade.class === 'whale')
  assert.deepEqual(
    [figures.trades, figures.buys, figures.whale_trades, figures.retail_trades, figures.failed],
    [trades.length, buys.length, whales.length, trades.length - whales.length, 0],
  )
  assert.equal(parseUnits(figures.fees_sol, 9), fees)
  // Within four standard deviations, for the chance of every interval and every side.
  for (const [of, p] of [
    ['whale', 0.7],
    ['retail', 0.6],
  ] as const) {
    const all = trades.filter((trade) => trade.class === of)
    const share = all.filter(({ side }) => side === 'buy').length / all.length
    assert.ok(Math.abs(share - p) <= 4 * Math.sqrt((p * (1 - p)) / all.length), `${share} of ${of} turns buy`)
  }
  const expected = (wallets.length * 86_400) / 3_900
  assert.ok(trades.length > 0.6 * expected && trades.length < 1.3 * expected, `${trades.length} trades`)
  await server.close()
})
const readStatus = ({ bots }: Server, groupId: number) => bots.status(userId, groupId)
