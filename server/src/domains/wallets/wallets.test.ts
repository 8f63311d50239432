// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/wallets/wallets.ts'
import { updateProfile } from '@purser/contract/accounts.ts'
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { onPostgres, startTestDesk } from '../../test/harness.ts'
import { opensDataKeys } from './index.ts'

const desk = await startTestDesk({ network: 'none' })
const generate = async (token: string, key?: string): Promise<api.WalletWithKey> => {
  const { private_key = '', ...wallet } = (
    await desk.call(api.generateWallet, { token, ...(key ? { key } : {}) })
  ).ok
  return { ...wallet, private_key }
}
const reveal = (token: string, address: string, code?: string) =>
  desk.call(api.revealKey, { token, body: { address, ...(code ? { code } : {}) } })
/** Every way in which the bytes may lie in a row as text. */
const spellings = (key: string) => {
  const bytes = Buffer.from(getBase58Encoder().encode(key))
  return [bytes, bytes.subarray(0, 32)]
    .flatMap((b) => [b.toString('hex'), b.toString('base64').replace(/=+$/, '')])
    .concat(key)
}

test('a generated key is the key of its address and the very one that is revealed', async () => {
  const { token } = await desk.signUp()
  const wallet = await generate(token)
  const signer = await createKeyPairSignerFromBytes(
    new Uint8Array(getBase58Encoder().encode(wallet.private_key)),
  )
  assert.equal(signer.address, wallet.address)
  const answer = await reveal(token, wallet.address)
  assert.equal(answer.ok.private_key, wallet.private_key)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('no key, in whatever spelling, lies in any table', async () => {
  const { token } = await desk.signUp()
  const wallets = await Promise.all(['a', 'b', 'c'].map((key) => generate(token, key)))
  const dump = (await desk.database.dump()).toLowerCase()
  for (const { address, private_key } of wallets) {
    assert.ok(dump.includes(address.toLowerCase()), 'the search finds what is there')
    for (const spelling of spellings(private_key)) assert.ok(!dump.includes(spelling.toLowerCase()))
  }
})

test('another master key opens nothing in this database', async () => {
  const { token } = await desk.signUp()
  await generate(token)
  assert.equal(await opensDataKeys(desk.database.db, new Uint8Array(32).fill(9)), false)
})

test('fifty parallel requests with one key make one wallet; each repetition is a reveal, of which thirty a minute are given', async () => {
  const { token } = await desk.signUp()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      desk.call(api.generateWallet, { token, key: 'one', body: { name: 'Only' } }),
    ),
  )
  const given = answers.filter((a) => a.status === 201)
  assert.equal(given.length, 31)
  assert.equal(new Set(given.map((a) => a.text)).size, 1)
  assert.equal(given.filter((a) => a.headers.get('idempotent-replay') === null).length, 1)
  for (const refused of answers.filter((a) => a.status !== 201))
    assert.equal(refused.fault.code, 'too_many_reveals')
  assert.equal((await desk.call(api.listWallets, { token })).ok.wallets.length, 1)
})

test('the same key with another body is refused, under another user or route it is another key', async () => {
  const [ann, bob] = [await desk.signUp(), await desk.signUp()]
  const first = await generate(ann.token, 'k')
  const other = await desk.call(api.generateWallet, { token: ann.token, key: 'k', body: { name: 'x' } })
  assert.deepEqual([other.status, other.fault.code], [422, 'idempotency_key_reused'])
  assert.notEqual((await generate(bob.token, 'k')).address, first.address)
  const alias = await desk.call(api.generateWalletAlias, { token: ann.token, key: 'k' })
  assert.notEqual(alias.ok.address, first.address)
})

test('a request that was refused may be repeated with its key', async () => {
  const { token } = await desk.signUp()
  const connect = (walletAddress: string) =>
    desk.call(api.connectWallet, { token, key: 'again', body: { walletAddress } })
  const nobody = 'So11111111111111111111111111111111111111112'
  assert.equal((await connect(nobody)).status, 404)
  assert.equal((await connect(nobody)).status, 404)
  assert.equal((await connect((await generate(token)).address)).status, 200)
})

test('a key that is no key is refused', async () => {
  const { token } = await desk.signUp()
  for (const key of ['x'.repeat(201), 'a b'])
    assert.equal((await desk.call(api.generateWallet, { token, key })).status, 400)
})

test('the first wallet is the default and stays the only one, however parallel they are made', async () => {
  const { token } = await desk.signUp()
  await Promise.all(Array.from({ length: 12 }, () => generate(token)))
  const { wallets } = (await desk.call(api.listWallets, { token })).ok
  assert.equal(wallets.length, 12)
  assert.deepEqual(
    wallets.map((w) => w.is_default),
    wallets.map((_, i) => i === 0),
  )
  assert.equal(new Set(wallets.map((w) => w.name)).size, 12)
  assert.ok(!JSON.stringify(wallets).includes('private'))
})

test('every reveal is in the audit log, and the thirty-first within a minute is refused', async () => {
  const { token, id } = await desk.signUp()
  const { address } = await generate(token)
  for (let i = 0; i < 30; i++) assert.equal((await reveal(token, address)).status, 200)
  const { status, headers } = await reveal(token, address)
  assert.equal(status, 429)
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait > 50 && wait <= 60)
  const dump = await desk.database.dump()
  const rows = dump.split('\n').filter((line) => line.startsWith('key_audit') && line.includes(address))
  assert.equal(rows.filter((row) => row.includes('reveal') && row.includes(`,${id},`)).length, 30)
  desk.clock.move(wait * 1_000)
  assert.equal((await reveal(token, address)).status, 200)
})

test('with the switch on no key leaves without a fresh code, and the switch is not turned off without one', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { address } = await generate(token)
  await desk.call(updateProfile, { token, body: { keys_need_code: true } })
  const refused = await reveal(token, address)
  assert.deepEqual([refused.status, refused.fault.code], [403, 'key_code_needed'])
  assert.equal((await reveal(token, address, '000000')).status, 403)
  assert.equal((await desk.call(updateProfile, { token, body: { keys_need_code: false } })).status, 403)
  const code = await desk.keyCode(user, 'reveal')
  assert.equal((await reveal(token, address, code)).status, 200)
  assert.equal((await reveal(token, address, code)).status, 403, 'a code opens once')
  const off = await desk.call(updateProfile, {
    token,
    body: { keys_need_code: false, code: await desk.keyCode(user, 'limits') },
  })
  assert.equal(off.ok.keys_need_code, false)
  assert.equal((await reveal(token, address)).status, 200)
})

test('while the master key is changed again and again every request is served and every key opens', async () => {
  const { token } = await desk.signUp()
  const first = await generate(token)
  let rotating = true
  const rotations = (async () => {
    for (let i = 0; i < 5; i++) await desk.app.rotation.rotate({ deep: false })
    rotating = false
  })()
  const made: { address: string; private_key: string }[] = []
  while (rotating) {
    // Newcomers too: their data keys are made while the master key changes.
    const newcomer = await desk.signUp()
    const [a, b] = await Promise.all([generate(token), generate(newcomer.token)])
    made.push(a)
    assert.equal((await reveal(newcomer.token, b.address)).ok.private_key, b.private_key)
  }
  await rotations
  desk.clock.move(61_000)
  for (const { address, private_key } of [first, ...made.slice(0, 25)])
    assert.equal((await reveal(token, address)).ok.private_key, private_key)
  await desk.stop()
  await desk.start()
  assert.equal((await reveal(token, first.address)).status, 200, onPostgres ? 'PostgreSQL' : 'embedded')
})
