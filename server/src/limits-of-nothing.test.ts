// On PostgreSQL as well.
/** A desk on mainnet whose user allows nothing: no feature moves funds out, except an exit at a fair price. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closePosition } from '@purser/contract/agents/agent-desk.ts'
import * as agents from '@purser/contract/agents/agents.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { changeSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { changeTopUpSettings } from '@purser/contract/top-ups.ts'
import { startBot } from '@purser/contract/trading-bots/trading-bots.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { generateSecret } from './domains/wallets/keys/keys.ts'
import { payingHundredth } from './test/build-double.ts'
import { until } from './test/harness.ts'
import { startMainnetDesk } from './test/mainnet-desk.ts'
import { fund, readBalances, makeWallets, type Purse, SOL } from './test/money.ts'
import { createOwner, isStatus } from './test/paid-links.ts'
import { createPayer, quoted } from './test/payer.ts'
import { readProgress } from './test/progress.ts'
import { spenders } from './test/spender.ts'
import { fundTokens, readTokens } from './test/tokens.ts'
import { waysOut } from './test/ways-out.ts'

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const { mainnet, desk } = await startMainnetDesk({ apartMs: 50 })
const { call } = desk
const { rpc, services } = mainnet
const owner = await createOwner(desk)
const { token } = owner
const [first, second, trader] = (await makeWallets(call, token, 3)) as [Purse, Purse, Purse]
for (const { address } of [first, second, trader]) {
  await fund(rpc, address, 3n * SOL)
  await fundTokens(rpc, address, BONK, 100_000_000_000n)
  await fundTokens(rpc, address, USDC_MINT, 50_000_000n)
}
const payer = await createPayer(rpc)
async function paidLink() {
  const { id, reference_id: reference } = await owner.make(20)
  await payer.pay(await quoted(call, reference))
  return owner.reach(id, 'it is paid', isStatus('paid'))
}
const paid = await paidLink()
const approved = await paidLink()
await owner.approve(approved.id)
const target: Purse = { name: '', ...(await spenders(desk).imported(owner)) }
const ways = waysOut({ call, owner, from: [first, second], mint: BONK, approved, paid })

async function start(instruction: string) {
  const params = { id: (await call(agents.createAgent, { token })).ok.id }
  const body = { instruction, wallet_addresses: [trader.address] }
  const { parsedPlan, explanation } = (await call(agents.parseInstruction, { token, params, body })).ok
  assert.ok(parsedPlan, explanation)
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: [trader.address] }

  const started = await call(agents.startStrategy, { token, params, body: { strategy } })
  assert.equal(started.status, 200, started.text)
  return { agentId: params.id, strategyId: started.ok.strategyId }
}
const progress = (running: Awaited<ReturnType<typeof start>>) => readProgress(call, token, running)

const ADDRESSES = [first, second, trader, target].map(({ address }) => address)
const holdings = async () => ({
  sol: await readBalances(rpc, ADDRESSES),
  bonk: await readTokens(rpc, ADDRESSES, { mint: BONK }),
  usdc: await readTokens(rpc, ADDRESSES, { mint: USDC_MINT }),
})

const position = await start('buy 0.1 SOL of BONK every 10 minutes until I stop it')
await until('it has bought', async () => (await progress(position)).filled === 1)
// Otherwise the cap of top-ups would be zero as well, and no limit would be checked.
await call(changeTopUpSettings, { token, body: { daily_cap: 1 } })
assert.equal((await call(changeSpendingLimits, { token, body: { per_day: 0, per_order: 0 } })).status, 200)
const before = await holdings()

void test('no wallet whose key came in gets anything', async () => {
  for (const [way, move] of Object.entries(ways)) {
    const { status, text } = await move(target)
    assert.equal(status, 403, `${way}: ${text}`)
    assert.match(text, /"code":"spending_limit"/, way)
  }
  assert.deepEqual(await holdings(), before)
})

void test('no stranger gets anything, also where sends may go anywhere', async () => {
  const to = generateSecret().address
  const out = (more: object) =>
    call(send, { token, params: { id: first.id }, body: { to, amount: 0.01, ...more } })
  assert.equal((await out({})).fault.code, 'not_whitelisted')
  await spenders(desk).raise(owner, { sends_outside: 'anyone' })
  for (const more of [{}, { mint: BONK }]) assert.equal((await out(more)).fault.code, 'spending_limit')
  assert.deepEqual(await readBalances(rpc, [to]), [0n])
  assert.deepEqual(await holdings(), before)
})

void test('no order but an exit trades, and no trade simulation runs', async () => {
  for (const instruction of [
    'buy 0.01 SOL of BONK',
    'sell 0.01 SOL for USDC with 0.5% slippage',
    'sell 5 USDC for SOL with 3% slippage',
    'sell 10 BONK',
  ]) {
    const running = await start(instruction)
    const why = await until(`${instruction} is skipped`, async () =>
      (await progress(running)).lines.find(({ kind }) => kind === 'skipped'),
    )
    assert.match(why.message, /your limit is 0 SOL/, instruction)
    await call(agents.stopStrategy, { token, params: { id: running.agentId } })
  }
  const { id: groupId } = (await call(createGroup, { token, body: { name: 'All' } })).ok
  await call(addToGroup, { token, params: { id: groupId }, body: { walletIds: [first.id, second.id] } })
  assert.equal(
    (await call(startBot, { token, body: { groupId, mintAddress: BONK } })).fault.code,
    'bot_on_mainnet',
  )
  assert.deepEqual(await holdings(), before)
})

void test('an exit is sold at a fair price and at no other', async () => {
  services.routes.lie(payingHundredth(BONK))
  const about = { token, params: { id: position.agentId }, body: { strategyId: position.strategyId } }
  assert.equal((await call(closePosition, about)).ok.status, 'stopping')
  assert.deepEqual(await holdings(), before)
  services.routes.lie(null)
  desk.clock.move(10_000)
  await until('it is sold', async () => (await progress(position)).status === 'stopped')
  const after = await holdings()
  const [, , had = 0n] = before.sol
  const [, , has = 0n] = after.sol
  assert.ok(has > had + 80_000_000n, `${has - had} lamports`)
})
