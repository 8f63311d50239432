// On PostgreSQL as well.
/**
 * Sales under the limits of real money: they count by their possible loss, exits do not count, and wide slippage asks
 * for a code.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, parseInstruction, startStrategy, stopStrategy } from '@purser/contract/agents/agents.ts'
import { closePosition } from '@purser/contract/agents/agent-desk.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { readBalances, SOL } from '../../../test/money.ts'
import { readProgress, type Running } from '../../../test/progress.ts'
import { spenders } from '../../../test/spender.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ realFunds: true })
const { call, chain } = desk
const { change, readLimits, raise, spender } = spenders(desk)
const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const USDC = 1_000_000n

/** Returns the plan of an instruction as it is started. */
async function planned({ token }: User, agentId: number, instruction: string, address: string) {
  const body = { instruction, wallet_addresses: [address] }
  const { ok } = await call(parseInstruction, { token, params: { id: agentId }, body })
  assert.ok(ok.parsedPlan && ok.feasible, `${instruction}: ${ok.explanation}`)
  return { parsedStrategy: ok.parsedPlan, walletAddresses: [address] }
}
async function start(user: User, instruction: string, address: string): Promise<Running> {
  const agentId = (await call(createAgent, { token: user.token })).ok.id
  const strategy = await planned(user, agentId, instruction, address)
  const isWide = strategy.parsedStrategy.slippage_bps > 300
  const code = isWide ? { code: await desk.keyCode(user, 'slippage') } : {}
  const started = await call(startStrategy, {
    token: user.token,
    params: { id: agentId },
    body: { strategy, ...code },
  })
  assert.equal(started.status, 200, started.text)
  return { agentId, strategyId: started.ok.strategyId }
}
const readLines = async ({ token }: User, running: Running, kind: string) =>
  (await readProgress(call, token, running)).lines.filter((line) => line.kind === kind)
const filled = (user: User, running: Running, times = 1) =>
  until('it is filled', async () => (await readProgress(call, user.token, running)).filled === times)
async function skippedWhy(user: User, running: Running): Promise<string> {
  await until('it is skipped', async () => (await readLines(user, running, 'skipped')).length > 0)
  const [first] = await readLines(user, running, 'skipped')
  await call(stopStrategy, { token: user.token, params: { id: running.agentId } })
  return first?.message ?? ''
}
const readRequests = async ({ strategyId }: Running) => {
  const { rows } = (await desk.database.db.execute(sql`
    select request from operations where type = 'trade' and request->'context'->>'strategyId' = ${strategyId}
    order by created_at`)) as { rows: { request: { isExit?: boolean; minOut?: string } }[] }
  return rows.map(({ request }) => request)
}

void test('nothing is swapped to and fro at any slippage where the limits allow nothing', async () => {
  const { user, first } = await spender()
  await fundTokens(chain, first.address, USDC_MINT, 100n * USDC)
  await change(user, { per_day: 0, per_order: 0 })
  const before = [
    await readBalances(chain, [first.address]),
    await readTokens(chain, [first.address], { mint: USDC_MINT }),
  ]
  for (const instruction of [
    'sell all USDC for SOL with 50% slippage',
    'sell 1 SOL for USDC with 50% slippage',
  ])
    assert.match(
      await skippedWhy(user, await start(user, instruction, first.address)),
      /This takes [\d.]+ SOL, but your limit is 0 SOL/,
      instruction,
    )
  // The same holds at a tight slippage: its possible loss is more than nothing.
  assert.match(
    await skippedWhy(user, await start(user, 'sell 1 SOL for USDC with 1% slippage', first.address)),
    /This sale may lose 0\.0\d+ SOL within its slippage limit, but your limit is 0 SOL/,
  )
  assert.equal((await readLimits(user))?.used, 0)
  assert.deepEqual(
    [
      await readBalances(chain, [first.address]),
      await readTokens(chain, [first.address], { mint: USDC_MINT }),
    ],
    before,
  )
})

void test('a swap of SOL and USDC counts in full above a slippage of 1 %, and below it by what it may lose', async () => {
  const { user, first } = await spender()
  await filled(user, await start(user, 'sell 0.4 SOL for USDC with 1% slippage', first.address))
  const lost = Number((await readLimits(user))?.used)
  assert.ok(lost > 0.004 && lost < 0.012, `${lost} SOL`)
  await filled(user, await start(user, 'sell 0.4 SOL for USDC with 1.5% slippage', first.address))
  assert.equal((await readLimits(user))?.used, Number((lost + 0.4).toFixed(9)))
  // The rest of the limit covers no other.
  await change(user, { per_day: 0.6 })
  const more = await start(user, 'sell 0.4 SOL for USDC with 1.5% slippage', first.address)
  assert.match(await skippedWhy(user, more), /This takes 0\.4 SOL, but your limit is 0\.6 SOL per 24 hours/)
})

