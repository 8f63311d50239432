// On PostgreSQL as well.
/** A foreign client pays links: @solana/pay reads their URLs and makes the transfers, @solana/kit signs and sends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as payerApi from '@purser/contract/payments/payer.ts'
import { assignTransaction, refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import * as api from '@purser/contract/payments/payments.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import {
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
} from '@solana-program/token'
import {
  type Address,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Instruction,
  type KeyPairSigner,
  signTransaction,
} from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { fund, readBalances, SOL } from '../../test/money.ts'
import { createOwner, hasFinal, isStatus } from '../../test/paid-links.ts'
import { sendSigned } from '../../test/payer.ts'
import { createTransfer, parseURL } from '../../test/solana-pay.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const rpc = createSolanaRpc(desk.rpcUrl)
const signer = await generateKeyPairSigner()
await fund(chain, signer.address, 1_000n * SOL)
const USDC = (KNOWN_TOKENS.find(({ symbol }) => symbol === 'USDC')?.mint ?? '') as Address

type Fields = Parameters<typeof createTransfer>[2]
type Request = Extract<ReturnType<typeof parseURL>, { recipient: unknown }>
/** Reads a link by the library. */
async function asks(reference: string): Promise<Request & { amount: number; reference: Address[] }> {
  const { ok } = await call(payerApi.quotePayment, { params: { reference } })
  // The cluster's clock may lag: what is in a block before the quote counts at the one before.
  const quotedAt = Math.floor(Date.now() / 1_000)
  await until('the cluster has come to the time of the quote', async () => {
    const slot = await chain<number>('getSlot', { commitment: 'confirmed' })
    return (await chain<number>('getBlockTime', slot)) >= quotedAt
  })
  const { recipient, amount, memo, ...read } = parseURL(ok.quote?.url ?? '') as Request
  assert.deepEqual([read.reference, read.splToken, amount], [[reference], undefined, ok.quote?.amount_sol])
  return { ...read, recipient, memo, amount: amount ?? 0, reference: [reference as Address] }
}
const transfer = (asked: Request & { amount: number }, from: KeyPairSigner = signer) =>
  createTransfer(rpc, from, asked as Fields)
const pay = async (asked: Request & { amount: number }) => sendSigned(chain, signer, await transfer(asked))
/** Rounds to the decimals of SOL. */
const share = (amount: number, of: number) => Number((amount * of).toFixed(9))

async function link(amount: number, more: object = {}) {
  const owner = await createOwner(desk)
  const { id, reference_id: reference } = await owner.make(amount, more)
  return { ...owner, id, reference, asked: await asks(reference) }
}
const shortly = (id: number) =>
  db.execute(sql`update payments set expires_at = now() - interval '1 minute' where id = ${id}`)

void test('exact: paid, for what was asked', async () => {
  const { asked, id, reach } = await link(42.42)
  assert.deepEqual([asked.label, asked.message], ['Purser', 'Payment of $42.42'])
  const signature = await pay(asked)
  const paid = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual([paid.received_usd, paid.issues, paid.amount_sol], [42.42, [], asked.amount])
  assert.deepEqual([paid.receipts[0]?.signature, paid.receipts[0]?.from], [signature, signer.address])
})

void test('short: it expires as such, and is accepted or refunded', async () => {
  const { token, asked, id, reach } = await link(20)
  await pay({ ...asked, amount: share(asked.amount, 0.5) })
  const short = await reach(id, 'it is final', hasFinal(1))
  assert.deepEqual([short.status, short.issues], ['pending', ['short']])
  await shortly(id)
  desk.clock.move(60_000)
  const over = await reach(id, 'it expires', isStatus('expired'))
  desk.clock.move(-60_000)
  assert.deepEqual(over.issues, ['short'])
  const { payment } = (await call(api.acceptPayment, { token, params: { id } })).ok.data
  assert.deepEqual([payment.status, payment.accepted], ['paid', true])

  const other = await link(20)
  await pay({ ...other.asked, amount: share(other.asked.amount, 0.5) })
  const [receipt] = (await other.reach(other.id, 'it is final', hasFinal(1))).receipts
  const [before = 0n] = await readBalances(chain, [signer.address])
  const body = { receipt_id: receipt?.id ?? 0 }
  const answer = await call(refundPayment, { token: other.token, params: { id: other.id }, body })
  assert.equal(answer.status, 200, answer.text)
  await other.reach(other.id, 'it is back', ({ refunds }) => refunds[0]?.status === 'completed')
  assert.ok(((await readBalances(chain, [signer.address]))[0] ?? 0n) > before)
})

