// On PostgreSQL as well.
/** One live run of each type of strategy: through the API, on the local network, at the market's own prices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, requestFaucet, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { createPath } from '../../adapters/market/simulated/path.ts'
import { createProfile } from '../../adapters/market/simulated/profile.ts'
import { planHash } from './interpretation/hash.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()

async function walletWith(tokens?: number, mint = WIF): Promise<string> {
  const address = await fundedWallet(desk.call, token, 20)
  if (tokens) await desk.call(requestFaucet, { token, body: { address, mint, amount: tokens } })
  return address
}

const base = {
  version: 1,
  goal: 'A plan of the test.',
  token_address: WIF,
  quote: 'SOL',
  trade_direction: 'both',
}
const sol = (value: number | string) => ({ value, unit: 'SOL' })

/** Starts a plan as the screen does after it was shown: here its hash is saved as the shown one. */
async function run(fields: object, wallets: string[]) {
  const plan = Plan.parse({ ...base, ...fields })
  const { id } = (await desk.call(api.createAgent, { token })).ok
  const hash = planHash({ plan, walletAddresses: wallets, groupId: null, tokenAddress: plan.token_address })
  await desk.database.db.execute(sql`update agents set shown_plan_hash = ${hash} where id = ${id}`)
  const started = await desk.call(api.startStrategy, {
    token,
    params: { id },
    wrongBody: {
      strategy: { parsedStrategy: plan, tokenAddress: null, walletAddresses: wallets, groupId: null },
    },
  })
  assert.equal(started.status, 200, started.text)
  const lines = async () =>
    (await desk.call(api.listTerminalLogs, { token, params: { id } })).ok.map((l) => l.message)
  const strategy = async () => (await desk.call(api.listStrategies, { token, params: { id } })).ok[0]
  return {
    id,
    lines,
    strategy,
    said: (what: RegExp) =>
      until(`a line like ${what}`, async () => (await lines()).find((line) => what.test(line))).catch(
        async (error: unknown) => {
          throw new Error(`${String(error)}; it said: ${(await lines()).join(' | ')}`)
        },
      ),
    ended: () =>
      until('it has ended', async () => {
        const now = await strategy()
        return now?.ended_at ? now : undefined
      }),
    stop: () => desk.call(api.stopStrategy, { token, params: { id } }),
  }
}

const path = createPath(createProfile(WIF, 'localnet'))
const price = () => path.at(desk.clock.now())
/** A session lasts for thirty. */
const DAYS = 9
/** Moves the clock to where the market has such a price. */
function moveTo(what: string, wanted: (usd: number) => boolean): void {
  const now = desk.clock.now()
  for (let ms = 0; ms < DAYS * 86_400_000; ms += 5_000)
    if (wanted(path.at(now + ms)) && wanted(path.at(now + ms + 5_000))) return desk.clock.move(ms)
  assert.fail(`no such price in ${DAYS} days: ${what}`)
}
/**
 * Moves the clock to the first moment from which the market comes to each of these prices in turn, whatever it did before
 * and on whatever day this runs.
 */
function moveWhere(...wanted: ((usd: number, at: number) => boolean)[]): void {
  const [now, minute, days] = [desk.clock.now(), 60_000, DAYS * 1_440]
  const prices = Array.from({ length: 2 * days }, (_, i) => path.at(now + i * minute))
  for (let i = 0; i < days; i++) {
    const at = prices[i] ?? 0
    let found = i
    for (const is of wanted) if (found >= 0) found = prices.findIndex((usd, j) => j > found && is(usd, at))
    if (found >= 0 && found < i + days) return desk.clock.move(i * minute)
  }
  assert.fail(`the market does not go that way in ${2 * DAYS} days`)
}
const moveBeforeAFall = () => moveWhere((usd, at) => usd < at * 0.97)
/** Minute by minute, each seen, until the line is there. */
async function minutesUntil(
  { lines }: Awaited<ReturnType<typeof run>>,
  id: string,
  what: RegExp,
): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    if ((await lines()).some((line) => what.test(line))) return
    desk.clock.move(60_000)
    await until('the candle was taken in', async () => {
      const { rows } = (await desk.database.db.execute(
        sql`select state from strategies where id = ${id}`,
      )) as {
        rows: {
          state: { nextAt: number; pending: number; slotAt: number; typeState: { pendingSide?: string } }
        }[]
      }
      const state = rows[0]?.state
      return state !== undefined && state.nextAt > desk.clock.now() && state.pending === 0
    })
  }
  assert.fail(`no line like ${what} in an hour: ${(await lines()).join(' | ')}`)
}
async function figures(id: string) {
  const { rows } = (await desk.database.db.execute(
    sql`select spent_quote, bought_base, sold_base, received_quote from strategies where id = ${id}`,
  )) as { rows: Record<string, string>[] }
  const row = rows[0] ?? {}
  return {
    spent: row.spent_quote,
    bought: row.bought_base,
    sold: row.sold_base,
    received: row.received_quote,
  }
}

