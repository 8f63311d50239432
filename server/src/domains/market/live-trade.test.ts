// On PostgreSQL as well.
import { after, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
} from '@solana-program/token'
import {
  type Address,
  createNoopSigner,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { eq } from 'drizzle-orm'
import { toWire, type WireAnswer } from '../../test/build-double.ts'
import { openLiveDesk } from '../../test/live-desk.ts'
import { fund, readBalances, SOL } from '../../test/money.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../../test/tokens.ts'
import { until } from '../../test/until.ts'
import { readFeePayer, isSignedFor, readSignatureFee } from '../transfers/records/read-signed.ts'
import { operations, transactions } from '../transfers/transfers.tables.ts'

const desk = await openLiveDesk()
const { rpc, chain, pool, service } = desk
after(desk.close)
beforeEach(async () => {
  service.lie(null)
  await pool.set({})
})

const BUY = { inputMint: SOL_MINT, outputMint: USDC_MINT, inAmount: SOL }
const SELL = { inputMint: USDC_MINT, outputMint: SOL_MINT, inAmount: 14_000_000n, side: 'sell' as const }
const readLamports = async (address: string) => (await readBalances(rpc, [address]))[0] ?? 0n
const readUsdc = async (address: string) => (await readTokens(rpc, [address], { mint: USDC_MINT }))[0] ?? 0n
const listSigned = (id: string) => desk.db.select().from(transactions).where(eq(transactions.operationId, id))

void test('SOL for a token and back: chain and books agree to the lamport, in one signature each', async () => {
  const wallet = await desk.wallet(5n * SOL)
  const rent = await chain.rentExempt(165)
  const bought = await desk.trade(wallet, BUY)
  const { result } = await desk.done(bought.id)
  const fee = BigInt(result.fee)
  assert.equal(result.inAmount, SOL.toString())
  assert.equal(result.outAmount, '140000000')
  assert.equal(result.rent, rent.toString())
  assert.ok(fee > 5_000n && fee <= 55_000n, `${fee}`)
  assert.equal(await readUsdc(wallet.address), 140_000_000n)
  assert.equal(await readLamports(wallet.address), 4n * SOL - rent - fee)

  const [signed] = await listSigned(bought.id)
  assert.ok(signed)
  const decoded = getTransactionDecoder().decode(signed.bytes)
  const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes)
  assert.ok('addressTableLookups' in message)
  assert.equal(message.addressTableLookups?.[0]?.lookupTableAddress, desk.table)
  assert.equal(message.header.numSignerAccounts, 1)
  assert.ok(signed.bytes.length <= 1_232)

  const before = await readLamports(wallet.address)
  const sold = await desk.trade(wallet, SELL)
  const back = (await desk.done(sold.id)).result
  assert.equal(back.inAmount, '14000000')
  assert.equal(back.outAmount, '100000000')
  assert.equal(back.rent, '0')
  assert.equal(await readLamports(wallet.address), before + 100_000_000n - BigInt(back.fee))
})

void test('wrapped SOL that was there before becomes SOL and is counted', async () => {
  const wallet = await desk.wallet(3n * SOL)
  const wrapped = (await deriveTokenAccount(wallet.address, { mint: SOL_MINT })) as Address
  const { issuer } = desk
  await issuer.execute([
    getCreateAssociatedTokenIdempotentInstruction({
      payer: issuer.payer,
      ata: wrapped,
      owner: wallet.address,
      mint: SOL_MINT as Address,
    }),
    getTransferSolInstruction({ source: issuer.payer, destination: wrapped, amount: SOL / 2n }),
    getSyncNativeInstruction({ account: wrapped }),
  ])
  const rent = await chain.rentExempt(165)
  const { result } = await desk.done((await desk.trade(wallet, BUY)).id)
  assert.equal(result.inAmount, SOL.toString())
  assert.equal(
    await readLamports(wallet.address),
    2n * SOL + SOL / 2n + rent - rent - BigInt(result.fee),
    'what was wrapped has come back with its rent, and a token account was opened',
  )
})

void test('a pool that pays too little is refused before anything is signed', async () => {
  const wallet = await desk.wallet(3n * SOL)
  await pool.set({ pays: 9_900n })
  const { id } = await desk.trade(wallet, BUY)
  assert.equal(await desk.failed(id), 'The price moved beyond the slippage limit.')
  assert.equal(await desk.findRefusal(id), 'price')
  assert.deepEqual(await listSigned(id), [])
  assert.equal(await readLamports(wallet.address), 3n * SOL)
})

