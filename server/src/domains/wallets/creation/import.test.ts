// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { deleteWallet, importWallets, listWallets, revealKey } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { generateSecret, toBase58 } from '../keys/keys.ts'
import { splitLines, readKey } from './import.ts'

const desk = await startTestDesk()
const { call } = desk
const newKey = () => {
  const { secret, address } = generateSecret()
  return { base58: toBase58(secret), array: [...secret], json: JSON.stringify([...secret]), address }
}
const bring = (token: string, keys: unknown, more: object = {}, key?: string) =>
  call(importWallets, { token, wrongBody: { keys, ...more }, ...(key ? { key } : {}) })
const list = async (token: string) => (await call(listWallets, { token })).ok.wallets

void test('a key in base58 or as the Solana CLI writes it becomes a wallet that reveals the same key', async () => {
  const { token } = await desk.signUp()
  const [a, b] = [newKey(), newKey()]
  const first = await bring(token, a.base58, { name: 'From Phantom' })
  assert.equal(first.status, 201)
  assert.deepEqual(
    first.ok.wallets.map((w) => [w.name, w.address, w.is_default]),
    [['From Phantom', a.address, true]],
  )
  const second = await bring(token, b.json)
  assert.deepEqual(
    second.ok.wallets.map((w) => [w.name, w.address, w.is_default]),
    [['Imported 1', b.address, false]],
  )
  for (const key of [a, b]) {
    const shown = await call(revealKey, { token, body: { address: key.address } })
    assert.equal(shown.ok.private_key, key.base58)
  }
  const answers = first.text + second.text
  for (const { base58, json } of [a, b])
    assert.ok(!answers.includes(base58) && !answers.includes(json.slice(1, 40)))
})

void test('many lines: each tells what became of it, good ones are kept, and no key comes back', async () => {
  const { token } = await desk.signUp()
  const [a, b, c, known] = [newKey(), newKey(), newKey(), newKey()]
  await bring(token, known.base58, { name: 'Old friend' })
  const group = (await call(createGroup, { token, body: { name: 'In' } })).ok
  const torn = [...newKey().array.slice(0, 32), ...newKey().array.slice(32)]
  const text = [
    a.base58,
    '',
    `  "${b.base58}"  `,
    c.json,
    a.json,
    known.base58,
    'not a key',
    a.address,
    JSON.stringify(torn),
    '[1,2,3',
    `${a.base58}x`,
  ].join('\r\n')
  const brought = await bring(token, text, { namePrefix: 'Line', groupId: group.id })
  assert.equal(brought.status, 201)
  const noKey = 'This is not a private key: it must be base58 or a JSON array of 64 numbers.'
  assert.deepEqual(
    brought.ok.results.map((r) => [r.line, r.status, r.address, r.error]),
    [
      [1, 'imported', a.address, null],
      [3, 'imported', b.address, null],
      [4, 'imported', c.address, null],
      [5, 'duplicate', a.address, 'This key is listed twice.'],
      [6, 'duplicate', known.address, 'This wallet is already in your list as Old friend.'],
      [7, 'failed', null, noKey],
      [8, 'failed', null, 'This is a 32-byte address or seed. A private key has 64 bytes.'],
      [9, 'failed', null, 'This is not a valid private key: its two halves do not match.'],
      [10, 'failed', null, noKey],
      [11, 'failed', null, noKey],
    ],
  )
  assert.equal(brought.ok.count, 3)
  assert.deepEqual(
    brought.ok.wallets.map((w) => [w.name, w.groups[0]?.name]),
    [
      ['Line 1', 'In'],
      ['Line 2', 'In'],
      ['Line 3', 'In'],
    ],
  )
  for (const { base58, json } of [a, b, c, known])
    assert.ok(!brought.text.includes(base58) && !brought.text.includes(json.slice(1, 40)))
  assert.equal((await list(token)).length, 4)
})

