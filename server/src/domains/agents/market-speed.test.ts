// On PostgreSQL as well.
/** The speed of the market on real desks: never above 1 while a strategy runs, whoever of two servers is asked. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { plainPrices } from '@purser/contract/market/price-text.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { getMarketClock, listCandles, setMarketClock } from '@purser/contract/market/market.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { createPath } from '../../adapters/market/simulated/path.ts'
import { createProfile } from '../../adapters/market/simulated/profile.ts'
import { createApp } from '../../app.ts'
import { type Database, openPostgres } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { openMasterKey } from '../../master-key.ts'
import { createClient } from '../../test/client.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'
import { opensDataKeys } from '../wallets/index.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const FAST = 'The market runs at 100× speed. Set it back to 1× before starting a strategy.'
// Before the desk's own, whose database it uses.
const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const end of endings) await end()
})
const desk = await startTestDesk()
const { call, chain } = desk
const user = await desk.signUp()
const { token } = user
const [wallet] = await makeWallets(call, token, 1)
assert.ok(wallet)
await fund(chain, wallet.address, 100n * SOL)

/** A second server on the same database, which no bus joins to the first. */
const log = createLog('silent')
const { url: databaseUrl } = desk.database
const second: Database = databaseUrl === null ? desk.database : await openPostgres(databaseUrl, log)
const other = await createApp({
  config: { ...desk.config, rpcUrl: desk.rpcUrl, wsUrl: null },
  database: second,
  masterKey: await openMasterKey(desk.config.masterKey, desk.config.dataDir, (key) =>
    opensDataKeys(second.db, key),
  ),
  log,
  version: 'test',
  console: desk.config.dataDir,
  clock: desk.clock,
  beside: true,
})
const there = createClient(await other.http.listen({ host: desk.config.host, port: 0 }))
endings.push(() => other.close())
if (second !== desk.database) endings.push(() => second.close())

/** An agent with a plan that was shown. */
async function newAgent() {
  const { id } = (await call(api.createAgent, { token })).ok
  const params = { id }
  const body = { instruction: 'buy 0.01 SOL of BONK every hour', wallet_addresses: [wallet?.address ?? ''] }
  const { parsedPlan, explanation } = (await call(api.parseInstruction, { token, params, body })).ok
  if (!parsedPlan) throw new Error(explanation)
  const start = (plan: Plan = parsedPlan) =>
    call(api.startStrategy, {
      token,
      params,
      body: { strategy: { parsedStrategy: plan, walletAddresses: [wallet?.address ?? ''] } },
    })
  const strategies = async () => (await call(api.listStrategies, { token, params })).ok
  async function stop() {
    await call(api.stopStrategy, { token, params, body: {} })
    await until('it has stopped', async () => (await strategies()).every((s) => s.status !== 'stopping'))
  }
  const restart = (external_id: string) =>
    call(api.startStrategy, { token, params, body: { strategy: { external_id, from: 'first' } } })
  return { id, start, restart, stop, strategies }
}
const setSpeed = (speed: number, at = call) => at(setMarketClock, { token, body: { speed } })

test('while the market is fast nothing starts or starts again, at either server, with the sentence', async () => {
  const agent = await newAgent()
  const ended = (await agent.start()).ok.strategyId
  const refused = await setSpeed(100)
  assert.deepEqual(
    [refused.status, refused.fault],
    [
      409,
      {
        code: 'strategies_run',
        error: 'The market speed cannot be changed while strategies run. They require 1×.',
      },
    ],
  )
  await call(api.pauseStrategy, { token, params: { id: agent.id }, body: {} })
  assert.equal((await setSpeed(2, there)).fault.code, 'strategies_run')
  assert.equal((await there(getMarketClock, { token })).ok.fixed, refused.fault.error)
  await agent.stop()

  const set = (await setSpeed(100)).ok
  assert.deepEqual([set.speed, set.fixed], [100, null])
  assert.equal((await there(getMarketClock, { token })).ok.speed, 100)
  const next = await newAgent()
  for (const start of [next.start, () => agent.restart(ended)]) {
    const { status, fault } = await start()
    assert.deepEqual([status, fault], [409, { code: 'market_fast', error: FAST }])
  }
  assert.deepEqual(await next.strategies(), [])

  assert.equal((await setSpeed(1, there)).ok.speed, 1)
  const started = await next.start()
  assert.equal(started.status, 200)
  // Never refused, also when it is so already.
  assert.equal((await setSpeed(1)).ok.speed, 1)
  await next.stop()
  assert.equal((await agent.restart(ended)).status, 200)
  await agent.stop()
  const { rows } = (await call(listAudit, { token, query: { type: 'market-speed' } })).ok
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [
      { speed: 1, before: 100 },
      { speed: 100, before: 1 },
    ],
  )
})

