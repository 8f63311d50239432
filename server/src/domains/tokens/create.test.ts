// On PostgreSQL as well.
/** A token is created once for each request, with a fixed supply and permanent texts. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { listAudit } from '@purser/contract/audit.ts'
import * as api from '@purser/contract/tokens/created-tokens.ts'
import { TOKEN_DESCRIPTION_BYTES, TOKEN_IMAGE_BYTES, TOKEN_NAME_BYTES } from '@purser/contract/limits.ts'
import { getTokenMetadata } from '@purser/contract/tokens/tokens.ts'
import { createNoopSigner, generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { readTokens } from '../../test/tokens.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { compile } from '../../kernel/solana/compile.ts'
import { createTokenInstructions } from './mint-instructions.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 300 })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)

const MYTK = { name: 'Galaxy Credits', symbol: 'MYTK', decimals: 6, supply: '1000000.5' }
const held = (owner: string, mint: string) =>
  readTokens(chain, [owner], { mint, program: TOKEN_2022_PROGRAM_ADDRESS })
type Made = api.TokenCreated
type Shown = api.TokenCreationPreview

async function person(sol = 1n) {
  const { token, email, id } = await desk.signUp()
  const [wallet] = await makeWallets(call, token, 1)
  assert.ok(wallet)
  if (sol > 0n) await fund(chain, wallet.address, sol * SOL)
  return { token, email, id, wallet }
}

void test('what the preview says is what it costs, and the supply is in the wallet', async () => {
  const { token, wallet } = await person()
  const body = {
    ...MYTK,
    description: 'For tests.',
    image: 'https://example.com/a.png',
    wallet_id: wallet.id,
  }
  const asked = await call(api.createToken, { token, body: { ...body, dryRun: true } })
  assert.equal(asked.status, 200)
  const shown = asked.ok as Shown
  assert.deepEqual([shown.error, shown.supply, shown.wallet.balance], [null, 1_000_000.5, 1])
  // Nobody pays for priority on the local network: nothing is offered, now or later.
  assert.deepEqual([shown.fee, shown.fee_at_most], [0.000005, 0.000005])
  assert.deepEqual((await call(listOperations, { token, query: {} })).ok.operations, [])

  const made = await call(api.createToken, { token, body })
  assert.equal(made.status, 201)
  const { mint, signature } = made.ok as Made
  assert.ok(signature.length > 80)
  assert.deepEqual(await held(wallet.address, mint), [1_000_000_500_000n])
  const [left = 0n] = await readBalances(chain, [wallet.address])
  assert.equal(Number(left) / 1e9, shown.wallet.after)
  const detail = (await call(getTokenMetadata, { token, body: { mintAddress: mint } })).ok
  assert.deepEqual(
    [detail.symbol, detail.name, detail.logo, detail.decimals, detail.refusal],
    ['MYTK', 'Galaxy Credits', 'https://example.com/a.png', 6, null],
  )
  const [operation] = (await call(listOperations, { token, query: { type: 'token-create' } })).ok.operations
  assert.deepEqual(
    [operation?.status, operation?.summary.total, operation?.summary.amount],
    ['completed', 1, 1_000_000.5],
  )
  const { rows } = (await call(listAudit, { token, query: { type: 'token-create' } })).ok
  assert.deepEqual(
    rows.map((row) => [row.detail.symbol, row.detail.mint]),
    [['MYTK', mint]],
  )
  assert.deepEqual((await call(api.listNamedTokens, { token })).ok.tokens, [
    {
      mint,
      symbol: 'MYTK',
      name: 'Galaxy Credits',
      decimals: 6,
      source: 'created',
      owner: null,
      grant_id: null,
      granted_at: null,
    },
  ])
})

void test('a key creates one token: asked again, asked at once, and asked for another', async () => {
  const { token, wallet } = await person()
  const body = { ...MYTK, wallet_id: wallet.id }
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => call(api.createToken, { token, body, key })))
  const mints = new Set(answers.map(({ ok }) => (ok as Made).mint))
  assert.equal(mints.size, 1)
  assert.equal((await call(api.createToken, { token, body: { ...body, supply: 1 }, key })).status, 422)
  // The same if the first answer was not stored.
  await db.execute(sql`delete from idempotency_keys`)
  const [other] = await makeWallets(call, token, 1)
  const elsewhere = { ...body, wallet_id: other?.id ?? 0 }
  assert.equal((await call(api.createToken, { token, body: elsewhere, key })).status, 422)
  assert.equal(((await call(api.createToken, { token, body, key })).ok as Made).mint, [...mints][0])
  assert.equal((await call(listOperations, { token, query: {} })).ok.operations.length, 1)
})

void test('each wrong field is named, and nothing is created', async () => {
  const { token, wallet } = await person()
  const body = { ...MYTK, wallet_id: wallet.id }
  const wrong: [string, object][] = [
    ['symbol', { symbol: 'USDC' }],
    ['symbol', { symbol: 'sol' }],
    ['symbol', { symbol: 'SELL' }],
    ['symbol', { symbol: 'Now' }],
    ['symbol', { symbol: 'X5' }],
    ['symbol', { symbol: 'A' }],
    ['symbol', { symbol: 'ABCDEFGHIJK' }],
    ['name', { name: 'Tether USD' }],
    ['name', { name: 'Better Bonk' }],
    // Zeros, and similar-looking letters of other scripts.
    ['symbol', { symbol: 'S0L' }],
    ['symbol', { symbol: 'B0NK' }],
    ['name', { name: '\u0405\u041eL' }],
    ['name', { name: 'SoIana' }],
    ['name', { name: 'U.S.D.C' }],
    ['name', { name: 'The US\u200bDC' }],
    ['name', { name: 'U\u0332SDC\u3164' }],
    ['name', { name: 'n'.repeat(TOKEN_NAME_BYTES + 1) }],
    ['name', { name: 'é'.repeat(TOKEN_NAME_BYTES / 2 + 1) }],
    ['name', { name: '' }],
    ['name', { name: 'a\u202eb' }],
    ['name', { name: 'a\ud800b' }],
    ['description', { description: 'd'.repeat(TOKEN_DESCRIPTION_BYTES + 1) }],
    ['image', { image: 'javascript:alert(1)' }],
    ['image', { image: `https://example.com/${'i'.repeat(TOKEN_IMAGE_BYTES)}` }],
    ['decimals', { decimals: 10 }],
    ['supply', { supply: 0 }],
    ['supply', { supply: '0.0000001' }],
    ['supply', { supply: '18446744073710' }],
  ]
  for (const [path, change] of wrong)
    for (const dryRun of [true, false]) {
      const { status, fault } = await call(api.createToken, {
        token,
        wrongBody: { ...body, ...change, dryRun },
      })
      assert.equal(status, 400, path)
      assert.equal(fault.details?.[0]?.path, path, JSON.stringify([change, fault]))
    }
  await call(api.createToken, { token, body })
  const again = await call(api.createToken, { token, body })
  assert.equal(again.fault.details?.[0]?.path, 'symbol')
  assert.equal((await call(api.listNamedTokens, { token })).ok.tokens.length, 1)
})

void test('a wallet that cannot pay is told so before and refused after, and another person has none of it', async () => {
  const { token, wallet } = await person(0n)
  const body = { ...MYTK, wallet_id: wallet.id }
  const shown = (await call(api.createToken, { token, body: { ...body, dryRun: true } })).ok as Shown
  assert.match(shown.error ?? '', /Insufficient balance/)
  assert.equal((await call(api.createToken, { token, body })).fault.code, 'insufficient_balance')
  const stranger = await desk.signUp()
  assert.equal((await call(api.createToken, { token: stranger.token, body })).status, 404)
})

void test('the longest texts fit a transaction of the older format, whatever is in them', async () => {
  const wallet = createNoopSigner((await generateKeyPairSigner()).address)
  const texts = {
    name: 'n'.repeat(TOKEN_NAME_BYTES),
    symbol: 'ABCDEFGHIJ',
    description: 'd'.repeat(TOKEN_DESCRIPTION_BYTES),
    image: `https://${'i'.repeat(TOKEN_IMAGE_BYTES - 8)}`,
  }
  const operationId = randomUUID()
  for (const format of [0, 1] as const) {
    const instructions = await createTokenInstructions(
      { ...texts, decimals: 9, supply: 2n ** 64n - 1n },
      { wallet, operationId, rent: 10_000_000n },
    )
    const budget = { units: 200_000, loadedBytes: 4 * 1024 * 1024, price: 1n }
    const { unsigned } = compile({ feePayer: wallet, instructions }, { operationId, format, budget })
    assert.ok(unsigned.length <= 1_232, `${unsigned.length} bytes`)
  }
  const { token, wallet: payer } = await person()
  const body = { ...texts, decimals: 9, supply: '18446744073.709551615', wallet_id: payer.id }
  const { mint } = (await call(api.createToken, { token, body })).ok as Made
  assert.deepEqual(await held(payer.address, mint), [2n ** 64n - 1n])
})

void test('an attempt that dies is signed anew and creates the one token', async () => {
  const { token, id, wallet } = await person()
  const body = { ...MYTK, wallet_id: wallet.id }
  const key = randomUUID()
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const asking = call(api.createToken, { token, body, key })
  const signed = async () => {
    const { rows } = (await db.execute(sql`
      select count(*)::int as n from transactions t join operations o on o.id = t.operation_id
      where o.user_id = ${id}`)) as { rows: { n: number }[] }
    return rows[0]?.n
  }
  await until('it is signed', async () => (await signed()) === 1)
  await chain('localnet_advanceSlots', 200)
  await chain('localnet_clearFaults')
  const { mint } = (await asking).ok as Made
  const { operations } = (await call(listOperations, { token, query: {} })).ok
  assert.deepEqual(
    operations.map(({ status }) => status),
    ['completed'],
  )
  assert.deepEqual(await held(wallet.address, mint), [1_000_000_500_000n])
  assert.equal(await signed(), 2)
})

void test('what only the journal has is booked with its texts, and the request repeated creates nothing', async () => {
  const { token, wallet } = await person()
  const body = { ...MYTK, wallet_id: wallet.id }
  const key = randomUUID()
  await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
  void call(api.createToken, { token, body, key }).catch(() => undefined)
  let id = ''
  await until('it has landed', async () => {
    const [open] = (await call(listOperations, { token, query: {} })).ok.operations
    id = open?.id ?? ''
    return id !== '' && ((await readBalances(chain, [wallet.address]))[0] ?? 0n) < SOL
  })
  await desk.stop()
  await db.execute(sql`delete from operations where id = ${id}::uuid`)
  await db.execute(sql`delete from idempotency_keys`)
  await chain('localnet_clearFaults')
  await desk.start()
  await until('it is booked', async () => {
    const [found] = (await call(listOperations, { token, query: {} })).ok.operations
    return found?.status === 'completed'
  })
  const [known] = (await call(api.listNamedTokens, { token })).ok.tokens
  assert.deepEqual([known?.symbol, known?.name], ['MYTK', 'Galaxy Credits'])
  const again = (await call(api.createToken, { token, body, key })).ok as Made
  assert.equal(again.mint, known?.mint)
  assert.equal((await call(api.listNamedTokens, { token })).ok.tokens.length, 1)
})

void test('what only the chain has is the same token when the request is repeated', async () => {
  const { token, wallet } = await person()
  const body = { ...MYTK, wallet_id: wallet.id }
  const key = randomUUID()
  const made = (await call(api.createToken, { token, body, key })).ok as Made
  await desk.stop()
  for (const table of ['operations', 'created_tokens', 'fee_payers', 'idempotency_keys'])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  writeFileSync(join(desk.config.dataDir, 'journal/transactions.jsonl'), '')
  await desk.start()
  assert.deepEqual((await call(api.listNamedTokens, { token })).ok.tokens, [])
  const again = (await call(api.createToken, { token, body, key })).ok as Made
  assert.deepEqual(again, made)
  const { operations } = (await call(listOperations, { token, query: {} })).ok
  assert.deepEqual(
    operations.map(({ status }) => status),
    ['completed'],
  )
  const named = (await call(api.listNamedTokens, { token })).ok.tokens
  assert.deepEqual(
    named.map(({ mint, symbol }) => [mint, symbol]),
    [[made.mint, 'MYTK']],
  )
  assert.deepEqual(await held(wallet.address, made.mint), [1_000_000_500_000n])
})
