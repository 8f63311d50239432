// On PostgreSQL as well.
/** The whitelist and the switch that restricts sends to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile, readOutbox, updateProfile } from '@purser/contract/accounts.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { WHITELIST_PER_USER } from '@purser/contract/limits.ts'
import { KNOWN_TOKENS, SOL_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import * as api from '@purser/contract/tokens/whitelist.ts'
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fundTokens, deriveTokenAccount } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const JUP = KNOWN_TOKENS.find(({ symbol }) => symbol === 'JUP')?.mint ?? ''
const stranger = async () => (await generateKeyPairSigner()).address
const add = (token: string, wallet_address: string, mint_address: string, more: object = {}) =>
  call(api.addWhitelistEntry, { token, body: { wallet_address, mint_address, ...more } })
const guard = (token: string, body: object) => call(updateProfile, { token, body })
const mails = async (to: string) =>
  (await call(readOutbox, { query: { to } })).ok.map(({ subject }) => subject)

const keyCode = (user: { token: string; email: string }) => desk.keyCode(user, 'limits')

void test('a pair is added, listed, counted and removed, each on record and told by mail', async () => {
  const { token, email } = await desk.signUp()
  const [one, two] = [await stranger(), await stranger()]
  const first = await add(token, one, BONK)
  assert.equal(first.status, 201)
  await add(token, two, BONK)
  await add(token, two, SOL_MINT)
  const { ok: list } = await call(api.listWhitelist, { token })
  assert.deepEqual(
    list.data.map(({ wallet_address, mint_address }) => [wallet_address, mint_address]),
    [
      [two, SOL_MINT],
      [two, BONK],
      [one, BONK],
    ],
  )
  assert.deepEqual(first.ok.data, list.data[2])
  assert.deepEqual((await call(api.getWhitelistStats, { token })).ok, {
    success: true,
    data: { unique_wallets: 2, unique_mints: 2, total_entries: 3 },
  })
  const params = { id: first.ok.data.id }
  assert.equal((await call(api.removeWhitelistEntry, { token, params })).status, 200)
  assert.equal(
    (await call(api.removeWhitelistEntry, { token, params })).fault.error,
    'Whitelist entry not found',
  )
  const rows = (await call(listAudit, { token, query: { type: 'whitelist' } })).ok.rows
  assert.deepEqual(
    rows.map(({ detail }) => [detail.added, detail.wallet, detail.mint]),
    [
      [false, one, BONK],
      [true, two, SOL_MINT],
      [true, two, BONK],
      [true, one, BONK],
    ],
  )
  const told = async () =>
    (await mails(email)).filter((s) => s === 'An entry was added to your Purser whitelist')
  await until('the owner was told', async () => (await told()).length === 3)
})

void test('a pair is there once, of each user', async () => {
  const [a, b] = [await desk.signUp(), await desk.signUp()]
  const wallet = await stranger()
  await add(a.token, wallet, BONK)
  const again = await add(a.token, wallet, BONK)
  assert.deepEqual([again.status, again.fault.code], [409, 'whitelist_pair_exists'])
  assert.equal(again.fault.error, 'This pair of wallet and token is on your whitelist already.')
  const both = await Promise.all([add(b.token, wallet, BONK), add(b.token, wallet, BONK)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  const { id } = (await call(api.listWhitelist, { token: a.token })).ok.data[0] ?? {}
  const foreign = await call(api.removeWhitelistEntry, { token: b.token, params: { id: id ?? 0 } })
  assert.deepEqual([foreign.status, foreign.fault.error], [404, 'Whitelist entry not found'])
})

void test('what is no wallet or no mint is refused with its sentence, and nothing is added', async () => {
  const { token } = await desk.signUp()
  const wallet = await stranger()
  await fundTokens(chain, wallet, JUP, 5n)
  const account = await deriveTokenAccount(wallet, { mint: JUP })
  const short = getBase58Decoder().decode(new Uint8Array(31).fill(9))
  const refused: [string, string, string | RegExp][] = [
    ['', BONK, 'Please fill in both addresses'],
    [wallet, ' ', 'Please fill in both addresses'],
    ['0x12', BONK, 'wallet_address must be a Solana address'],
    [wallet, 'BONK', 'mint_address must be a Solana address'],
    [short, BONK, /wrong length/],
    [wallet, wallet, /^No token with the address/],
    [wallet, account, /^No token with the address/],
    [account, BONK, new RegExp(`^This is a token account, .*${wallet}$`)],
    [BONK, BONK, /the address of a token \(its mint\)/],
  ]
  for (const [to, mint, text] of refused) {
    const { status, fault } = await add(token, to, mint)
    assert.equal(status, 400, `${to} ${mint}`)
    if (typeof text === 'string') assert.equal(fault.error, text)
    else assert.match(fault.error, text)
  }
  assert.deepEqual((await call(api.listWhitelist, { token })).ok.data, [])
})

void test('both mints of wrapped SOL stand for SOL, though this network has no account of the newer one', async () => {
  const { token } = await desk.signUp()
  const wallet = await stranger()
  for (const mint of WRAPPED_SOL_MINTS) assert.equal((await add(token, wallet, mint)).status, 201)
})

void test('a whitelist has a most', async () => {
  const { token, id } = await desk.signUp()
  await desk.database.db.execute(sql`
    insert into whitelist_entries (user_id, wallet, mint, added_at)
    select ${id}, 'wallet ' || n, ${BONK}, now() from generate_series(1, ${WHITELIST_PER_USER}) n`)
  const { status, fault } = await add(token, await stranger(), BONK)
  assert.deepEqual([status, fault.code], [409, 'whitelist_limit'])
  assert.equal((await call(api.listWhitelist, { token })).ok.data.length, WHITELIST_PER_USER)
})

void test('turning the switch off, and a new entry while it is on, ask for a code where keys do; all is on record', async () => {
  const user = await desk.signUp()
  const { token, email } = user
  assert.equal((await call(getProfile, { token })).ok.whitelist_only, false)
  assert.equal((await guard(token, { whitelist_only: true })).ok.whitelist_only, true)
  // Without the other switch no code is needed.
  assert.equal((await add(token, await stranger(), BONK)).status, 201)
  assert.equal((await guard(token, { whitelist_only: false })).ok.whitelist_only, false)
  await until('the owner was told', async () =>
    (await mails(email)).includes('Your Purser account can send to any address again'),
  )

  await guard(token, { keys_need_code: true, whitelist_only: true })
  const wallet = await stranger()
  const bare = await add(token, wallet, BONK)
  assert.deepEqual([bare.status, bare.fault.code], [403, 'key_code_needed'])
  assert.equal(bare.fault.error, codeNeeded.limits)
  assert.equal((await add(token, wallet, BONK, { code: await keyCode(user) })).status, 201)
  const off = await guard(token, { whitelist_only: false })
  assert.deepEqual([off.status, off.fault.code], [403, 'key_code_needed'])
  assert.equal((await guard(token, { whitelist_only: false, code: '000000' })).fault.code, 'wrong_key_code')
  assert.equal((await call(getProfile, { token })).ok.whitelist_only, true)
  const { ok } = await guard(token, { whitelist_only: false, code: await keyCode(user) })
  assert.deepEqual([ok.whitelist_only, ok.keys_need_code], [false, true])
  const rows = (await call(listAudit, { token, query: { type: 'guard' } })).ok.rows
  assert.deepEqual(
    rows.map(({ detail }) => [detail.guard, detail.on]),
    [
      ['only whitelisted pairs', false],
      ['only whitelisted pairs', true],
      ['code before keys leave', true],
      ['only whitelisted pairs', false],
      ['only whitelisted pairs', true],
    ],
  )
})

void test('a name alone leaves the switches as they are', async () => {
  const { token } = await desk.signUp()
  await guard(token, { whitelist_only: true })
  const { ok } = await guard(token, { first_name: 'Ada', last_name: 'Low' })
  assert.deepEqual([ok.first_name, ok.whitelist_only], ['Ada', true])
})
