// On PostgreSQL as well.
/**
 * Forced sales on a desk of real funds whose services lie: what is worth more is not sold for the false price, its
 * owner is notified once, and releases this one sale with a mailed code.
 */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { closePosition, sellAtAnyPrice } from '@purser/contract/agents/agent-desk.ts'
import * as api from '@purser/contract/agents/agents.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { listNotifications } from '@purser/contract/notifications.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { payingHundredth } from './test/build-double.ts'
import { until, type User } from './test/harness.ts'
import { startMainnetDesk } from './test/mainnet-desk.ts'
import { fund, SOL } from './test/money.ts'
import { readProgress } from './test/progress.ts'
import { strangeMint } from './test/token-service.ts'
import { readTokens } from './test/tokens.ts'

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const [CHARTLESS, UNPRICED] = [strangeMint('without candles'), strangeMint('without a price')]
const listed = { decimals: 6, usd: 0.02, isVerified: true }
const { mainnet, desk } = await startMainnetDesk({
  tokens: [
    { ...listed, mint: CHARTLESS, symbol: 'CHARTLESS', name: 'Chartless', poolless: true },
    { ...listed, mint: UNPRICED, symbol: 'UNPRICED', name: 'Unpriced' },
  ],
})
const { call } = desk
const { services } = mainnet
afterEach(() => {
  services.routes.lie(null)
  services.told.clear()
  // Prices are shared for three seconds.
  desk.clock.move(3_000)
})

const paysHundredth = (mint: string) => services.routes.lie(payingHundredth(mint))

async function holder(symbol = 'BONK', mint = BONK, more = '') {
  const user = await desk.signUp()
  const { token } = user
  const { address } = (await call(generateWallet, { token })).ok
  await fund(mainnet.rpc, address, 3n * SOL)
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const instruction = `buy 0.1 SOL of ${symbol} every 10 minutes until I stop it${more}`
  const body = { instruction, wallet_addresses: [address] }
  const { parsedPlan, explanation } = (await call(api.parseInstruction, { token, params, body })).ok
  assert.ok(parsedPlan, explanation)
  const strategy = {
    parsedStrategy: parsedPlan,
    tokenAddress: null,
    walletAddresses: [address],
    groupId: null,
  }
  const started = await call(api.startStrategy, { token, params, wrongBody: { strategy } })
  assert.equal(started.status, 200, started.text)
  const { strategyId } = started.ok
  const one = async () => {
    const [found] = (await call(api.listStrategies, { token, params })).ok
    assert.ok(found)
    return found
  }
  const lines = async () =>
    (await readProgress(call, token, { agentId: params.id, strategyId })).lines.map(({ kind, message }) => ({
      kind,
      message,
    }))
  await until('it has bought', async () => (await one()).orders_filled === 1)
  return {
    user,
    params,
    strategyId,
    one,
    lines,
    ofKind: async (kind: string) => (await lines()).filter((line) => line.kind === kind),
    held: async () => (await readTokens(mainnet.rpc, [address], { mint }))[0] ?? 0n,
    close: () => call(closePosition, { token, params, body: { strategyId } }),
    /** The next decision, due in ten seconds. */
    async decidesAnew() {
      const before = services.routes.asked.length
      desk.clock.move(10_000)
      await until('it has asked for a quote again', () => services.routes.asked.length > before)
    },
    told: async () =>
      (await call(listNotifications, { token })).ok.notifications.filter(({ kind }) => kind === 'error'),
    sellAnyway: (code: string, by: Pick<User, 'token'> = user) =>
      call(sellAtAnyPrice, { token: by.token, params, body: { strategyId, code } }),
  }
}

