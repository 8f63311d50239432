// On PostgreSQL as well.
/** Nothing is limited unless funds are real, and the routes say so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile } from '@purser/contract/accounts.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { changeSpendingLimits, getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { startTestDesk } from '../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'
import { recordStatements } from '../../test/statements.ts'

const desk = await startTestDesk()
const { call, chain } = desk

void test('test funds are not limited, nothing is stored, and no statement is added for it', async () => {
  const { token } = await desk.signUp()
  const [purse] = await makeWallets(call, token, 1)
  assert.ok(purse)
  await fund(chain, purse.address, 5n * SOL)
  assert.deepEqual((await call(getSpendingLimits, { token })).ok, { limits: null })
  const body = { per_day: 0, per_order: 0, sends_outside: 'whitelist' as const }
  assert.deepEqual((await call(changeSpendingLimits, { token, body })).ok, { limits: null })
  assert.equal((await call(getProfile, { token })).ok.whitelist_only, false)
  const { address: to } = await generateKeyPairSigner()
  const { statements } = await recordStatements(async () => {
    const sent = await call(send, { token, params: { id: purse.id }, body: { to, amount: 3 } })
    assert.equal(sent.status, 200, sent.text)
  })
  assert.ok(statements.length > 0)
  assert.deepEqual(
    statements.filter((text) => /open_spends|spent_minutes|spending_limits|key_out_at\) <=/.test(text)),
    [],
  )
})