void test('short, then the rest: paid', async () => {
  const { asked, id, reference, reach } = await link(30)
  await pay({ ...asked, amount: share(asked.amount, 0.25) })
  await reach(id, 'a part is final', hasFinal(1))
  const rest = await asks(reference)
  assert.ok(rest.amount < asked.amount)
  await pay(rest)
  const paid = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual([paid.received_usd, paid.issues], [30, []])
})

void test('over and twice: paid, and said so', async () => {
  const { asked, id, reach, make } = await link(10)
  await pay({ ...asked, amount: share(asked.amount, 2) })
  const over = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual([over.issues, over.received_usd], [['over'], 20])
  await make(1)
  await pay(asked)
  const twice = await reach(id, 'both are final', hasFinal(2))
  assert.deepEqual([twice.status, twice.received_usd], ['paid', 30])
})

void test('late: it stays expired, with what was received', async () => {
  const { token, asked, id, reach, make } = await link(12)
  await call(api.expirePayment, { token, params: { id } })
  await shortly(id)
  await pay(asked)
  // A wallet without open links is scanned once a minute.
  await make(1)
  const late = await reach(id, 'it is final', hasFinal(1))
  assert.deepEqual([late.status, late.issues, late.received_usd], ['expired', ['late'], 12])
})

void test('the wrong mint: shown, counts for nothing, and goes back', async () => {
  const { token: session, asked, id, reach } = await link(5)
  await fundTokens(chain, signer.address, USDC, 50_000_000n)
  const account = (await deriveTokenAccount(asked.recipient, { mint: USDC })) as Address
  const opened = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer,
    ata: account,
    owner: asked.recipient,
    mint: USDC,
  })
  await sendSigned(chain, signer, [opened])
  await until('the account is there', async () => ((await readBalances(chain, [account]))[0] ?? 0n) > 0n)
  const token = { ...asked, splToken: USDC, amount: 5 }
  // Wallets send it like this: the account is created first if it is missing, which names its owner.
  await sendSigned(chain, signer, [opened, ...(await transfer(token))])
  const shown = await reach(id, 'it is final', hasFinal(1))
  const [receipt] = shown.receipts
  assert.deepEqual(
    [shown.status, shown.issues, shown.received_usd, receipt?.symbol, receipt?.amount, receipt?.from],
    ['pending', ['wrong_token'], 0, 'USDC', 5, signer.address],
  )
  await fund(chain, asked.recipient, SOL)
  const body = { receipt_id: receipt?.id ?? 0 }
  const preview = async (more: object = {}) =>
    (await call(refundPayment, { token: session, params: { id }, body: { ...body, ...more, dryRun: true } }))
      .ok.preview
  assert.deepEqual([(await preview())?.rent, (await preview())?.keep], [0, null])
  // The payer closes his account, so that a refund opens it again, which costs more than a cent.
  const own = (await deriveTokenAccount(signer.address, { mint: USDC })) as Address
  const [left] = await readTokens(chain, [signer.address], { mint: USDC })
  const emptied = getBurnInstruction({ account: own, mint: USDC, authority: signer, amount: left ?? 0n })
  const closed = getCloseAccountInstruction({ account: own, destination: signer.address, owner: signer })
  await sendSigned(chain, signer, [emptied, closed])
  await until('it is closed', async () => ((await readBalances(chain, [own]))[0] ?? 0n) === 0n)
  assert.equal((await preview())?.keep, null, '5 USDC are worth it')
  const cent = await preview({ amount: '0.01' })
  assert.match(
    cent?.keep ?? '',
    /^Opening the account for the refund costs 0\.001\d+ SOL, and the refund is worth 0\.0000\d+ SOL\. You can keep it/,
  )
  const answer = await call(refundPayment, { token: session, params: { id }, body })
  assert.equal(answer.status, 200, answer.text)
  const back = await reach(id, 'it is back', ({ refunds }) => refunds[0]?.status === 'completed')
  assert.deepEqual(
    [back.refunds[0]?.symbol, back.refunds[0]?.amount, back.refunds[0]?.to],
    ['USDC', 5, signer.address],
  )
  // One that names the account alone is not listed with the wallet: it is found by the reference.
  await pay(token)
  await reach(id, 'it is found', ({ receipts }) => receipts.length === 2)
})

