// On PostgreSQL as well.
/**
 * Payments that arrive for links, paid by a foreign client on the real network: each counts as it is, once, for one
 * payment.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as payerApi from '@purser/contract/payments/payer.ts'
import * as api from '@purser/contract/payments/payments.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token'
import { AccountRole, type Address } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { readBalances, SOL } from '../../../test/money.ts'
import { createPayer, quoted, createTransfer } from '../../../test/payer.ts'
import { fundTokens, deriveTokenAccount } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const payer = await createPayer(chain)
const BONK = (KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? '') as Address

/** Sets the desk's clock by the cluster's: the time of a steered network goes by slots, and stands behind on a slow machine. */
async function aheadOfCluster(ms: number): Promise<void> {
  const cluster = await chain<number>('getBlockTime', await chain<number>('getSlot'))
  desk.clock.move(cluster * 1_000 + ms - desk.clock.now())
}

async function owner() {
  const { token } = await desk.signUp()
  const make = async (amount_usd: number | string, more: object = {}) =>
    (await call(api.createPaymentLink, { token, body: { amount_usd, ...more } })).ok
  const read = async (id: number) => (await call(api.getPayment, { token, params: { id } })).ok
  const reach = async (id: number, what: string, is: (payment: api.Payment) => boolean) =>
    until(what, async () => {
      const payment = await read(id)
      return is(payment) && payment
    })
  return { token, make, read, reach }
}
const status = (wanted: api.PaymentStatus) => (payment: api.Payment) => payment.status === wanted
const finals = (count: number) => (payment: api.Payment) =>
  payment.receipts.filter(({ state }) => state === 'final').length === count

void test('an exact payment arrives, is paid when it is final, and is approved as it was shown', async () => {
  const { token, make, read, reach } = await owner()
  const { id, reference_id: reference } = await make('25.37')
  const asked = await quoted(call, reference)
  const signature = await payer.pay(asked)
  const seen = await reach(id, 'it arrives', ({ receipts }) => receipts.length === 1)
  assert.equal(seen.receipts[0]?.signature, signature)
  const paid = await reach(id, 'it is paid', status('paid'))
  const [receipt] = paid.receipts
  assert.ok(receipt)
  assert.deepEqual(
    [paid.received_usd, paid.issues, receipt.amount_usd, receipt.from, receipt.late],
    [25.37, [], 25.37, payer.address, false],
  )
  assert.equal(BigInt(Math.round(Number(paid.amount_sol) * 1e9)), asked.lamports)
  const view = (await call(payerApi.viewPayment, { params: { reference } })).ok
  assert.deepEqual([view.state, view.due_usd, view.quote], ['paid', 0, null])
  const old = await call(api.approvePayment, { token, params: { id }, body: { revision: paid.revision - 1 } })
  assert.deepEqual([old.status, old.fault.code], [409, 'payment_changed'])
  const answer = await call(api.approvePayment, { token, params: { id }, body: { revision: paid.revision } })
  const { payment } = answer.ok.data
  assert.deepEqual(
    [payment.status, payment.amount_sol, payment.exchange_rate],
    ['approved', paid.amount_sol, receipt.exchange_rate],
  )
  const again = await call(api.approvePayment, { token, params: { id } })
  assert.equal(again.fault.error, 'This payment is already approved.')
  assert.deepEqual(
    (await call(api.listApprovedPayments, { token })).ok.map((one) => one.id),
    [id],
  )
  assert.equal((await read(id)).status, 'approved')
})

void test('a payment in many odd parts at one quote is exactly the whole', async () => {
  const { make, reach } = await owner()
  const { id, reference_id: reference } = await make('77.77')
  const asked = await quoted(call, reference)
  const part = asked.lamports / 3n + 1n
  for (const lamports of [part, part, asked.lamports - 2n * part]) await payer.pay(asked, lamports)
  const paid = await reach(id, 'it is paid', finals(3))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues], ['paid', 77.77, []])
})

void test('a quote that is paid at once is paid in full, however far the clock of the cluster is behind', async () => {
  const { make, reach } = await owner()
  const { id, reference_id: reference } = await make('20')
  // Its next quote is made a minute later, when the desk is 20 s ahead.
  await aheadOfCluster(-60_000)
  const first = await quoted(call, reference)
  await aheadOfCluster(20_000)
  const asked = await quoted(call, reference, true)
  assert.notEqual(asked.lamports, first.lamports)
  await payer.pay(asked)
  const paid = await reach(id, 'it is paid', finals(1))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues], ['paid', 20, []])
  await aheadOfCluster(0)
})

