// On PostgreSQL as well.
/** Endpoints that lie, lag or are away: what one of two shows alone counts for nothing, and nothing is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPayment } from '@purser/contract/payments/payments.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createOwner, hasFinal, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'
import { createCertainty } from '../../transfers/certainty/create-certainty.ts'
import { createJudge } from './judge.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 2, apartMs: 50, scanSeconds: 0.4 })
const { call, chain, endpoints } = desk
const { db } = desk.database
const [first, second] = endpoints
assert.ok(first && second)
await chain('localnet_setSlotTime', 20)
const payer = await createPayer(chain)

/** Further answers of an endpoint about the receipt: the slot that its look-up speaks for, and its first block. */
type Told = { commitment?: string; err?: unknown; asOf?: bigint; first?: bigint; executed?: boolean }

void test('a payment that a fork has dropped goes again, and does not come back', async () => {
  const { token, make, reach } = await createOwner(desk)
  const { id, reference_id: reference, wallet } = await make(20)
  const asked = await quoted(call, reference)
  // The watcher writes this row when it is confirmed; no endpoint knows the transaction any more.
  const signature = '5'.repeat(87)
  const slot = await chain<number>('getSlot')
  await db.execute(sql`insert into payment_receipts
    (payment_id, recipient, signature, state, mint, amount, decimals, slot, at)
    values (${id}, ${wallet.address}, ${signature}, 'arriving', ${SOL_MINT}, ${asked.lamports.toString()}, 9, ${slot}, now())`)
  await db.execute(sql`update payments set received = true where id = ${id}`)
  const none = await call(acceptPayment, { token, params: { id } })
  assert.equal(none.fault.error, 'This payment has nothing to accept.')
  const gone = await reach(id, 'it is gone', ({ receipts }) => receipts.length === 0)
  assert.deepEqual([gone.status, gone.received_usd, gone.arriving_sol, gone.revision], ['pending', 0, 0, 2])
  await payer.pay(asked)
  const paid = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual([paid.receipts.length, paid.received_usd], [1, 20])
})

void test('of two endpoints both must show it final, with the same amount; of three two are enough', async () => {
  const receipt = {
    id: 1,
    recipient: payer.address,
    signature: 'signature',
    mint: SOL_MINT,
    slot: 10n,
  }
  const node = (after: bigint | null, { commitment = 'finalized', err = null, ...more }: Told = {}) =>
    ({
      keepsHistory: async () => true,
      blockHeight: async () => ({ height: 100n, slot: 100n }),
      lookUp: async () => ({
        slot: more.asOf ?? 101n,
        states: [after === null ? null : { slot: 10n, commitment, err }],
      }),
      firstBlock: async () => more.first ?? 10n,
      execution: async () =>
        after === null && !more.executed
          ? null
          : {
              slot: 10n,
              err,
              fee: 5_000n,
              logs: [],
              tokens: [],
              lamports: [{ address: payer.address, before: 0n, after: after ?? 0n }],
            },
    }) as unknown as ChainNode
  const away = { ...node(5n), lookUp: () => Promise.reject(new Fault('chain_away')) } as ChainNode
  const judged = async (...nodes: ChainNode[]) => {
    const parts = {
      clock: systemClock,
      apartMs: 0,
      log: createLog('silent'),
      known: async () => new Set<string>(),
    }
    const chain = { nodes, latestBlockhash: () => Promise.reject(new Fault('chain_away')) }
    const judge = createJudge({
      ...parts,
      nodes,
      transfers: { signatures: createCertainty({ ...parts, chain }) },
    })
    await judge([receipt])
    return (await judge([receipt])).get(1) ?? null
  }
  assert.deepEqual(await judged(node(5n)), { final: 5n })
  assert.deepEqual(await judged(node(5n), node(5n)), { final: 5n })
  for (const other of [node(7n), node(null), away, node(5n, { commitment: 'confirmed' })])
    assert.equal(await judged(node(5n), other), 'seen')
  assert.deepEqual(await judged(node(7n), node(5n), node(5n)), { final: 5n })
  const failed = node(5n, { err: 'failed' })
  assert.equal(await judged(failed, failed), 'gone')

  // No endpoint shows it: two must be certain, and one alone is never believed.
  const lacks = node(null)
  assert.equal(await judged(lacks, lacks), 'gone')
  assert.equal(await judged(lacks), 'unseen')
  assert.equal(await judged(failed), 'unseen')
  assert.equal(await judged(lacks, lacks, node(5n, { commitment: 'confirmed' })), 'seen')
  assert.equal(await judged(away, lacks), null)
  const uncertain = {
    'its look-up speaks for an earlier slot': { asOf: 100n },
    'it does not reach back': { first: 11n },
    'it has the transaction all the same': { executed: true },
  }
  for (const [why, told] of Object.entries(uncertain)) {
    assert.equal(await judged(node(null, told)), null, why)
    assert.equal(await judged(lacks, node(null, told)), null, why)
  }
})

void test('an endpoint that leaves a payment out, or is away, only delays it', async () => {
  const { make, read, reach } = await createOwner(desk)
  const { id, reference_id: reference } = await make(30)
  const asked = await quoted(call, reference)
  first.play({
    name: 'lists nothing new',
    rules: [{ on: 'getSignaturesForAddress', kind: 'short', by: 1_000 }],
  })
  second.play({ name: 'is away', rules: [{ on: ['getSignatureStatuses', 'getTransaction'], kind: 'lose' }] })
  const signature = await payer.pay(asked)
  await reach(id, 'it arrives', ({ receipts }) => receipts.length === 1)
  await until('it would be final', async () => {
    const { value } = await chain<{ value: ({ confirmationStatus: string } | null)[] }>(
      'getSignatureStatuses',
      [signature],
    )
    return value[0]?.confirmationStatus === 'finalized'
  })
  assert.equal((await read(id)).status, 'pending')
  second.beHonest()
  const paid = await reach(id, 'it is paid', hasFinal(1))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues], ['paid', 30, []])
  first.beHonest()
})

void test('what two endpoints were certain of is remembered: once they show the payment again, it counts', async () => {
  const { make, reach } = await createOwner(desk)
  const { id, reference_id: reference } = await make(25)
  const asked = await quoted(call, reference)
  const nulls = { on: 'getSignatureStatuses', kind: 'nulls' } as const
  for (const endpoint of [first, second]) endpoint.play({ name: 'knows no signature', rules: [nulls] })
  const signature = await payer.pay(asked)
  await reach(id, 'it arrives', ({ receipts }) => receipts.length === 1)
  // Neither lists nor searches find it after this.
  const past = { on: '*', kind: 'forget', how: 'secretly' } as const
  for (const endpoint of [first, second]) endpoint.play({ name: 'has forgotten', rules: [past] })
  await reach(id, 'it is gone', ({ receipts }) => receipts.length === 0)
  const lists = { on: 'getSignaturesForAddress', kind: 'short', by: 1_000 } as const
  for (const endpoint of [first, second]) endpoint.play({ name: 'lists nothing', rules: [lists] })
  await db.execute(sql`update payment_unread set next_at = now() where signature = ${signature}`)
  const paid = await reach(id, 'it is paid', hasFinal(1))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues], ['paid', 25, []])
  for (const endpoint of [first, second]) endpoint.beHonest()
})
