// On PostgreSQL as well.
/** A plan says what other strategies may still spend, before it starts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, parseInstruction } from '@purser/contract/agents/agents.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { trade } from '../../../test/product.ts'

const { call, signUp } = await startTestDesk()

test('a plan says what running strategies of other agents may still spend of its wallets', async () => {
  const { token } = await signUp()
  const wallet = await fundedWallet(call, token, 1)
  const agent = async () => (await call(createAgent, { token })).ok.id
  const readWarnings = async (id: number, instruction: string, address = wallet) => {
    const body = { instruction, wallet_addresses: [address] }
    const { ok } = await call(parseInstruction, { token, params: { id }, body })
    assert.ok(ok.feasible, ok.explanation)
    return ok.shown?.figures?.warnings ?? []
  }
  const [first, second, third] = [await agent(), await agent(), await agent()]
  await trade(call, token, first, 'buy 0.2 SOL of BONK every hour, 4 times', [wallet])
  const [said, ...more] = await readWarnings(second, 'buy 0.5 SOL of BONK')
  assert.match(
    said ?? '',
    /^1 running strategy may still spend 0\.[68]\d* SOL from these wallets, which hold 0\.\d+ SOL\. That is not enough to cover this plan as well\.$/,
  )
  assert.deepEqual(more, [])
  assert.deepEqual(await readWarnings(second, 'buy 0.01 SOL of BONK'), [], 'enough for both')
  assert.deepEqual(await readWarnings(first, 'buy 0.5 SOL of BONK'), [], 'its own ends first')
  const other = await fundedWallet(call, token, 1)
  assert.deepEqual(await readWarnings(second, 'buy 0.5 SOL of BONK', other), [], 'another wallet')
  await trade(call, token, third, 'buy 0.01 SOL of BONK every hour until I stop it', [wallet])
  assert.deepEqual(await readWarnings(second, 'buy 0.01 SOL of BONK'), [
    '1 running strategy spends from these wallets with no end set.',
  ])
})
