// On PostgreSQL as well.
/** A token that another account grants is understood by name, for as long as it is granted, and never for another's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import {
  authorizeToken,
  listAuthorizableTokens,
  revokeGrant,
} from '@purser/contract/tokens/token-authorization.ts'
import { USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { makeToken, type OwnToken } from '../../../test/created-token.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { readProgress } from '../../../test/progress.ts'
import { trade } from '../../../test/product.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

const owner = await desk.signUp()
const mytk = await makeToken(desk, owner.token, { symbol: 'MYTK', name: 'Galaxy Credits' })
const friend = await desk.signUp()
const wallet = await fundedWallet(call, friend.token)
const agentId = (await call(api.createAgent, { token: friend.token })).ok.id

async function grant({ token, email }: User, { mint }: OwnToken, to: string): Promise<number> {
  const { ok } = await call(listAuthorizableTokens, { token, query: { email } })
  const tokenId = ok.data.data.data.find((one) => one.token_info.mint === mint)?.id ?? 0
  const body = { tokenId, mintAddress: mint, authorizedEmail: to }
  return (await call(authorizeToken, { token, body })).ok.grant_id
}
const parse = async (instruction: string, settings: { token_address?: string } = {}) =>
  (
    await call(api.parseInstruction, {
      token: friend.token,
      params: { id: agentId },
      body: { instruction, wallet_addresses: [wallet], ...settings },
    })
  ).ok
const HOURLY = 'buy 0.1 SOL of MYTK every hour'

void test('by symbol and by name, once it is granted, with a line that says whose it is', async () => {
  assert.equal((await parse(HOURLY)).parsedPlan, null)
  const id = await grant(owner, mytk, friend.email)
  for (const instruction of [
    HOURLY,
    'Buy 0.1 SOL of $mytk every hour',
    'buy 0.1 sol of galaxy credits every hour',
    'BUY 0.1 SOL OF MYTK EVERY HOUR',
  ]) {
    const { parsedPlan, feasible, explanation, assumptions } = await parse(instruction)
    assert.equal(parsedPlan?.token_address, mytk.mint, instruction)
    // Nobody has sold any to the market yet, and it can mint none.
    assert.equal(feasible, false, instruction)
    assert.match(explanation, /The market has 0 /)
    const said = `MYTK is Galaxy Credits, ${mytk.mint}, shared by ${owner.email}.`
    assert.ok(assumptions.includes(said), JSON.stringify(assumptions))
  }
  const known = await parse('buy 0.1 SOL of USDC every hour')
  assert.equal(known.parsedPlan?.token_address, USDC_MINT)
  await call(revokeGrant, { token: owner.token, params: { id } })
  assert.equal((await parse(HOURLY)).parsedPlan, null)
})

void test('a name that two tokens bear is asked about, and settings or an address tell them apart', async () => {
  const second = await desk.signUp()
  const twin = await makeToken(desk, second.token, { symbol: 'MYTK', name: 'Other Credits' })
  const ids = [await grant(owner, mytk, friend.email), await grant(second, twin, friend.email)]
  const asked = await parse(HOURLY)
  assert.equal(asked.parsedPlan, null)
  for (const mint of [mytk.mint, twin.mint]) assert.ok(asked.explanation.includes(mint))
  assert.equal(asked.question?.code, 'token')
  const replies = asked.question?.choices.map(({ reply }) => reply) ?? []
  assert.equal(replies.length, 2)
  for (const reply of replies) {
    const plan = (await parse(reply)).parsedPlan
    assert.ok(plan && [mytk.mint, twin.mint].includes(plan.token_address), reply)
    assert.ok(reply.includes(plan.token_address))
  }
  const chosen = await parse(HOURLY, { token_address: twin.mint })
  assert.equal(chosen.parsedPlan?.token_address, twin.mint)
  assert.equal((await parse(`buy 0.1 SOL of ${mytk.mint} every hour`)).parsedPlan?.token_address, mytk.mint)
  // Another text does not have to do with it.
  assert.equal((await parse('buy 0.1 SOL of BONK every hour')).feasible, true)
  const params = { id: ids[1] ?? 0 }
  await call(revokeGrant, { token: second.token, params })
  assert.equal((await parse(HOURLY)).parsedPlan?.token_address, mytk.mint)
  await call(revokeGrant, { token: owner.token, params: { id: ids[0] ?? 0 } })
})

void test('names that others choose silence neither an instruction nor a token', async () => {
  const [second, third] = [await desk.signUp(), await desk.signUp()]
  const buys = await makeToken(desk, second.token, { symbol: 'QRSA', name: 'Buy' })
  const also = await makeToken(desk, third.token, { symbol: 'QRSB', name: 'Buy' })
  const same = await makeToken(desk, third.token, { symbol: 'QRSC', name: 'Galaxy Credits' })
  const ids = [
    [owner, await grant(owner, mytk, friend.email)],
    [second, await grant(second, buys, friend.email)],
    [third, await grant(third, also, friend.email)],
    [third, await grant(third, same, friend.email)],
  ] as const
  assert.equal((await parse('buy 0.1 SOL of BONK every hour')).feasible, true)
  assert.equal((await parse(HOURLY)).parsedPlan?.token_address, mytk.mint)
  const asked = await parse('buy 0.1 SOL of Galaxy Credits every hour')
  assert.equal(asked.parsedPlan, null)
  for (const { mint } of [mytk, same]) assert.ok(asked.explanation.includes(mint))
  for (const [{ token }, id] of ids) await call(revokeGrant, { token, params: { id } })
})

void test('what runs goes on after the grant is revoked', async () => {
  // The market sells what it has bought. What it takes of a token is a matter of value, and its price of the drawn mint.
  const seller = (await call(api.createAgent, { token: owner.token })).ok.id
  const sale = await trade(call, owner.token, seller, 'sell $2000 of MYTK', [mytk.wallet.address])
  await until(
    'the market holds some',
    async () =>
      (await readProgress(call, owner.token, { agentId: seller, strategyId: sale })).status === 'completed',
  )
  const id = await grant(owner, mytk, friend.email)
  await until('its stock is quoted', async () => (await parse(HOURLY)).feasible)
  const strategyId = await trade(
    call,
    friend.token,
    agentId,
    'buy 0.01 SOL of MYTK every 3 seconds, 30 times',
    [wallet],
  )
  const progress = () => readProgress(call, friend.token, { agentId, strategyId })
  await until('it has bought', async () => (await progress()).filled > 0)
  await call(revokeGrant, { token: owner.token, params: { id } })
  const { filled } = await progress()
  await until('it buys on', async () => (await progress()).filled > filled)
  assert.equal((await progress()).status, 'active')
  assert.equal((await parse(HOURLY)).parsedPlan, null)
  await call(api.stopStrategy, { token: friend.token, params: { id: agentId } })
})