void test('without the reference: counts nowhere until it is assigned', async () => {
  const { token, asked, id, reach } = await link(7)
  const signature = await pay({ ...asked, reference: undefined, memo: undefined })
  const assigned = await until('it is final', async () => {
    const answer = await call(assignTransaction, { token, params: { id }, body: { signature } })
    return answer.status === 200 && answer
  })
  assert.equal(assigned.ok.data.payment.receipts.length, 1)
  const paid = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual([paid.received_usd, paid.issues], [7, []])
})

void test('two references in one transaction: it counts for one, the oldest', async () => {
  const owner = await createOwner(desk)
  const [first, second] = [await owner.make(9), await owner.make(9)]
  const asked = await asks(first.reference_id)
  await pay({ ...asked, reference: [second.reference_id, first.reference_id] as Address[] })
  const paid = await owner.reach(first.id, 'it is paid', isStatus('paid'))
  assert.equal(paid.received_usd, 9)
  assert.deepEqual((await owner.read(second.id)).receipts, [])
})

void test('to somebody else, failed, and from an account that cannot pay rent: nothing', async () => {
  const { asked, id, reach } = await link(6)
  await pay({ ...asked, recipient: (await generateKeyPairSigner()).address })
  const [memo, moved] = await transfer(asked)
  assert.ok(memo && moved)
  // The last transfer of this takes more than there is.
  const much = await transfer({ ...asked, amount: 900 })
  const failed = await sendSigned(chain, signer, [memo, moved, ...much, ...much])
  const poor = await generateKeyPairSigner()
  const left = BigInt(Math.round(asked.amount * 1e9)) + 5_000n + 1_000n
  await fund(chain, poor.address, left)
  const unpaid = await sendSigned(chain, poor, await transfer(asked, poor)).catch(() => null)
  await until('it has failed', async () => {
    const { value } = await chain<{ value: ({ err: unknown } | null)[] }>('getSignatureStatuses', [failed])
    return value[0] !== null && value[0]?.err !== null
  })
  const good = await pay(asked)
  const paid = await reach(id, 'it is paid', isStatus('paid'))
  assert.deepEqual(
    paid.receipts.map(({ signature }) => signature),
    [good],
    `${unpaid}`,
  )
})

for (const version of [0, 1] as const)
  void test(`a transaction of version ${version} that the desk has built is signed elsewhere and pays`, async () => {
    const { id, reference, reach } = await link(8)
    const body = { account: signer.address, version }
    const { ok } = await call(payerApi.buildPayment, { params: { reference }, body })
    assert.equal(ok.version, version)
    const unsigned = getTransactionDecoder().decode(Buffer.from(ok.transaction, 'base64'))
    const signed = await signTransaction([signer.keyPair], unsigned)
    await chain('sendTransaction', getBase64EncodedWireTransaction(signed), {
      encoding: 'base64',
      skipPreflight: true,
    })
    const paid = await reach(id, 'it is paid', isStatus('paid'))
    assert.deepEqual(
      [paid.received_usd, paid.issues, paid.receipts[0]?.signature],
      [8, [], getSignatureFromTransaction(signed)],
    )
  })
