// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, parseInstruction } from '@purser/contract/agents/agents.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateBulk, listWallets } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk } from '../../../test/harness.ts'

const BONK = KNOWN_TOKENS.find((one) => one.symbol === 'BONK')?.mint ?? ''
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)

/** A person with Main (the default), Trader 1 to Trader 3 in the group Traders, and an agent. */
async function person() {
  const { token } = await desk.signUp()
  const make = async (count: number, namePrefix: string, newGroupName: string | null) =>
    desk.call(generateBulk, {
      token,
      body: { count, namePrefix, groupId: null, createNewGroup: newGroupName !== null, newGroupName },
    })
  await make(1, 'Main', null)
  await make(3, 'Trader', 'Traders')
  const { wallets } = (await desk.call(listWallets, { token, query: {} })).ok
  const { id } = (await desk.call(createAgent, { token })).ok
  const of = (name: string) => {
    const wallet = wallets.find((one) => one.name === name)
    assert.ok(wallet, name)
    return wallet
  }
  const say = async (instruction: string, wallet_addresses: string[] = []) => {
    const answer = await desk.call(parseInstruction, {
      token,
      params: { id },
      body: { instruction, wallet_addresses },
    })
    assert.equal(answer.status, 200, answer.text)
    const { success, parsedPlan, plan_hash, feasible, isQuestion } = answer.ok
    assert.deepEqual([success, parsedPlan, plan_hash, feasible, isQuestion], [true, null, null, false, false])
    return answer.ok
  }
  return { token, of, say }
}

void test('an amount that no token can have is asked about', async () => {
  const { say } = await person()
  const { explanation, transfer } = await say(
    `distribute 999${',999'.repeat(150)} SOL from Main 1 to Traders`,
  )
  assert.match(explanation, /^How much SOL/)
  assert.equal(transfer, undefined)
})

void test('a sentence becomes a transfer between the wallets of its author, and moves nothing', async () => {
  const [owner, other] = [await person(), await person()]
  const [main, first, third] = [owner.of('Main 1'), owner.of('Trader 1'), owner.of('Trader 3')]
  const sent = await owner.say('send 0.5 SOL from Main 1 to Trader 3')
  assert.deepEqual(sent.transfer, {
    kind: 'distribute',
    mint: null,
    source: main.id,
    destinations: [third.id],
    split: 'equal',
    amount: '0.5',
  })
  assert.match(sent.explanation, /^0\.5 SOL from Main 1 to Trader 3\. Nothing has moved/)
  const spread = await owner.say('distribute 1000 BONK equally to the group Traders')
  assert.deepEqual(spread.transfer, {
    kind: 'distribute',
    mint: BONK,
    source: main.id,
    destinations: [first.id, owner.of('Trader 2').id, third.id],
    split: 'equal',
    amount: '1000',
  })
  assert.match(spread.explanation, /Traders \(3 wallets\), about 333\.33333 BONK each\. You named no source/)
  // The wallets of the settings are the source, and are left out as destinations.
  const chosen = await owner.say('distribute 1 SOL to the group Traders', [first.address])
  assert.deepEqual(
    chosen.transfer?.kind === 'distribute' && [chosen.transfer.source, chosen.transfer.destinations],
    [first.id, [owner.of('Trader 2').id, third.id]],
  )
  assert.match(
    (await owner.say('distribute 1 SOL to Traders', [first.address, third.address])).explanation,
    /should it come from/,
  )
  const gathered = await owner.say('gather all SOL from Traders and Main 1 to Main 1')
  assert.deepEqual(gathered.transfer, {
    kind: 'gather',
    mint: null,
    sources: [first.id, owner.of('Trader 2').id, third.id],
    destination: main.id,
    amount: null,
  })
  // The address belongs to another user, who has a wallet of the same name.
  const elsewhere = other.of('Trader 3')
  const outside = await owner.say(`send 1 SOL from Main 1 to ${elsewhere.address}`)
  assert.deepEqual(outside.transfer, {
    kind: 'send',
    mint: null,
    source: main.id,
    to: elsewhere.address,
    amount: '1',
  })
  assert.match(outside.explanation, /which is not one of your wallets/)
  assert.match(
    (await owner.say(`send 1 SOL from ${elsewhere.address} to Main 1`)).explanation,
    /your own wallets/,
  )
  assert.deepEqual((await desk.call(listOperations, { token: owner.token, query: {} })).ok.operations, [])
})

void test('all of a token is what the wallet holds; what cannot be meant is asked about', async () => {
  const { token, of, say } = await person()
  const ask = async (instruction: string, wanted: RegExp) => {
    const { explanation, transfer } = await say(instruction)
    assert.match(explanation, wanted, instruction)
    assert.equal(transfer, undefined)
  }
  await ask('distribute all BONK from Main 1 to Traders', /Main 1 holds no BONK/)
  await desk.call(requestFaucet, {
    token,
    body: { address: of('Main 1').address, mint: BONK, amount: '12.34567' },
  })
  const { transfer } = await say('distribute all BONK from Main 1 to Traders')
  assert.equal(transfer?.kind === 'distribute' && transfer.amount, '12.34567')
  await ask('distribute all SOL from Main 1 to Traders', /How much SOL/)
  await ask('send 1 SOL from Main 1 to Main 1', /both the source and the destination/)
  await ask('send 1 SOL from Main 1 to Trader 1 and Trader 2', /1 SOL each" or "1 SOL in total/)
  await ask('gather 1 SOL from Traders to Main 1', /"1 SOL each", or "all"/)
  await ask('gather all SOL to Main 1', /Which wallets or group should it be gathered from/)
  await ask('send 1 SOL from Traders to Trader 1, Main 1', /one source or one destination/)
  await ask('send 1 SOL from Main 1', /Which wallet, group or address should it go to/)
  await ask('send 1 SOL from Main 1 to the group Nobody', /"Nobody"/)
})