void test('a quote of a hundredth sells nothing until the owner says so with a mailed code, restart or not', async () => {
  const who = await holder()
  const before = await who.held()
  assert.ok(before > 0n)
  paysHundredth(BONK)
  const closing = (await who.close()).ok
  assert.equal(closing.status, 'stopping')
  assert.match(closing.message, /^The sale is held back, waiting for a better quote/)
  await who.decidesAnew()
  await who.decidesAnew()
  assert.equal(await who.held(), before)
  const [said, ...more] = await who.ofKind('held-back')
  assert.equal(more.length, 0)
  assert.match(
    said?.message ?? '',
    /^Held back the sale on stop: waiting for a better quote: selling [\d,.]+ BONK would return 0\.00\d+ SOL; the value is 0\.\d+ SOL and the minimum accepted is 0\.0\d+ SOL; one BONK is /,
  )
  assert.equal((await who.ofKind('placed')).length, 1, 'the purchase alone')
  const [bell, ...bells] = await who.told()
  assert.equal(bells.length, 0)
  assert.match(bell?.text ?? '', /waiting for a better quote/)
  const { held_back: found } = await who.one()
  assert.ok(found && Number(found.worth) > 90 * Number(found.brings), JSON.stringify(found))

  const stranger = await desk.signUp()
  assert.equal((await who.sellAnyway('123456', stranger)).status, 404)
  const wrong = await who.sellAnyway('000000')
  assert.equal(wrong.status, 403, wrong.text)
  const limits = await desk.keyCode(who.user, 'limits')
  assert.equal((await who.sellAnyway(limits)).status, 403, 'a code for something else')
  assert.equal(await who.held(), before)

  await desk.stop()
  await desk.start()
  const confirmed = await who.sellAnyway(await desk.keyCode(who.user, 'sale'))
  assert.equal(confirmed.status, 200, confirmed.text)
  await until('it is sold', async () => (await who.one()).status === 'stopped')
  assert.equal(await who.held(), 0n)
  assert.equal((await who.one()).held_back, undefined)
  assert.equal((await who.ofKind('any-price')).length, 1)
  const { rows } = (await call(listAudit, { token: who.user.token, query: { type: 'any-price' } })).ok
  assert.equal(rows.length, 1)
  assert.match(String(rows[0]?.detail.brings), /^0\.00\d+ SOL$/)
  const again = await who.sellAnyway(await desk.keyCode(who.user, 'sale'))
  assert.deepEqual([again.status, again.fault.code], [409, 'strategy_not_running'])
})

void test('prices that do not agree hold a sale back whatever its quote, and it goes out once they do', async () => {
  const who = await holder()
  const before = await who.held()
  // The service halves its price, and its routes.
  services.told.set(BONK, 0.5)
  paysHundredth(BONK)
  desk.clock.move(3_000)
  assert.equal((await who.close()).ok.status, 'stopping')
  await who.decidesAnew()
  const [said, ...more] = await who.ofKind('held-back')
  assert.equal(more.length, 0)
  const told =
    /waiting for two prices to agree: one BONK is ([\d.]+) SOL by market price and ([\d.]+) SOL by the last candles/
  const [, market, candles] = told.exec(said?.message ?? '') ?? []
  assert.ok(Number(market) > 0 && Number(candles) > 1.6 * Number(market), said?.message)
  assert.equal(await who.held(), before)
  services.routes.lie(null)
  services.told.clear()
  await who.decidesAnew()
  await until('it is sold', async () => (await who.one()).status === 'stopped')
  assert.equal(await who.held(), 0n)
  assert.equal((await who.ofKind('any-price')).length, 0)
})

void test('while it is paused the word of its owner waits with it, and that is said', async () => {
  const who = await holder('BONK', BONK, ' with a 10% stop loss')
  const before = await who.held()
  const about = { token: who.user.token, params: who.params, body: { strategyId: who.strategyId } }
  services.told.set(BONK, 0.5)
  await until('it is held back', async () => {
    desk.clock.move(1_000)
    return (await who.ofKind('held-back')).length > 0
  })
  assert.equal((await call(api.pauseStrategy, about)).status, 200)
  const { ok: confirmed } = await who.sellAnyway(await desk.keyCode(who.user, 'sale'))
  assert.deepEqual([confirmed.status, confirmed.message.slice(0, 23)], ['paused', 'The strategy is paused.'])
  assert.equal(await who.held(), before)
  assert.equal((await call(api.resumeStrategy, about)).status, 200)
  await until('it is sold', async () => (await who.one()).status === 'stopped')
  assert.equal(await who.held(), 0n)
})