test('twap spends its total to the lamport, over two wallets', async () => {
  const wallets = [await walletWith(), await walletWith()]
  const twap = await run(
    {
      strategy_type: 'twap',
      trade_direction: 'buy',
      total_amount: sol('0.100000001'),
      total_duration_seconds: 3,
      order_interval_seconds: 1,
    },
    wallets,
  )
  const done = await twap.ended()
  assert.deepEqual([done.status, done.orders_filled], ['completed', 3], (await twap.lines()).join(' | '))
  assert.equal((await figures(done.id)).spent, '100000001')
})

test('limit waits for its price and buys once', async () => {
  moveBeforeAFall()
  const limit = price() * 0.994
  const it = await run(
    { strategy_type: 'limit', trade_direction: 'buy', amount: sol(0.2), limit_price_usd: limit },
    [await walletWith()],
  )
  await it.said(/^Initialized/)
  moveTo('below the limit', (usd) => usd < limit * 0.999)
  const done = await it.ended()
  assert.deepEqual([done.status, (await figures(done.id)).spent], ['completed', '200000000'])
})

test('grid buys on the way down and sells with a profit on the way up', async () => {
  moveWhere(
    (usd, at) => usd > at * 1.003 && usd < at * 1.007,
    (usd, at) => usd < at * 0.985 && usd > at * 0.975,
    (usd, at) => usd > at * 1.015,
  )
  const at = price()
  const it = await run(
    {
      strategy_type: 'grid',
      lower_price_usd: at * 0.97,
      upper_price_usd: at * 1.03,
      grid_levels: 7,
      total_amount: { value: 300, unit: 'USDC' },
      quote: 'USDC',
    },
    [await walletWith(300, USDC_MINT)],
  )
  await it.said(/^Initialized/)
  await until('it has seen a price', async () => (await it.strategy())?.status === 'active')
  moveTo('inside the grid', (usd) => usd > at * 1.002 && usd < at * 1.008)
  await until('lines are armed', async () => {
    const { rows } = (await desk.database.db.execute(
      sql`select state->'typeState'->'cells'->2 as cell from strategies where agent_id = ${it.id}`,
    )) as { rows: { cell: unknown }[] }
    return Array.isArray(rows[0]?.cell)
  })
  moveTo('below a line', (usd) => usd < at * 0.988 && usd > at * 0.972)
  await it.said(/^Bought/)
  moveTo('above a line', (usd) => usd > at * 1.012)
  await it.said(/^Sold .* Profit: \+/)
  assert.equal((await it.stop()).ok.status, 'stopped')
  const { spent = '0' } = await figures((await it.strategy())?.id ?? '')
  assert.ok(BigInt(spent) <= 300_000_000n)
})

test('bracket buys, and takes its profit', async () => {
  moveWhere((usd, at) => usd > at * 1.03)
  const it = await run(
    {
      strategy_type: 'bracket',
      trade_direction: 'buy',
      amount: { value: 40, unit: 'USDC' },
      quote: 'USDC',
      take_profit_percent: 2,
      stop_loss_percent: 50,
    },
    [await walletWith(40, USDC_MINT)],
  )
  await it.said(/^Guarding/)
  const at = price()
  moveTo('2 % higher', (usd) => usd > at * 1.026)
  const done = await it.ended()
  assert.equal(done.status, 'completed', (await it.lines()).join(' | '))
  await it.said(/take profit: .* above the entry/)
  const { bought, sold, received = '0', spent = '0' } = await figures(done.id)
  assert.equal(bought, sold)
  assert.ok(Number(done.realised) > 0)
  assert.equal(Math.round(Number(done.realised) * 1e6), Number(BigInt(received) - BigInt(spent)))
  assert.deepEqual([done.held, done.unrealised, done.fees], [0, 0, 0.00002])
})