void test('a list may come as JSON, nested or not', async () => {
  const { token } = await desk.signUp()
  const [a, b, c, d] = [newKey(), newKey(), newKey(), newKey()]
  assert.equal((await bring(token, [a.base58, b.array])).ok.count, 2)
  assert.equal((await bring(token, JSON.stringify([c.array, d.base58], null, 2))).ok.count, 2)
  const e = newKey()
  assert.equal((await bring(token, JSON.stringify(e.array, null, 1))).ok.count, 1)
  assert.equal((await list(token)).length, 5)
})

void test('what brings nothing is refused: known keys as a conflict, no keys as bad input', async () => {
  const { token } = await desk.signUp()
  const known = newKey()
  await bring(token, known.base58, { name: 'Mine' })
  const again = await bring(token, known.json)
  assert.equal(again.status, 409)
  assert.equal(again.fault.error, 'This wallet is already in your list as Mine.')
  const mixed = await bring(token, `rubbish\n${known.base58}`)
  assert.equal(mixed.status, 409)
  assert.equal(mixed.fault.error, 'This wallet is already in your list as Mine.')
  assert.deepEqual(
    mixed.fault.details?.map((d) => d.path),
    ['keys.2', 'keys.1'],
  )
  for (const keys of ['', '  \n ', []]) {
    const none = await bring(token, keys)
    assert.equal(none.status, 400)
    assert.equal(none.fault.error, 'Please enter at least one private key.')
  }
  const secret = newKey().base58
  for (const keys of [undefined, 5, [5], [[1.5]], [{}], `${secret}${secret}`, [[...newKey().array, 1]]]) {
    const bad = await bring(token, keys)
    assert.equal(bad.status, 400)
    assert.ok(!bad.text.includes(secret))
  }
  const many = await bring(token, Array.from({ length: 1001 }, () => 'x').join('\n'))
  assert.equal(many.status, 400)
  assert.equal((await list(token)).length, 1)
})

void test('the same key may be a wallet of two people, and neither learns of the other', async () => {
  const ann = await desk.signUp()
  const bob = await desk.signUp()
  const key = newKey()
  assert.equal((await bring(ann.token, key.base58)).ok.results[0]?.status, 'imported')
  assert.equal((await bring(bob.token, key.base58)).ok.results[0]?.status, 'imported')
  const [hers] = await list(ann.token)
  await call(deleteWallet, { token: ann.token, params: { id: hers?.id ?? 0 } })
  assert.equal((await list(bob.token)).length, 1)
})

void test('another user’s group takes no import, and a repeated request imports once', async () => {
  const ann = await desk.signUp()
  const { token } = await desk.signUp()
  const group = (await call(createGroup, { token: ann.token, body: { name: 'Hers' } })).ok
  const key = newKey()
  const refused = await bring(token, key.base58, { groupId: group.id })
  assert.equal(refused.status, 404)
  assert.equal((await list(token)).length, 0)
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => bring(token, key.base58, {}, id)))
  assert.ok(answers.every((a) => a.status === 201 && a.text === answers[0]?.text))
  assert.equal((await list(token)).length, 1)
})

void test('no key that was imported lies anywhere in the database', async () => {
  const { token } = await desk.signUp()
  const key = newKey()
  await bring(token, `${key.base58}\nrubbish`, {}, randomUUID())
  const dump = await desk.database.dump()
  assert.ok(dump.includes(key.address))
  assert.ok(!dump.includes(key.base58))
  assert.ok(!dump.includes(key.json.slice(1, 60)))
  assert.ok(!dump.includes(Buffer.from(key.array.slice(0, 32)).toString('hex')))
  assert.ok(!dump.includes(Buffer.from(key.array.slice(0, 30)).toString('base64')))
})

void test('a key is read from whatever stands around it, and nothing else is taken for one', () => {
  const { base58, json, array } = newKey()
  for (const given of [base58, ` ${base58} `, `"${base58}"`, `'${base58}'`, json, array])
    assert.ok(readKey(given) instanceof Uint8Array)
  for (const given of ['', '[]', '[300]', base58.slice(1), `${base58}1`, '0OIl', [], array.slice(1)])
    assert.ok(!(readKey(given) instanceof Uint8Array), String(given))
  assert.deepEqual(
    splitLines(`\n${base58}\n\n${json}\n`).map((l) => l.line),
    [2, 4],
  )
})
