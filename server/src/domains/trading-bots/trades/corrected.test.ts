// On PostgreSQL as well.
/** A chain that turns out otherwise: another network under the bot, and a fork that drops a booked trade. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createScript } from '../../../test/hostile-scripts.ts'
import { readBalances, SOL } from '../../../test/money.ts'
import { BONK, createBots, MINUTE } from '../../../test/trading-bot.ts'

const desk = await startTestDesk({ pace: 5, network: 'tower', endpoints: 1 })
const { call, chain, clock } = desk
const endpoint = desk.endpoints[0] ?? assert.fail('the desk has an endpoint that can lie')
await chain('localnet_setSlotTime', 20)
const { group } = createBots(desk)
afterEach(() => endpoint.beHonest())

const WITHIN_MS = 90_000
/** The calls that decide the outcome of a transaction, and not its plan. */
const DECIDING = [
  'sendTransaction',
  'getSignatureStatuses',
  'getEpochInfo',
  'getBlockHeight',
  'getSignaturesForAddress',
  'getTransaction',
  'getFirstAvailableBlock',
  'minimumLedgerSlot',
  'isBlockhashValid',
]

void test('a trade whose block a fork has dropped is unbooked once, in its row and in every figure', async () => {
  const bot = await group([SOL])
  await bot.run()
  const rules = createScript('a fork that is confirmed').rules
  endpoint.play({
    name: 'a fork',
    rules: rules.map((rule) => (rule.on === '*' ? { ...rule, on: DECIDING } : rule)),
  })
  clock.move(10 * MINUTE)
  const [filled] = await bot.settled(1)
  assert.equal(filled?.status, 'filled')
  assert.equal((await bot.bot()).figures.trades, 1)
  // Its time is over on the chain, and by its decision; no other turn falls due.
  await chain('localnet_advanceSlots', 200)
  clock.move(2 * MINUTE)
  endpoint.beHonest()
  await until(
    'it is unbooked',
    async () => (await bot.trades()).every(({ status }) => status === 'failed'),
    WITHIN_MS,
  )
  const { figures } = await bot.bot()
  assert.deepEqual(figures, {
    trades: 0,
    buys: 0,
    whale_trades: 0,
    retail_trades: 0,
    failed: 1,
    volume_usd: 0,
    fees_sol: 0,
  })
  const [wallet] = await bot.effects()
  assert.deepEqual(
    [wallet?.trades, wallet?.token_change, wallet?.currency_change, wallet?.fees_sol],
    [0, 0, 0, 0],
  )
  assert.deepEqual(await readBalances(chain, [bot.wallets[0]?.address ?? '']), [SOL])
  await bot.stop()
})

void test('on mainnet, known by its genesis hash, every call but reading is refused and nothing is traded', async () => {
  const bot = await group([SOL])
  await bot.run()
  endpoint.play({ name: 'mainnet', rules: [{ on: '*', kind: 'genesis', hash: MAINNET_GENESIS }] })
  const { token, groupId } = bot
  const refusals = [await bot.save(), await bot.start(), await bot.start({ dryRun: true }), await bot.stop()]
  for (const { status, fault } of refusals)
    assert.deepEqual(
      [status, fault.code, fault.error],
      [403, 'bot_on_mainnet', 'The trading bot is a simulation and runs on test networks only.'],
    )
  // Once the cached answer about the network is old.
  await until('the status says so', async () => {
    const { unavailable, bots } = (await call(api.getBotStatus, { token, query: { groupId } })).ok
    return unavailable === botTexts.mainnet && bots.length === 1
  })
  for (const read of [
    await call(api.getBotParameters, { token, query: { groupId } }),
    await call(api.analyzeToken, { token, params: { mint: BONK } }),
  ])
    assert.ok([200, 503].includes(read.status), read.text)
  clock.move(10 * MINUTE)
  await until('it waits', async () => (await bot.bot()).notice !== null)
  assert.deepEqual(await bot.trades(), [])
  endpoint.beHonest()
  await until('the bot goes on', async () => (await bot.bot()).notice === null)
  assert.equal((await bot.stop()).ok.status, 'inactive')
})