void test('a sale counts by what it may lose, over all wallets of its order', async () => {
  const { user, purses, first } = await spender(2)
  const addresses = purses.map(({ address }) => address)
  for (const address of addresses) await fundTokens(chain, address, WIF, 500n * USDC)
  await filled(user, await start(user, 'sell 100 WIF', first.address))
  const one = Number((await readLimits(user))?.used)
  assert.ok(one > 0, `${one} SOL`)
  // Each of the two parts loses less than the limit for an order, both together more.
  const most = Number((one * 1.5).toFixed(9))
  await change(user, { per_order: most })
  const agentId = (await call(createAgent, { token: user.token })).ok.id
  const body = { instruction: 'sell 200 WIF', wallet_addresses: addresses }
  const { parsedPlan, explanation } = (
    await call(parseInstruction, { token: user.token, params: { id: agentId }, body })
  ).ok
  assert.ok(parsedPlan, explanation)
  assert.match(explanation, /This sale may lose [\d.]+ SOL within its slippage limit.*per order or transfer/)
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: addresses }
  const { ok } = await call(startStrategy, { token: user.token, params: { id: agentId }, body: { strategy } })
  const why = await skippedWhy(user, { agentId, strategyId: ok.strategyId })
  assert.match(why, /This sale may lose [\d.]+ SOL within its slippage limit.*per order or transfer/)
  assert.equal((await readLimits(user))?.used, one)
})

void test('the sale that ends a strategy is bound by no limit, and no request makes an exit of another', async () => {
  const { user, first } = await spender()
  const { token } = user
  const bought = await start(user, 'buy 0.1 SOL of WIF every hour, 3 times', first.address)
  await filled(user, bought)
  const used = (await readLimits(user))?.used
  await change(user, { per_day: 0, per_order: 0 })
  const closed = await call(closePosition, {
    token,
    params: { id: bought.agentId },
    body: { strategyId: bought.strategyId },
  })
  assert.equal(closed.status, 200, closed.text)
  await until('it has sold', async () => (await readLines(user, bought, 'sold')).length === 1)
  assert.equal((await readLimits(user))?.used, used)
  assert.deepEqual(
    (await readRequests(bought)).map(({ isExit }) => isExit),
    [undefined, true],
  )

  await fundTokens(chain, first.address, WIF, 500n * USDC)
  const agentId = (await call(createAgent, { token })).ok.id
  const strategy = await planned(user, agentId, 'sell 100 WIF', first.address)
  const { parsedStrategy: plan } = strategy
  const params = { id: agentId }
  for (const wrongBody of [
    { strategy: { ...strategy, isExit: true } },
    { strategy: { ...strategy, parsedStrategy: { ...plan, isExit: true } } },
    { strategy: { ...strategy, parsedStrategy: { ...plan, is_exit: true } } },
    { strategy, isExit: true },
  ])
    assert.equal((await call(startStrategy, { token, params, wrongBody })).status, 400)
  const { ok } = await call(startStrategy, { token, params, body: { strategy } })
  assert.match(await skippedWhy(user, { agentId, strategyId: ok.strategyId }), /This sale may lose/)
  // A guard of a position that the strategy has not bought sells like any other.
  const guards = await start(
    user,
    'sell 100 WIF when its price rises 0.0001% or falls 0.0001%',
    first.address,
  )
  assert.match(await skippedWhy(user, guards), /This sale may lose/)
})

void test('a plan that allows more than 3 % slippage starts with a mailed code alone, and so it starts again', async () => {
  const { user, first } = await spender()
  const { token } = user
  await fundTokens(chain, first.address, WIF, 500n * USDC)
  const agentId = (await call(createAgent, { token })).ok.id
  const params = { id: agentId }
  const ask = async (instruction: string) => planned(user, agentId, instruction, first.address)
  const strategy = await ask('sell 1 WIF with 3.5% slippage')
  assert.equal(strategy.parsedStrategy.slippage_bps, 350)
  const bare = await call(startStrategy, { token, params, body: { strategy } })
  assert.deepEqual(
    [bare.status, bare.fault.code, bare.fault.error],
    [403, 'key_code_needed', codeNeeded.slippage],
  )
  for (const code of ['000000', await desk.keyCode(user, 'limits')])
    assert.equal(
      (await call(startStrategy, { token, params, body: { strategy, code } })).fault.code,
      'wrong_key_code',
    )
  const code = await desk.keyCode(user, 'slippage')
  const headers = { 'idempotency-key': 'a-start-with-a-code' }
  const started = await call(startStrategy, { token, params, body: { strategy, code }, headers })
  assert.equal(started.status, 200, started.text)
  const again = await call(startStrategy, { token, params, body: { strategy, code }, headers })
  assert.equal(again.ok.strategyId, started.ok.strategyId)
  const running = { agentId, strategyId: started.ok.strategyId }
  await filled(user, running)
  const restart = { external_id: running.strategyId, from: 'first' as const }
  assert.equal((await call(startStrategy, { token, params, body: restart })).fault.code, 'key_code_needed')
  assert.equal(
    (await call(startStrategy, { token, params, body: { ...restart, code } })).fault.code,
    'wrong_key_code',
  )
  const next = await desk.keyCode(user, 'slippage')
  assert.equal((await call(startStrategy, { token, params, body: { ...restart, code: next } })).status, 200)
  await filled(user, running)
  // No code is asked for at the bound and below.
  const tight = await ask('sell 1 WIF with 3% slippage')
  assert.equal((await call(startStrategy, { token, params, body: { strategy: tight } })).status, 200)
})

void test('a sale that may lose more than is left waits, and goes on once there is more', async () => {
  const { user, first } = await spender(1, 2n * SOL)
  await fundTokens(chain, first.address, WIF, 500n * USDC)
  await change(user, { per_day: 0, per_order: 0 })
  const running = await start(user, 'sell 100 WIF', first.address)
  await until('it is skipped', async () => (await readLines(user, running, 'skipped')).length > 0)
  await raise(user, { per_day: 1, per_order: 0.5 })
  desk.clock.move(300_000)
  await filled(user, running)
})