void test('a short one shows what is due, is paid by the rest, and a lamport too little is too little', async () => {
  const { make, reach } = await owner()
  const { id, reference_id: reference } = await make('40')
  const asked = await quoted(call, reference)
  await payer.pay(asked, asked.lamports - 1n)
  const short = await reach(id, 'it is final', finals(1))
  assert.deepEqual([short.status, short.issues], ['pending', ['short']])
  const view = await until('the rest is quoted', async () => {
    const { ok } = await call(payerApi.quotePayment, { params: { reference } })
    return ok.state === 'partial' && ok
  })
  assert.equal(Number(view.received_usd) + Number(view.due_usd), 40)
  await payer.pay(await quoted(call, reference))
  const paid = await reach(id, 'it is paid', status('paid'))
  assert.equal(paid.received_usd, 40)
})

void test('a tolerance makes a slightly short one paid; an owner may accept any', async () => {
  const { token, make, reach } = await owner()
  const near = await make(100, { tolerance_percent: 2 })
  const asked = await quoted(call, near.reference_id)
  await payer.pay(asked, (asked.lamports * 98n) / 100n + 1n)
  const paid = await reach(near.id, 'it is paid', status('paid'))
  assert.deepEqual(paid.issues, [])
  const half = await make(10)
  const none = await call(api.acceptPayment, { token, params: { id: half.id } })
  assert.equal(none.fault.error, 'This payment has nothing to accept.')
  const wanted = await quoted(call, half.reference_id)
  await payer.pay(wanted, wanted.lamports / 2n)
  const short = await reach(half.id, 'it is final', finals(1))
  const { ok } = await call(api.acceptPayment, {
    token,
    params: { id: half.id },
    body: { revision: short.revision },
  })
  const { payment } = ok.data
  assert.deepEqual([payment.status, payment.accepted, payment.issues], ['paid', true, ['short']])
})

void test('what comes over or twice is shown, and changes no approved amount', async () => {
  const { token, make, reach } = await owner()
  const { id, reference_id: reference } = await make(8)
  const asked = await quoted(call, reference)
  await payer.pay(asked)
  const paid = await reach(id, 'it is paid', status('paid'))
  await call(api.approvePayment, { token, params: { id } })
  await payer.pay(asked)
  // A wallet without open links is looked at once a minute.
  await make(1)
  const twice = await reach(id, 'the second is final', finals(2))
  assert.deepEqual(
    [twice.status, twice.issues, twice.received_usd, twice.amount_sol],
    ['approved', ['over'], 16, paid.amount_sol],
  )
})

void test('late money stays on an expired link until it is accepted', async () => {
  const { token, make, reach } = await owner()
  const { id, reference_id: reference } = await make(12)
  const asked = await quoted(call, reference)
  await call(api.expirePayment, { token, params: { id } })
  await db.execute(sql`update payments set expires_at = expires_at - interval '1 minute' where id = ${id}`)
  await payer.pay(asked)
  const late = await reach(id, 'it is final', finals(1))
  assert.deepEqual([late.status, late.issues, late.receipts[0]?.late], ['expired', ['late'], true])
  const attention = await call(api.listPendingPayments, { token, query: { state: 'attention' } })
  assert.deepEqual(
    attention.ok.map((one) => one.id),
    [id],
  )
  assert.equal((await call(payerApi.viewPayment, { params: { reference } })).ok.state, 'expired')
  const { payment } = (await call(api.acceptPayment, { token, params: { id } })).ok.data
  assert.deepEqual([payment.status, payment.issues, payment.accepted], ['paid', ['late'], true])
})

void test('a link whose time is over expires by itself, but not while something for it was sent in time', async () => {
  const { token, make, reach, read } = await owner()
  const [unpaid, paid] = [await make(5), await make(6)]
  const asked = await quoted(call, paid.reference_id)
  await chain('localnet_setFaults', [{ method: 'getTransaction', kind: 'drop' }])
  await payer.pay(asked)
  // A minute ago, but for a payment that was sent before nobody has read the chain.
  await db.execute(
    sql`update payments set expires_at = now() + interval '20 seconds' where id in (${unpaid.id}, ${paid.id})`,
  )
  desk.clock.move(60_000)
  assert.deepEqual([(await read(unpaid.id)).status, (await read(paid.id)).status], ['pending', 'pending'])
  await chain('localnet_clearFaults')
  await reach(paid.id, 'it is paid', status('paid'))
  const { revision } = await reach(unpaid.id, 'it expires', status('expired'))
  assert.ok(revision > unpaid.revision)
  assert.equal((await call(api.listPendingPayments, { token })).ok.length, 1)
  desk.clock.move(-60_000)
})

