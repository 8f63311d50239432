// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOutbox, updateProfile } from '@purser/contract/accounts.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { codeNeeded, type CodePurpose } from '@purser/contract/fault-texts.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { createWallets } from '../index.ts'
import { generateSecret, toBase58 } from './keys.ts'

const desk = await startTestDesk()
const { call, database } = desk
const newKey = () => toBase58(generateSecret().secret)
const importKey = (token: string, keys: string, code?: string) =>
  call(api.importWallets, { token, body: { keys, ...(code ? { code } : {}) } })
const remove = (token: string, id: number, body: { name?: string; code?: string } = {}) =>
  call(api.deleteWallet, { token, params: { id }, body: { acknowledged: true, ...body } })
const names = async ({ token }: User) =>
  (await call(api.listWallets, { token })).ok.wallets.map((w) => w.name)
const audit = async ({ id }: User) =>
  (
    (await database.db.execute(
      sql`select type, detail, address, device from audit where user_id = ${id} and type not like 'sign%' order by id`,
    )) as { rows: { type: string; detail: Record<string, unknown>; address: string; device: string }[] }
  ).rows
const mailed = (to: string, subject: RegExp) =>
  until(`a mail about ${subject.source}`, async () =>
    (await call(readOutbox, { query: { to } })).ok.find((mail) => subject.test(mail.subject)),
  )
async function guarded(): Promise<User & { code(purpose: CodePurpose): Promise<string> }> {
  const user = await desk.signUp()
  await call(updateProfile, { token: user.token, body: { keys_need_code: true } })
  return { ...user, code: (purpose) => desk.keyCode(user, purpose) }
}

void test('with the switch on no key comes in without a code; it is on record and told by mail', async () => {
  const ann = await guarded()
  const keys = newKey()
  const { fault } = await importKey(ann.token, keys)
  assert.deepEqual([fault.code, fault.error], ['key_code_needed', codeNeeded.import])
  assert.equal((await importKey(ann.token, keys, '000000')).fault.code, 'wrong_key_code')
  assert.deepEqual(await names(ann), [])
  const code = await ann.code('import')
  assert.equal((await importKey(ann.token, 'no key', code)).status, 400, 'and no code is spent on it')
  const { ok } = await importKey(ann.token, keys, code)
  assert.equal((await importKey(ann.token, newKey(), code)).fault.code, 'wrong_key_code')
  const row = (await audit(ann)).find(({ type }) => type === 'import')
  assert.deepEqual(row?.detail, { wallets: 1, addresses: ok.wallets[0]?.address, group: null })
  assert.equal(row?.address, '127.0.0.1')
  assert.equal(row?.device, 'node')
  const { text } = await mailed(ann.email, /imported into/)
  assert.match(text, /1 wallet was imported by private key\non .* from the IP address 127\.0\.0\.1/)
  assert.ok(!(text + JSON.stringify(row)).includes(keys))
})

void test('the switch itself says what its code is for, and the mail speaks of no key that is shown', async () => {
  const ann = await guarded()
  const { fault } = await call(updateProfile, { token: ann.token, body: { keys_need_code: false } })
  assert.deepEqual([fault.code, fault.error], ['key_code_needed', codeNeeded.limits])
  const code = await ann.code('limits')
  const { text } = await mailed(ann.email, new RegExp(code))
  assert.match(
    text,
    /^Your code to raise a limit, turn off a safeguard or add to the whitelist in Purser is /,
  )
})

void test('with the switch off a key comes in without a code, and still is told and on record', async () => {
  const bob = await desk.signUp()
  const { ok } = await importKey(bob.token, `${newKey()}\n${newKey()}`)
  assert.equal(ok.count, 2)
  assert.deepEqual(
    (await audit(bob)).map(({ type, detail }) => [type, detail.wallets]),
    [['import', 2]],
  )
  assert.match((await mailed(bob.email, /imported into/)).text, /2 wallets were imported/)
})

void test('a wallet that holds funds is not destroyed without a code while the switch is on', async () => {
  const ann = await guarded()
  const { ok: funded } = await call(api.generateWallet, { token: ann.token, body: { name: 'Purse' } })
  const { ok: empty } = await call(api.generateWallet, { token: ann.token, body: { name: 'Empty' } })
  await call(requestFaucet, { token: ann.token, body: { address: funded.address, sol: 2 } })
  assert.equal((await remove(ann.token, empty.id)).status, 200, 'an empty one needs none')
  assert.equal((await remove(ann.token, funded.id)).fault.code, 'wallet_holds_funds')
  const { fault } = await remove(ann.token, funded.id, { name: 'Purse' })
  assert.deepEqual([fault.code, fault.error], ['key_code_needed', codeNeeded.delete])
  const wrong = await remove(ann.token, funded.id, { name: 'Purse', code: '000000' })
  assert.equal(wrong.fault.code, 'wrong_key_code')
  assert.deepEqual(await names(ann), ['Purse'])
  const done = await remove(ann.token, funded.id, { name: 'Purse', code: await ann.code('delete') })
  assert.equal(done.status, 200)
  const rows = (await audit(ann)).filter(({ type }) => type === 'delete')
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [
      { wallet: 'Empty', address: empty.address, holding: null },
      { wallet: 'Purse', address: funded.address, holding: '2 SOL' },
    ],
  )
  const { text } = await mailed(ann.email, /with funds was deleted/)
  assert.match(text, new RegExp(`Purse \\(${funded.address}\\), which held 2 SOL, was deleted`))
})