test('a start and a change of the speed at the same moment: one of them is refused, never neither', async () => {
  const agent = await newAgent()
  const wins = { start: 0, speed: 0 }
  for (let round = 0; round < 8; round++) {
    const [started, fast] = await Promise.all([
      again(),
      // Later by more and more: whichever would be first.
      systemClock.sleep(round * 4).then(() => setSpeed(100, round % 2 === 0 ? there : call)),
    ])
    const [isStarted, isFast] = [started.status === 200, fast.status === 200]
    assert.ok(!(isStarted && isFast), 'a strategy runs in a fast market')
    assert.ok(isStarted || started.fault.code === 'market_fast', started.text)
    assert.ok(isFast || fast.fault.code === 'strategies_run', fast.text)
    wins[isStarted ? 'start' : 'speed']++
    if (isStarted) await agent.stop()
    assert.equal((await setSpeed(1)).status, 200)
  }
  assert.equal(wins.start + wins.speed, 8)

  async function again() {
    const [last] = await agent.strategies()
    return last ? agent.restart(last.id) : agent.start()
  }
})

test('charts and answers about prices are of the time of the market', async () => {
  const before = (await setSpeed(100)).ok
  const query = { timeframe: '1m', limit: 2 } as const
  const newest = async () =>
    (await call(listCandles, { token, params: { mint: BONK }, query })).ok.candles.at(-1)?.time ?? 0
  const first = await newest()
  await until('ten minutes of the market have passed', async () => (await newest()) - first >= 600)
  const { market_time: time } = (await call(getMarketClock, { token })).ok
  // Less a candle, which is counted from its start.
  assert.ok(Date.parse(time) - Date.parse(before.market_time) >= 540_000)
  assert.ok(Date.parse(time) > desk.clock.now() + 500_000)
  const { id } = (await call(api.createAgent, { token })).ok
  const body = { instruction: 'what is the price of BONK?' }
  const { answer } = (await call(api.parseInstruction, { token, params: { id }, body })).ok
  const figure = answer?.figures.find(({ label }) => label === 'Price')?.value ?? ''
  const told = Number(plainPrices(figure).slice(1))
  const end = Date.parse((await call(getMarketClock, { token })).ok.market_time)
  const { at } = createPath(createProfile(BONK, 'localnet'))
  const prices: number[] = []
  for (let ms = Date.parse(time); ms <= end; ms += 500) prices.push(at(ms))
  assert.ok(told >= Math.min(...prices) * 0.999 && told <= Math.max(...prices) * 1.001, String(told))
  await setSpeed(1)
  assert.ok((await newest()) * 1000 <= desk.clock.now(), 'nothing of the time that was taken back')
})

test('only whole numbers from 1 to 100, and only signed in', async () => {
  for (const speed of [0, -1, 101, 1.5, '10', null, Number.NaN]) {
    const { status, fault } = await call(setMarketClock, { token, wrongBody: { speed } })
    assert.deepEqual(
      [status, fault.code, fault.details],
      [400, 'invalid_input', [{ path: 'speed', message: 'must be a whole number from 1 to 100' }]],
    )
  }
  assert.equal((await call(setMarketClock, { body: { speed: 1 } })).status, 401)
  assert.equal((await call(getMarketClock)).status, 401)
})
