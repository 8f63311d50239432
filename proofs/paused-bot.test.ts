/**
 * The real program, stopped by a signal and started again while the market runs at its highest speed: no bot catches up
 * on missed turns.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MARKET_SPEED_MAX } from '@purser/contract/limits.ts'
import { getMarketClock, setMarketClock } from '@purser/contract/market/market.ts'
import { parseUnits } from '@purser/contract/money.ts'
import {
  type BotTrade,
  listBotTrades,
  listBotWallets,
} from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { TOO_LATE } from '../server/src/domains/market/trade.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { readBalances } from '../server/src/test/money.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { EACH_HAS, makeBuyingGroup } from './buying-group.ts'
import { ask } from './ledger.ts'

const WALLETS = 8
const INTERVAL = 600
/** Three intervals of the market's time. */
const AWAY_MS = (3 * INTERVAL * 1_000) / MARKET_SPEED_MAX
const IN_FLIGHT = 4
const PRICE_MOVED = 'The price moved beyond the limit set when it was decided'

void test('stopped by a signal, and started anew, at full speed: one late turn a wallet, four in flight, and every book equals the chain', async () => {
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir, 0)
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  const start = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl })
  let product = await start()
  const { token } = await signUp(product.call)
  const { wallets, groupId, wanted } = await makeBuyingGroup(product.call, rpc, {
    token,
    count: WALLETS,
    interval: INTERVAL,
  })
  const setSpeed = (speed: number) => product.call(setMarketClock, { token, body: { speed } })
  const clock = (await setSpeed(MARKET_SPEED_MAX)).ok
  const setAt = Date.now()
  assert.equal(clock.speed, MARKET_SPEED_MAX)
  /** The market's time in seconds, never ahead of the market itself. */
  const marketNow = () =>
    Date.parse(clock.market_time) / 1_000 + ((Date.now() - setAt) / 1_000) * MARKET_SPEED_MAX
  const begins = [marketNow()]
  assert.equal((await product.call(api.startBot, { token, body: wanted })).status, 200)
  const query = { groupId, limit: 500 }
  const trades = async () => (await product.call(listBotTrades, { token, query })).ok.trades
  const count = (all: BotTrade[]) => wallets.map(({ id }) => all.filter((one) => one.wallet_id === id).length)
  /** Waits until each has one more than before: never two at once, never more in flight than allowed. */
  async function oneMore(had: number[]): Promise<void> {
    await until('each has one more', async () => {
      const all = await trades()
      assert.ok(all.filter(({ status }) => status === 'placed').length <= IN_FLIGHT)
      return count(all).every((n, i) => n > (had[i] ?? 0))
    })
  }
  await oneMore(wallets.map(() => 0))

  const before = count(await trades())
  product.child.kill('SIGSTOP')
  await pause(AWAY_MS)
  begins.push(marketNow())
  product.child.kill('SIGCONT')
  await oneMore(before)
  const killed = count(await trades())
  await product.end('SIGKILL')
  await pause(AWAY_MS)
  begins.push(marketNow())
  product = await start()
  assert.equal((await product.call(getMarketClock, { token })).ok.speed, MARKET_SPEED_MAX)
  await oneMore(killed)

  // Set back while trades are in flight: nothing falls due for an interval of the real time.
  await until('one is in flight', async () => (await trades()).some(({ status }) => status === 'placed'))
  const ended = new Set((await trades()).filter(({ status }) => status !== 'placed').map(({ id }) => id))
  const { market_time: time } = (await setSpeed(1)).ok
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 5_000)
  await until('none is in flight', async () => (await trades()).every(({ status }) => status !== 'placed'))
  const all = await trades()
  const rows = (await product.call(listBotWallets, { token, query })).ok.wallets
  for (const row of rows) {
    const next = Date.parse(row.next_trade_at ?? '')
    assert.ok(next <= Date.now() + INTERVAL * 1_000 + 1_000, 'at most an interval away')
    const times = all
      .filter((one) => one.wallet_id === row.wallet_id)
      .map((one) => Date.parse(one.market_time) / 1_000)
      .sort((a, b) => a - b)
    // One that was in progress, one late one, and from then on one an interval: missed turns are not repeated.
    for (const begin of begins)
      for (const [i, at] of times.filter((at) => at >= begin).entries())
        assert.ok(at - begin >= (i - 1) * INTERVAL, `number ${i} after ${at - begin} seconds`)
  }
  assert.ok(rows.some((row) => Date.parse(row.next_trade_at ?? '') > Date.now() + (INTERVAL / 2) * 1_000))
  // A trade in flight at one of the two stops can be too late to be sent; one in flight when the clock was set back can
  // meet the price of another hour. Nothing was traded then.
  const refused = all.filter(({ status }) => status !== 'filled')
  const late = refused.filter(({ error }) => error === TOO_LATE)
  const moved = refused.filter(({ id, error }) => !ended.has(id) && error?.startsWith(PRICE_MOVED))
  assert.ok(late.length <= 2 * IN_FLIGHT && moved.length <= IN_FLIGHT)
  assert.deepEqual(
    refused.filter((one) => !late.includes(one) && !moved.includes(one)),
    [],
  )
  const signed = (value: string | number) => {
    const text = String(value)
    return text.startsWith('-') ? -parseUnits(text.slice(1), 9) : parseUnits(text, 9)
  }
  const held = await readBalances(
    rpc,
    rows.map((row) => row.wallet_address),
  )
  for (const [i, row] of rows.entries())
    assert.equal(held[i], EACH_HAS + signed(row.currency_change) - signed(row.fees_sol), row.wallet_name)
  assert.equal((await product.end('SIGTERM')).code, 0)
  assert.doesNotMatch(product.stderr(), /\S/)
  await network.end('SIGTERM')
})
