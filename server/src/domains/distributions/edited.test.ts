// On PostgreSQL as well.
/** A failed transfer is paid another amount once; an undo shows what it leaves, and so does the undone operation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation, listOperations } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/distributions.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { FEE, fund, readBalances, makeWallets, type Purse, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const { call, chain, signUp, database } = await startTestDesk({ network: 'steered' })
await chain('localnet_setSlotTime', 20)

async function purses(count: number) {
  const { token } = await signUp()
  const [source, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  return { token, source, others }
}
const held = async (wallet: Purse | undefined) => (await readBalances(chain, [wallet?.address ?? '']))[0]
const getId = (wallet: Purse | undefined) => wallet?.id ?? 0

/** Pays 0.2 to the first two; the third requests less than the rent minimum, and fails. */
async function partly() {
  const desk = await purses(3)
  const { token, source, others } = desk
  const body = {
    sourceWalletId: source.id,
    destinations: others.map(({ id }, i) => ({ walletId: id, amount: i === 2 ? '0.0001' : '0.2' })),
  }
  const { ok } = await call(api.distributeSol, { token, body })
  assert.deepEqual([ok.data?.summary.successfulTransfers, ok.data?.summary.failedTransfers], [2, 1])
  return { ...desk, id: ok.operationId ?? '' }
}

test('what failed is offered by its lines alone, with the reason of each', async () => {
  const { token, others, id } = await partly()
  const { ok } = await call(api.proposeRetry, { token, params: { id }, query: { lines: 'only' } })
  assert.equal(ok.preview, undefined)
  assert.deepEqual(ok.failed, [
    {
      walletId: getId(others[2]),
      walletName: ok.failed?.[0]?.walletName,
      address: others[2]?.address,
      amount: 0.0001,
      error: 'Below the rent minimum: the wallet holds no SOL, so it must receive at least 0.00065024 SOL',
      refusal: 'below_rent',
    },
  ])
  const list = (await call(getOperation, { token, params: { id } })).ok.transfers
  assert.deepEqual(
    list.map(({ refusal }) => refusal),
    [null, null, 'below_rent'],
  )
})

test('a failed line is paid another amount, more or less, once; then nothing of it is left', async () => {
  for (const amount of ['0.5', '0.001']) {
    const { token, source, others, id } = await partly()
    const of = { operationId: id, as: 'retry' as const, edited: true as const }
    const again = (walletId: number, units = amount, parent: object = of) =>
      call(api.distributeSol, {
        token,
        body: {
          sourceWalletId: source.id,
          destinations: [{ walletId, amount: units }],
          of: parent as typeof of,
        },
      })
    // Without the field it is a retry, which pays no more than what failed.
    const plain = await again(getId(others[2]), '0.5', { operationId: id, as: 'retry' })
    assert.deepEqual([plain.status, plain.fault.code], [400, 'invalid_input'])
    // A wallet that was paid is not among the failed ones.
    assert.equal((await again(getId(others[0]))).fault.code, 'nothing_to_repeat')
    assert.equal((await again(getId(others[2]))).ok.success, true)
    assert.equal(await held(others[2]), BigInt(Math.round(Number(amount) * 1e9)))
    for (const parent of [of, { operationId: id, as: 'retry' }])
      assert.equal((await again(getId(others[2]), '0.0001', parent)).fault.code, 'nothing_to_repeat')
    for (const query of [{}, { lines: 'only' as const }])
      assert.equal(
        (await call(api.proposeRetry, { token, params: { id }, query })).fault.code,
        'nothing_to_repeat',
      )
  }
})

test('an undo says to the lamport what it leaves behind, and then is told of the operation it undid', async () => {
  const { token, source, others, id } = await partly()
  const [kept, spent] = others
  // One has spent 0.15 of its 0.2 meanwhile, and paid the fee for that.
  const pays = { sourceWalletId: getId(spent), destinations: [{ walletId: source.id, amount: '0.15' }] }
  assert.equal((await call(api.distributeSol, { token, body: pays })).ok.success, true)
  const proposal = (await call(api.proposeUndo, { token, params: { id } })).ok
  assert.deepEqual(proposal.leaves, {
    fees: 0.000005,
    undo_fees: 0.000015,
    kept: { wallets: 2, amount: 0.00178 },
    spent: { wallets: 1, amount: 0.150005 },
    gone: { wallets: 0, amount: 0 },
    rent: { accounts: 0, amount: 0 },
    withheld: 0,
  })
  const back = 400_000_000n - 1_780_000n - 150_000_000n - FEE
  assert.equal(proposal.preview?.total, Number(back) / 1e9)
  const before = await held(source)
  const done = (await call(api.gatherSol, { token, body: proposal.gather ?? ({} as never) })).ok
  assert.equal(done.success, true)
  assert.equal(await held(source), (before ?? 0n) + back - 3n * FEE)
  assert.equal(await held(kept), 890_000n)
  const { operations } = (await call(listOperations, { token, query: {} })).ok
  const first = operations.find((one) => one.id === id)
  const undo = operations.find((one) => one.id === done.operationId)
  assert.deepEqual(first?.undone, { amount: Number(back) / 1e9, by: [done.operationId] })
  assert.equal(first?.follows, undefined)
  assert.deepEqual(undo?.follows, { operationId: id, as: 'undo' })
  assert.equal(undo?.undone, undefined)
  assert.deepEqual((await call(getOperation, { token, params: { id } })).ok.undone, first?.undone)
})