void test('what is not as it was promised in simulation is never signed', async () => {
  const wallet = await desk.wallet(3n * SOL)
  await pool.set({ pays: 9_900n, skipsThreshold: true })
  const less = await desk.trade(wallet, BUY)
  assert.match(await desk.failed(less.id), /returns less than agreed/)
  assert.deepEqual(await listSigned(less.id), [])

  await fundTokens(rpc, wallet.address, USDC_MINT, 100_000_000n)
  await pool.set({ takes: 20_000n })
  const more = await desk.trade(wallet, SELL)
  assert.match(await desk.failed(more.id), /spends more than agreed/)
  assert.deepEqual(await listSigned(more.id), [])
  assert.equal(await readUsdc(wallet.address), 100_000_000n)
})

void test("accounts of other tokens are not opened at the wallet's cost, though the route names them", async () => {
  const wallet = await desk.wallet(3n * SOL)
  const others = KNOWN_TOKENS.map(({ mint }) => mint).filter((mint) => mint !== USDC_MINT)
  const creations = await Promise.all(
    others.map(async (mint) => {
      const ata = (await deriveTokenAccount(wallet.address, { mint })) as Address
      const creation = { payer: createNoopSigner(wallet.address), ata, owner: wallet.address }
      return toWire(getCreateAssociatedTokenIdempotentInstruction({ ...creation, mint: mint as Address }))
    }),
  )
  const opens = (answer: WireAnswer, count: number) =>
    answer.setupInstructions.push(...creations.slice(0, count))
  const names = (answer: WireAnswer) =>
    others.forEach((mint) =>
      answer.routePlan.push({ swapInfo: { label: 'a pool', inputMint: SOL_MINT, outputMint: mint } }),
    )
  // Without its name: refused with the quote.
  service.lie((answer) => opens(answer, 1))
  await assert.rejects(desk.trade(wallet, BUY), /sets up more than the accounts of the swap/)
  service.lie((answer) => {
    names(answer)
    opens(answer, 2)
  })
  const { id } = await desk.trade(wallet, { ...BUY, inAmount: SOL / 2n })
  assert.match(await desk.failed(id), /lock up more SOL than was reserved/)
  assert.equal(await desk.findRefusal(id), 'market')
  assert.deepEqual(await listSigned(id), [])
  assert.equal(await readLamports(wallet.address), 3n * SOL)
})

void test('a table whose contents the service tells wrong is never used', async () => {
  const wallet = await desk.wallet(3n * SOL)
  service.lie((answer) => {
    const [first = '', second = '', ...rest] = desk.held
    answer.addressesByLookupTableAddress = { [desk.table]: [second, first, ...rest] }
  })
  const { id } = await desk.trade(wallet, BUY)
  assert.match(await desk.failed(id), /address tables does not match the chain/)
  assert.deepEqual(await listSigned(id), [])
})

void test("the decision's minimum is guarded on the chain by a tighter limit", async () => {
  const wallet = await desk.wallet(3n * SOL)
  const asked = service.asked.length
  const { id } = await desk.trade(wallet, { ...BUY, minOut: 139_990_000n })
  await desk.done(id)
  assert.ok(service.asked.slice(asked).some(({ slippageBps }) => slippageBps === 0))
  const above = await desk.trade(wallet, { ...BUY, minOut: 140_000_001n })
  assert.match(await desk.failed(above.id), /The price moved beyond the limit set/)
  assert.equal(await desk.findRefusal(above.id), 'price')
})

void test('a trade that was signed before a restart is found on the chain and happens once', async () => {
  const wallet = await desk.wallet(3n * SOL)
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await desk.trade(wallet, BUY)
  await until('it is signed', async () => (await listSigned(id)).length === 1)
  await desk.restart()
  await rpc('localnet_clearFaults')
  await desk.done(id)
  assert.equal((await listSigned(id)).length, 1)
  assert.equal(await readUsdc(wallet.address), 140_000_000n)
})