void test('what is worth its quote by both is sold at once, and no more is asked for than before', async () => {
  const who = await holder()
  /** Requests for the newest candles; older ones may still be loading for the preview. */
  const newest = () => services.candleServer.asked.filter((path) => !path.includes('before_timestamp')).length
  const asked = newest()
  assert.equal((await who.close()).ok.status, 'stopped')
  assert.equal(await who.held(), 0n)
  assert.equal((await who.ofKind('held-back')).length, 0)
  assert.equal(newest(), asked)
})

void test('a token without candles waits for its owner', async () => {
  const who = await holder('CHARTLESS', CHARTLESS)
  const before = await who.held()
  assert.equal((await who.close()).ok.status, 'stopping')
  await who.decidesAnew()
  const [said] = await who.ofKind('held-back')
  assert.match(said?.message ?? '', /SOL by market price and unknown by the last candles\.$/)
  assert.equal(await who.held(), before)
  assert.equal((await who.sellAnyway(await desk.keyCode(who.user, 'sale'))).status, 200)
  await until('it is sold', async () => (await who.one()).status === 'stopped')
  assert.equal(await who.held(), 0n)
})

void test('with prices of a block that stands still nothing is sold', async () => {
  const who = await holder()
  const before = await who.held()
  const asked = services.routes.asked.length
  services.facts.block = 348_004_026
  try {
    // Each view of the strategy requests prices.
    for (let seconds = 0; seconds < 100; seconds += 5) {
      await who.one()
      desk.clock.move(5_000)
    }
    paysHundredth(BONK)
    assert.equal((await who.close()).ok.status, 'stopping')
    await until('it has tried', () => services.routes.asked.length > asked)
    desk.clock.move(31_000)
    const [said] = await until('it says what it waits for', async () => {
      const lines = await who.ofKind('no-market')
      return lines.length > 0 ? lines : undefined
    })
    assert.match(said?.message ?? '', /^Waiting: the market is not responding/)
    assert.equal(await who.held(), before)
  } finally {
    services.facts.block = null
  }
  services.routes.lie(null)
  await until('it is sold at fresh prices', async () => (await who.one()).status === 'stopped')
  assert.equal(await who.held(), 0n)
})

void test('a token that has no price but its quote is bought at the word of its buyer alone', async () => {
  services.told.set(UNPRICED, null)
  const user = await desk.signUp()
  const { token } = user
  const { address } = (await call(generateWallet, { token })).ok
  await fund(mainnet.rpc, address, SOL)
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const parse = async (instruction: string) =>
    (await call(api.parseInstruction, { token, params, body: { instruction, wallet_addresses: [address] } }))
      .ok
  const asked = await parse('buy 0.1 SOL of UNPRICED')
  assert.equal(asked.parsedPlan, null)
  assert.match(
    asked.explanation,
    /^Should I plan this even though .* has no independent price\?\n- it has no market price other than the quote itself/,
  )
  const [choice, ...others] = asked.question?.choices ?? []
  assert.equal(others.length, 0)
  const parsed = await parse(choice?.reply ?? '')
  assert.equal(parsed.feasible, true, parsed.explanation)
  assert.match(parsed.explanation, /Note: it has no market price other/)
  assert.ok(parsed.shown?.figures?.warnings?.some((text) => text.includes('no market price')))
  services.told.clear()
  desk.clock.move(3_000)
  const priced = await parse(`buy 0.2 SOL of ${UNPRICED}`)
  assert.ok(priced.parsedPlan, priced.explanation)
})