test('what lies in a wallet that was deleted is said', async () => {
  const { token, others, id } = await partly()
  const { name } = { name: (await call(getOperation, { token, params: { id } })).ok.transfers[1]?.walletName }
  const body = { acknowledged: true, name } as never
  assert.equal((await call(deleteWallet, { token, params: { id: getId(others[1]) }, body })).status, 200)
  const { leaves } = (await call(api.proposeUndo, { token, params: { id } })).ok
  assert.deepEqual(leaves?.gone, { wallets: 1, amount: 0.2 })
})

/**
 * The database after a chain has lied for long enough: a landed transaction was called dead, and the operation failed.
 */
async function callDead(id: string): Promise<void> {
  const { db } = database
  await db.execute(sql`update transactions set state = 'dead', error = 'The transaction expired: block height exceeded',
    finalized = false, ended_at = now() where operation_id = ${id}::uuid`)
  await db.execute(sql`update transfers set status = 'failed', error = 'The transaction expired: block height exceeded'
    where operation_id = ${id}::uuid`)
  await db.execute(sql`update operations set status = 'failed', finalized_at = null where id = ${id}::uuid`)
}
const isOver = (token: string, id: string) =>
  until('it has ended', async () =>
    ['completed', 'partial', 'failed'].includes(
      (await call(getOperation, { token, params: { id } })).ok.status,
    ),
  )

test('a retry that was called dead and has landed is not paid again by another of the same operation', async () => {
  for (const edited of [true, undefined]) {
    const { token, source, others, id } = await partly()
    const bad = others[2]
    if (!edited) await fund(chain, bad?.address ?? '', SOL)
    const of = { operationId: id, as: 'retry' as const, ...(edited ? { edited } : {}) }
    const body = {
      sourceWalletId: source.id,
      destinations: [{ walletId: getId(bad), amount: edited ? '0.5' : '0.0001' }],
      of,
    }
    const again = async () => call(api.distributeSol, { token, body })
    const first = (await again()).ok.operationId ?? ''
    const paid = await held(bad)
    await callDead(first)
    const second = await again()
    assert.deepEqual([second.status, second.fault.code], [409, 'operation_not_over'])
    await isOver(token, first)
    assert.equal((await again()).fault.code, 'nothing_to_repeat')
    assert.equal(await held(bad), paid)
  }
})

test('of two that edit the same failed line at once one pays, whatever their keys', async () => {
  const { token, source, others, id } = await partly()
  const of = { operationId: id, as: 'retry' as const, edited: true as const }
  const pay = (key: string, amount: string) =>
    call(api.distributeSol, {
      token,
      key,
      body: { sourceWalletId: source.id, destinations: [{ walletId: getId(others[2]), amount }], of },
    })
  const answers = await Promise.all([pay('a', '0.3'), pay('b', '0.4'), pay('a', '0.3'), pay('c', '0.3')])
  const paid = new Set(answers.flatMap((one) => (one.status === 200 ? [one.ok.operationId] : [])))
  assert.equal(paid.size, 1)
  for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status))
  assert.ok([300_000_000n, 400_000_000n].includes((await held(others[2])) ?? 0n))
})

test('an undo that was called dead and has landed takes nothing back again', async () => {
  const { token, source, others, id } = await partly()
  const [good] = others
  await fund(chain, good?.address ?? '', SOL)
  const sources = [{ walletId: getId(good), amount: '0.2' }]
  const of = { operationId: id, as: 'undo' as const }
  const body = { destinationWalletId: source.id, sources, gatherAll: false, of }
  const first = (await call(api.gatherSol, { token, body })).ok.operationId ?? ''
  const left = await held(good)
  await callDead(first)
  assert.equal((await call(api.gatherSol, { token, body })).fault.code, 'operation_not_over')
  await isOver(token, first)
  assert.equal((await call(api.gatherSol, { token, body })).fault.code, 'nothing_to_repeat')
  assert.equal(await held(good), left)
})

test('amounts set by hand take back no more than was paid, and no less counts as all', async () => {
  const { token, source, others, id } = await partly()
  const [first, second] = others
  await fund(chain, second?.address ?? '', SOL)
  const take = (wallet: Purse | undefined, amount: string, of: object) => {
    const sources = [{ walletId: getId(wallet), amount }]
    const body = {
      destinationWalletId: source.id,
      sources,
      gatherAll: false,
      of: of as { operationId: string },
    }
    return call(api.gatherSol, { token, body: body as api.GatherBody })
  }
  const undo = (await take(first, '0.05', { operationId: id, as: 'undo' })).ok.operationId
  const edited = { as: 'retry', edited: true, operationId: undo }
  const more = await take(second, '0.5', edited)
  assert.deepEqual([more.status, more.fault.code], [400, 'invalid_input'])
  for (const parent of [edited, { ...edited, as: 'undo', operationId: id }])
    assert.equal((await take(second, '0.1', parent)).ok.success, true)
  assert.equal((await take(second, '0.1', edited)).fault.code, 'nothing_to_repeat')
})
