// On PostgreSQL as well.
/** Practice while the market's service is away: running strategies wait and say so, and known data stay visible. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { getStrategyHistory } from '@purser/contract/strategies/strategies.ts'
import { systemClock } from './kernel/clock.ts'
import { fundedWallet } from './test/funded-wallet.ts'
import { startTestDesk, until } from './test/harness.ts'
import { readProgress } from './test/progress.ts'
import { openServices } from './test/services-double.ts'

const services = await openServices({
  clock: systemClock,
  // The test must not depend on how long the token has existed.
  born: Math.floor(systemClock.now() / 1_000) - 2 * DAY_SECONDS,
})
after(() => services[Symbol.asyncDispose]())
const desk = await startTestDesk({ env: services.env, pace: 10 })
const { call } = desk
const { token } = await desk.signUp()
const wallet = await fundedWallet(call, token, 10)

async function run(instruction: string) {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const body = { instruction, wallet_addresses: [wallet] }
  const parsed = (await call(api.parseInstruction, { token, params, body })).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  const strategy = {
    parsedStrategy: parsed.parsedPlan,
    tokenAddress: null,
    walletAddresses: [wallet],
    groupId: null,
  }
  // At this pace a call to the market is given up after a tenth of its time: a busy machine may need another one.
  await until('it starts', async () => {
    const { status, text } = await call(api.startStrategy, { token, params, wrongBody: { strategy } })
    assert.ok([200, 502].includes(status), text)
    return status === 200
  })
  const found = async () => (await call(api.listStrategies, { token, params })).ok[0]
  const strategyId = (await found())?.id ?? ''
  const progress = () => readProgress(call, token, { agentId: params.id, strategyId })
  const says = (kind: string) =>
    until(`it says ${kind}`, async () => {
      // The date decides about an outage, and the test may advance it as it likes; orders and prices have dates of
      // their own.
      if (kind.startsWith('no-')) desk.clock.move(2_000)
      return (await progress()).lines.find((line) => line.kind === kind)?.message
    })
  return { strategyId, found, progress, says }
}

void test('a strategy whose order is due waits, says so, and goes on when the service answers', async () => {
  const agent = await run('buy 0.001 SOL of POPCAT every 4 seconds, 1000 times')
  await agent.says('bought')
  services.jupiterSays({ status: 500, body: 'broken' })
  assert.match(await agent.says('no-market'), /^Waiting: the market is not responding\. Nothing trades/)
  const { filled } = await agent.progress()
  const shown = await agent.found()
  assert.ok(Number(shown?.held) > 0, 'what it holds is known without a price')
  assert.deepEqual([shown?.realised, shown?.unrealised, shown?.pnl], [0, null, null])
  const history = await call(getStrategyHistory, { token, params: { strategyId: agent.strategyId } })
  assert.equal(history.status, 200, history.text)
  assert.equal((await agent.progress()).filled, filled)
  services.jupiterSays(null)
  assert.match(await agent.says('going-on'), /the market is responding again/)
  await until('it buys again', async () => (await agent.progress()).filled > filled || undefined)
})

void test('so does one whose network is away', async () => {
  const agent = await run('buy 0.001 SOL of WIF every 4 seconds, 1000 times')
  await agent.says('bought')
  await desk.chain('localnet_setFaults', [{ method: '*', kind: 'drop' }])
  assert.match(await agent.says('no-chain'), /^Waiting: the network is not responding/)
  await desk.chain('localnet_clearFaults')
  assert.match(await agent.says('going-on'), /the network is responding again/)
})

void test('an order for which the market has become too thin is not placed', async () => {
  const agent = await run('buy 0.001 SOL of JUP every 4 seconds, 1000 times')
  await agent.says('bought')
  // A drained pool pays a third, and its route shows no price impact.
  services.routes.lie((answer) => {
    const out = BigInt(answer.outAmount) / 3n
    answer.outAmount = out.toString()
    answer.otherAmountThreshold = out.toString()
    const data = Buffer.from(answer.swapInstruction.data, 'base64')
    data.writeBigUInt64LE(out, 16)
    answer.swapInstruction.data = data.toString('base64')
  })
  assert.match(
    await agent.says('error'),
    /The market is too thin: this order would lose 6\d\.\d+% to price impact/,
  )
  const { filled } = await agent.progress()
  services.routes.lie(null)
  await until('it buys again', async () => (await agent.progress()).filled > filled || undefined)
})