void test('a token counts for nothing and is shown; what names no reference counts nowhere', async () => {
  const { make, read, reach } = await owner()
  const { id, reference_id: reference } = await make(3)
  const asked = await quoted(call, reference)
  await fundTokens(chain, payer.address, BONK, 5_000_000n)
  const [source, destination] = (await Promise.all(
    [payer.address, asked.recipient].map((address) => deriveTokenAccount(address, { mint: BONK })),
  )) as [Address, Address]
  const { signer } = payer
  const opened = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer,
    ata: destination,
    owner: asked.recipient,
    mint: BONK,
  })
  const moved = getTransferCheckedInstruction({
    source,
    mint: BONK,
    destination,
    authority: signer,
    amount: 1_234_500n,
    decimals: 5,
  })
  const key = { address: reference as Address, role: AccountRole.READONLY }
  const owns = { address: asked.recipient, role: AccountRole.READONLY }
  await payer.send([opened, { ...moved, accounts: [...moved.accounts, key, owns] }])
  const shown = await reach(id, 'it is final', finals(1))
  const [receipt] = shown.receipts
  assert.deepEqual(
    [shown.status, shown.issues, shown.received_usd, receipt?.symbol, receipt?.amount, receipt?.from],
    ['pending', ['wrong_token'], 0, 'BONK', 12.345, payer.address],
  )
  await payer.pay({ ...asked, references: [], memo: null })
  await until(
    'the SOL is there',
    async () => ((await readBalances(chain, [asked.recipient]))[0] ?? 0n) >= asked.lamports,
  )
  await payer.pay(asked)
  const paid = await reach(id, 'it is paid', status('paid'))
  assert.equal(paid.receipts.filter(({ mint }) => mint === null).length, 1)
  assert.equal((await read(id)).received_usd, 3)
})

void test('one transaction that names two payments counts for the oldest that can be paid, with all of it', async () => {
  const { make, read, reach } = await owner()
  const [first, second] = [await make(9), await make(9)]
  const asked = await quoted(call, first.reference_id)
  const references = [second.reference_id, first.reference_id] as Address[]
  await payer.send([
    createTransfer(payer.signer, { ...asked, references }),
    createTransfer(payer.signer, { ...asked, references: [] }),
  ])
  const paid = await reach(first.id, 'it is paid', status('paid'))
  assert.deepEqual([paid.received_usd, paid.issues], [18, ['over']])
  assert.deepEqual((await read(second.id)).receipts, [])
})

void test('a failed transaction, and one that pays somebody else, count for nothing', async () => {
  const { make, read, reach } = await owner()
  const { id, reference_id: reference } = await make(4)
  const asked = await quoted(call, reference)
  const poor = createTransfer(payer.signer, { ...asked, lamports: 10_000n * SOL })
  await payer.send([poor])
  const other = await owner()
  const elsewhere = await other.make(4)
  await payer.pay({ ...(await quoted(call, elsewhere.reference_id)), references: [reference as Address] })
  const { ok } = await call(payerApi.testPayment, { params: { reference } })
  assert.equal(ok.success, true)
  const paid = await reach(id, 'it is paid', status('paid'))
  assert.deepEqual(
    paid.receipts.map(({ signature }) => signature),
    [ok.signature],
  )
  assert.deepEqual((await other.read(elsewhere.id)).receipts, [])
})

void test('a quote is paid with test funds once, however often it is asked for', async () => {
  const { make, reach } = await owner()
  const { id, reference_id: reference } = await make(7)
  await quoted(call, reference)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(payerApi.testPayment, { params: { reference } })),
  )
  assert.equal(new Set(answers.map(({ ok }) => ok.signature)).size, 1)
  const paid = await reach(id, 'it is paid', status('paid'))
  assert.deepEqual([paid.receipts.length, paid.received_usd], [1, 7])
  const late = await call(payerApi.testPayment, { params: { reference } })
  assert.equal(late.ok.signature, answers[0]?.ok.signature)
})

void test('what was paid while the server was down counts as in time, at its quote', async () => {
  const { make, reach } = await owner()
  const { id, reference_id: reference } = await make(30)
  const asked = await quoted(call, reference)
  await desk.stop()
  await payer.pay(asked)
  await db.execute(sql`update payments set expires_at = now() + interval '30 seconds' where id = ${id}`)
  desk.clock.move(3_600_000)
  await desk.start()
  const paid = await reach(id, 'it is paid', status('paid'))
  assert.deepEqual([paid.issues, paid.received_usd], [[], 30])
  desk.clock.move(-3_600_000)
})