void test('generate, reveal and export are on record with where from, and the master key with all users', async () => {
  const ann = await desk.signUp()
  const { ok: wallet } = await call(api.generateWallet, {
    token: ann.token,
    body: { name: 'One' },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  })
  await call(api.generateBulk, { token: ann.token, body: { count: 3, namePrefix: 'Many' } })
  await call(api.revealKey, { token: ann.token, body: { address: wallet.address } })
  await call(api.chatbotData, { token: ann.token })
  await fetch(`${desk.url}/api/wallets/export/all`, { headers: { authorization: `Bearer ${ann.token}` } })
  await desk.app.rotation.rotate({ deep: false })
  const rows = await audit(ann)
  assert.deepEqual(
    rows.map(({ type, detail }) => [type, detail]),
    [
      ['generate', { wallet: 'One', address: wallet.address }],
      ['generate', { wallets: 3, names: 'Many 1 to Many 3', group: null }],
      ['reveal', { wallet: 'One', address: wallet.address }],
      ['chatbot-data', { wallets: 4, group: null }],
      ['export', { wallets: 4, as: 'CSV', group: null }],
      ['rotation', {}],
    ],
  )
  assert.equal(rows[0]?.device, 'Firefox on Linux')
  assert.equal(rows.at(-1)?.address, 'server')
  assert.ok(!JSON.stringify(rows).includes(wallet.private_key ?? 'none'))
})

void test('a repeated generate is a reveal: on record, limited, and without the key where a code is wanted', async () => {
  const ann = await desk.signUp()
  const again = () => call(api.generateWallet, { token: ann.token, key: 'same' })
  const first = (await again()).ok
  assert.deepEqual((await again()).ok, first)
  assert.deepEqual(
    (await audit(ann)).map(({ type }) => type),
    ['generate', 'reveal'],
  )
  for (let i = 1; i < 30; i++) assert.equal((await again()).status, 201)
  const over = await again()
  assert.equal(over.fault.code, 'too_many_reveals')
  assert.ok(Number(over.headers.get('retry-after')) > 0)
  const { private_key, ...keyless } = first
  await call(updateProfile, { token: ann.token, body: { keys_need_code: true } })
  assert.deepEqual((await again()).ok, { ...keyless, key_withheld: true })
  assert.equal((await audit(ann)).filter(({ type }) => type === 'reveal').length, 30)
  const dump = await database.dump()
  assert.ok(private_key && !dump.includes(private_key))
})

void test('a new key is answered only once the database is on the disk', async () => {
  const ann = await desk.signUp()
  const sync = database.sync
  let [asked, release] = [0, () => undefined as void]
  database.sync = () => {
    asked++
    return new Promise<void>((resolve) => (release = resolve))
  }
  await desk.stop()
  const starting = desk.start()
  const begun = setInterval(() => release(), 5)
  await starting
  clearInterval(begun)
  const { token } = ann
  for (const ask of [
    () => call(api.generateWallet, { token }),
    () => call(api.generateBulk, { token, body: { count: 2, namePrefix: 'B' } }),
    () => importKey(token, newKey()),
  ]) {
    const before = { asked, wallets: (await names(ann)).length }
    let answered = false
    const answer = ask().finally(() => (answered = true))
    await until('the disk is asked', () => asked > before.asked)
    assert.ok((await names(ann)).length > before.wallets, 'it is committed')
    assert.equal(answered, false)
    release()
    assert.equal((await answer).status, 201)
  }
  database.sync = sync
  await desk.stop()
  await desk.start()
})

void test('rotations that cannot settle, several times in a row, leave every key to be opened, also after a restart', async () => {
  const ann = await desk.signUp()
  const { ok: wallet } = await call(api.generateWallet, { token: ann.token })
  const opens = async () => {
    const body = { address: wallet.address }
    assert.equal((await call(api.revealKey, { token: ann.token, body })).ok.private_key, wallet.private_key)
  }
  const { sync } = database
  database.sync = () => Promise.reject(new Error('no space left on the device'))
  for (let i = 0; i < 3; i++) {
    await assert.rejects(desk.app.rotation.rotate({ deep: false }), /no space left/)
    await opens()
  }
  database.sync = sync
  await desk.stop()
  await desk.start()
  await opens()
  await desk.app.rotation.rotate({ deep: false })
  await opens()
  const newcomer = await desk.signUp()
  assert.equal((await call(api.generateWallet, { token: newcomer.token })).status, 201)
})

void test('a key signs for the address of its wallet alone', async () => {
  const master = new Uint8Array(32).fill(3)
  const wallets = createWallets({
    db: database.db,
    clock: systemClock,
    limiter: { hit: async () => null, giveBack: async () => undefined, sweep: async () => undefined },
    masterKey: { current: () => master, candidates: () => [master] },
  })
  const make = (name: string) =>
    database.db.transaction((tx) =>
      wallets.creation.generate(tx as never, bob.id, { name, key: false, client: 'test' }),
    )
  const bob = await desk.signUp()
  // A new master key: no data key may exist yet.
  await database.db.execute(sql`delete from data_keys`)
  const [mine, foreign] = [await make('Mine'), await make('Other')]
  assert.equal((await wallets.keys.signer(bob.id, mine.address)).address, mine.address)
  const swapped = generateSecret().address
  await database.db.execute(sql`update wallets set address = ${swapped} where id = ${mine.id}`)
  await assert.rejects(wallets.keys.signer(bob.id, swapped), /belongs to .*, not to its address/)
  await assert.rejects(wallets.keys.signers(bob.id, [foreign.address, swapped]), /not to its address/)
})