test('bracket guards tokens that the wallet holds, with a trailing stop', async () => {
  moveBeforeAFall()
  const it = await run(
    {
      strategy_type: 'bracket',
      trade_direction: 'sell',
      amount: { value: 100, unit: 'percent' },
      trailing_stop_percent: 1,
    },
    [await walletWith(50)],
  )
  await it.said(/^Guarding/)
  const at = price()
  moveTo('lower', (usd) => usd < at * 0.985)
  const done = await it.ended()
  assert.deepEqual([done.status, (await figures(done.id)).sold], ['completed', '50000000'])
})

test('rsi and ma_cross trade on the candles of the market, in and out', async () => {
  const types = [
    {
      strategy_type: 'rsi',
      timeframe: '1m',
      length: 2,
      buy_below: 45,
      sell_above: 55,
      amount_per_trade: sol(0.1),
    },
    {
      strategy_type: 'ma_cross',
      timeframe: '1m',
      fast_length: 1,
      slow_length: 3,
      amount_per_trade: sol(0.1),
    },
  ]
  for (const type of types) {
    const it = await run(type, [await walletWith()])
    const { id = '' } = (await it.strategy()) ?? {}
    await minutesUntil(it, id, /^Sold .* (?:Profit|Loss):/)
    assert.equal((await it.stop()).ok.status, 'stopped')
    const { bought, sold } = await figures(id)
    assert.ok(BigInt(sold ?? 0) > 0n && BigInt(sold ?? 0) <= BigInt(bought ?? 0))
  }
})

test('rebalance brings the token to its share', async () => {
  const it = await run({ strategy_type: 'rebalance', target_percent: 40 }, [await walletWith()])
  await it.said(/^Bought/)
  const { spent = '0' } = await figures((await it.strategy())?.id ?? '')
  // The share of 20 SOL, less what the wallet must keep.
  assert.ok(BigInt(spent) > 7_980_000_000n && BigInt(spent) <= 8_000_000_000n, spent)
  assert.equal((await it.stop()).ok.status, 'stopped')
})

test('a stop loss can still be paid after all was spent', async () => {
  moveBeforeAFall()
  const wallet = await walletWith()
  const it = await run(
    {
      strategy_type: 'swap',
      trade_direction: 'buy',
      amount: { value: 100, unit: 'percent' },
      risk: { stop_loss_percent: 1.5 },
    },
    [wallet],
  )
  await it.said(/^All orders are done/)
  const at = price()
  moveTo('lower', (usd) => usd < at * 0.98)
  const done = await it.ended()
  assert.deepEqual([done.status, done.held], ['stopped', 0], (await it.lines()).join(' | '))
})

test('a stop loss watches on when all orders are done, sells and ends with its figures', async () => {
  moveBeforeAFall()
  const it = await run(
    { strategy_type: 'swap', trade_direction: 'buy', amount: sol(0.2), risk: { stop_loss_percent: 1.5 } },
    [await walletWith()],
  )
  await it.said(/^All orders are done/)
  const at = price()
  moveTo('lower', (usd) => usd < at * 0.98)
  const done = await it.ended()
  assert.equal(done.status, 'stopped')
  await it.said(/^Limit reached: stop loss: .* below the average cost/)
  const { bought, sold } = await figures(done.id)
  assert.equal(bought, sold)
})

test('a stop loss that was placed and not sent yet does not go out once everything is stopped', async () => {
  moveBeforeAFall()
  const risk = { stop_loss_percent: 1.5 }
  const it = await run({ strategy_type: 'swap', trade_direction: 'buy', amount: sol(0.2), risk }, [
    await walletWith(),
  ])
  await it.said(/^All orders are done/)
  await desk.chain('localnet_setFaults', [{ method: 'simulateTransaction', kind: 'drop' }])
  const at = price()
  moveTo('lower', (usd) => usd < at * 0.98)
  await it.said(/^Placed the sale on stop loss/)
  await desk.call(stopAll, { token })
  await desk.chain('localnet_clearFaults')
  const done = await it.ended()
  assert.deepEqual(
    [done.status, (await figures(done.id)).sold],
    ['stopped', '0'],
    (await it.lines()).join(' | '),
  )
})

test('what was bought is sold on stop where the plan says so', async () => {
  const it = await run(
    {
      strategy_type: 'dca',
      trade_direction: 'buy',
      amount_per_order: sol(0.05),
      interval_seconds: 1,
      on_stop: 'sell',
    },
    [await walletWith()],
  )
  await it.said(/^Bought/)
  assert.equal((await it.stop()).ok.status, 'stopped')
  const { bought, sold } = await figures((await it.strategy())?.id ?? '')
  assert.equal(bought, sold)
})
