// On PostgreSQL as well.
/** Previews name what paying wallets have committed to planned payments and running strategies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { executeLines } from '@purser/contract/payments/payment-distributions.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { fund, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { createOwner } from '../../../test/paid-links.ts'
import { trade } from '../../../test/product.ts'

const desk = await startTestDesk()
const { call, chain } = desk

void test('what is planned or may still be spent is told before a wallet pays for something else', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const [trader, target] = (await makeWallets(call, token, 2)) as [Purse, Purse]
  await fund(chain, trader.address, SOL)
  const { id, wallet } = await approved(10)
  const collection = wallet.id ?? 0
  const gather = { destinationWalletId: target.id, sources: [collection], gatherAll: true, dryRun: true }
  const gathered = async () => (await call(gatherSol, { token, body: gather })).ok.preview?.committed
  assert.equal(await gathered(), undefined)
  await plan(id, [{ wallet_id: target.id, amount_sol: '0.05' }])
  const owed = [{ wallet: 'Payments', to: 'payments', amount: 0.05, symbol: 'SOL' }]
  assert.deepEqual(await gathered(), owed)
  const sent = { to: target.address, amount: 0.01, dryRun: true }
  const { preview } = (await call(send, { token, params: { id: collection }, body: sent })).ok
  assert.deepEqual(preview?.committed, owed)

  const { id: agentId } = (await call(createAgent, { token })).ok
  await trade(call, token, agentId, 'buy 0.2 SOL of BONK every hour, 4 times', [trader.address])
  const body = {
    sourceWalletId: trader.id,
    destinations: [{ walletId: target.id, amount: 0.1 }],
    dryRun: true,
  }
  const [first, ...more] = (await call(distributeSol, { token, body })).ok.preview?.committed ?? []
  assert.deepEqual([first?.wallet, first?.to, first?.symbol, more], [trader.name, 'strategies', 'SOL', []])
  // Its first order may have been filled before this read.
  assert.match(String(first?.amount), /^0\.[68]$/)

  await call(executeLines, { token, params: { id } })
  await reach(id, 'it is paid', ({ distribution_status }) => distribution_status === 'completed')
  // A balance read in the very slot of the payment may not show it yet: what was paid still counts as in flight.
  await until('the balance is of after the payment', async () => {
    const { status } = await call(gatherSol, { token, body: gather })
    return status === 200
  })
  assert.equal(await gathered(), undefined, 'what is paid is owed no more')
})