void test('after the loss of the database the journal tells what was signed, tables and all, and it happens once', async () => {
  const wallet = await desk.wallet(3n * SOL)
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await desk.trade(wallet, BUY)
  await until('it is signed', async () => (await listSigned(id)).length === 1)
  const [signed] = await listSigned(id)
  assert.ok(signed)
  const { signature, bytes } = signed
  assert.equal(readFeePayer(bytes), wallet.address)
  assert.deepEqual(readSignatureFee(bytes), { payer: wallet.address, fee: 5_000n })
  const whose = { address: wallet.address, signature, operationId: id }
  assert.equal(await isSignedFor(bytes, whose), true)
  assert.equal(await isSignedFor(bytes, { ...whose, address: desk.issuer.payer.address }), false)
  await desk.restart(() => desk.db.delete(operations).where(eq(operations.id, id)))
  await rpc('localnet_clearFaults')
  const { result } = await desk.done(id)
  assert.equal(result.inAmount, SOL.toString())
  assert.equal(result.outAmount, '140000000')
  assert.deepEqual(
    (await listSigned(id)).map((one) => one.signature),
    [signature],
  )
  assert.equal(await readUsdc(wallet.address), 140_000_000n)
})

void test('funds that cannot pay the rent of wrapping are no funds for a swap', async () => {
  const wallet = await desk.wallet(SOL + 100_000n)
  await assert.rejects(desk.trade(wallet, BUY), { code: 'insufficient_balance' })
  await fund(rpc, wallet.address, SOL / 10n)
  await desk.done((await desk.trade(wallet, BUY)).id)
})

void test('a swap that fails on the chain by its limit says so, and the order can be decided anew', async () => {
  const wallet = await desk.wallet(3n * SOL)
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { id } = await desk.trade(wallet, BUY)
  await until('it is signed', async () => (await listSigned(id)).length === 1)
  await pool.set({ pays: 9_900n })
  await rpc('localnet_clearFaults')
  assert.equal(await desk.failed(id), 'The price moved beyond the slippage limit.')
  assert.equal(await desk.findRefusal(id), 'price')
  const [signed] = await listSigned(id)
  assert.equal(await readLamports(wallet.address), 3n * SOL - (signed?.fee ?? 0n))
})

/** Accounts that no table holds. */
const strangers = Array.from({ length: 30 }, () => getAddressDecoder().decode(randomBytes(32)))
const crowd = (answer: WireAnswer, count: number) => {
  for (const pubkey of strangers.slice(0, count))
    answer.swapInstruction.accounts.push({ pubkey, isSigner: false, isWritable: false })
}

void test('a route that is too large is asked for with fewer accounts, and refused when none fits', async () => {
  const wallet = await desk.wallet(3n * SOL)
  const asked = service.asked.length
  service.lie((answer, { maxAccounts }) => crowd(answer, maxAccounts > 50 ? 30 : 0))
  await desk.done((await desk.trade(wallet, BUY)).id)
  assert.deepEqual(new Set(service.asked.slice(asked).map((one) => one.maxAccounts)), new Set([64, 56, 50]))
  service.lie((answer) => crowd(answer, 30))
  const { id } = await desk.trade(wallet, { ...BUY, inAmount: SOL / 2n })
  assert.match(await desk.failed(id), /fits into one transaction/)
  assert.deepEqual(await listSigned(id), [])
})

void test('where it is too large, accounts that are there already are not created again', async () => {
  const wallet = await desk.wallet(3n * SOL)
  const { id } = await desk.trade(wallet, BUY)
  await desk.done(id)
  const [signed] = await listSigned(id)
  // A few bytes too many, but fewer than the instruction that creates the account of the output.
  const excess = 1_232 + 5 - (signed?.bytes.length ?? 0)
  const asked = service.asked.length
  const HALF = { ...BUY, inAmount: SOL / 2n }
  const steps = (from: number) => new Set(service.asked.slice(from).map((one) => one.maxAccounts))
  const pad = (answer: WireAnswer) => {
    const data = Buffer.from(answer.swapInstruction.data, 'base64')
    answer.swapInstruction.data = Buffer.concat([data, Buffer.alloc(excess)]).toString('base64')
  }
  service.lie(pad)
  const again = await desk.trade(wallet, HALF)
  await desk.done(again.id)
  assert.deepEqual(steps(asked), new Set([64]))
  assert.ok(((await listSigned(again.id))[0]?.bytes.length ?? 0) > 1_220)

  const another = await desk.wallet(3n * SOL)
  service.lie((answer, { maxAccounts }) => maxAccounts > 50 && pad(answer))
  const before = service.asked.length
  await desk.done((await desk.trade(another, HALF)).id)
  assert.deepEqual(steps(before), new Set([64, 56, 50]))
})
