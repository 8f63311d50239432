// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { readOutbox, updateProfile } from '@purser/contract/accounts.ts'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import * as api from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { safeText } from '../../../kernel/csv.ts'

const desk = await startTestDesk()
const { call } = desk
const bulk = async (token: string, count: number) =>
  (await call(api.generateBulk, { token, body: { count, namePrefix: 'Wallet' } })).ok.wallets
const today = () => new Date(desk.clock.now()).toISOString().slice(0, 10)
const mails = async (to: string) =>
  (await call(readOutbox, { query: { to } })).ok.filter((m) => m.subject.startsWith('Private keys'))

async function file(endpoint: Endpoint, { token }: { token: string }, query = '') {
  const response = await fetch(`${desk.url}/api${endpoint.path}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const header = (name: string) => response.headers.get(name)
  return { status: response.status, bytes, header }
}

/** The files of a zip, by its central directory. */
function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  assert.ok(end >= 0, 'no end of a zip')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = zip.readUInt16LE(end + 10); i > 0; i--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const raw = zip.subarray(start, start + size)
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? raw : inflateRawSync(raw)).toString('utf8'),
    )
    at += 46 + name + extra + comment
  }
  return files
}

const unescape = (text: string) =>
  text
    .replaceAll(/&#x?([0-9a-f]+);/gi, (_, n: string) => String.fromCodePoint(parseInt(n, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The cells of the first sheet as text, row by row; fails on any cell that holds a formula. */
function readSheet(zip: Buffer): string[][] {
  const files = unzip(zip)
  assert.match(files.get('[Content_Types].xml') ?? '', /spreadsheetml\.sheet\.main/)
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  assert.doesNotMatch(sheet, /<f>/)
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map((m) =>
    textIn(m[1] ?? ''),
  )
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map((row) => {
    const cells = ['', '', '', '', '']
    for (const [, attributes = '', inner = ''] of (row[1] ?? '').matchAll(
      /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      // An empty cell may be left out: its neighbours say by their reference which they are.
      const column = 'ABCDE'.indexOf(/\br="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '')
      assert.ok(column >= 0, attributes)
      const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? ''
      cells[column] = attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : textIn(inner)
    }
    return cells
  })
}
const textIn = (xml: string) =>
  [...xml.matchAll(/<t\b[^>]*?(?:\/>|>(.*?)<\/t>)/gs)].map((m) => unescape(m[1] ?? '')).join('')

void test('a spreadsheet opens with a row for every wallet, and its keys import again as the same wallets', async () => {
  const ann = await desk.signUp()
  const { token } = ann
  const wallets = await bulk(token, 40)
  const group = (await call(createGroup, { token, body: { name: 'A & <B> "C"' } })).ok
  const walletIds = wallets.slice(0, 3).map((w) => w.id)
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds } })
  const all = await file(api.exportWallets, ann)
  assert.equal(all.status, 200)
  assert.equal(
    all.header('content-type'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  assert.equal(all.header('content-disposition'), `attachment; filename="wallets_all_${today()}.xlsx"`)
  assert.equal(all.header('cache-control'), 'no-store')
  const [header, ...rows] = readSheet(all.bytes)
  assert.deepEqual(header, ['Name', 'Address', 'Private Key', 'Groups', 'Created'])
  assert.equal(rows.length, 40)
  assert.deepEqual(
    rows.map((r) => [r[0], r[1], r[3], r[4]]),
    wallets.map((w, i) => [w.name, w.address, i < 3 ? 'A & <B> "C"' : '', w.created_at]),
  )
  const part = await file(api.exportWallets, ann, `?groupId=${group.id}`)
  assert.equal(
    part.header('content-disposition'),
    `attachment; filename="wallets_group_${group.id}_${today()}.xlsx"`,
  )
  assert.equal(readSheet(part.bytes).length, 4)
  const bob = await desk.signUp()
  const keys = rows.map((r) => r[2] ?? '').join('\n')
  const { ok } = await call(api.importWallets, { token: bob.token, body: { keys } })
  assert.deepEqual(
    ok.wallets.map((w) => w.address),
    wallets.map((w) => w.address),
  )
})

void test('the text file has the same rows, a byte-order mark, and quotes what needs it', async () => {
  const ann = await desk.signUp()
  const [first, second] = await bulk(ann.token, 2)
  assert.ok(first && second)
  await call(api.updateWallet, {
    token: ann.token,
    params: { id: first.id },
    body: { name: 'Cold, "deep" freezer' },
  })
  const answer = await file(api.exportAllWallets, ann)
  assert.equal(answer.header('content-type'), 'text/csv; charset=utf-8')
  assert.equal(answer.header('content-disposition'), `attachment; filename="all_wallets_${today()}.csv"`)
  assert.equal(answer.header('cache-control'), 'no-store')
  assert.deepEqual([...answer.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const lines = answer.bytes.toString('utf8').slice(1).split('\r\n')
  assert.equal(lines[0], 'Name,Address,Private Key,Groups,Created')
  assert.ok(lines[1]?.startsWith(`"Cold, ""deep"" freezer",${first.address},`))
  const key = lines[2]?.split(',')[2] ?? ''
  const revealed = await call(api.revealKey, { token: ann.token, body: { address: second.address } })
  assert.equal(key, revealed.ok.private_key)
  assert.equal(lines.length, 4)
})

void test('no name is run as a formula by a spreadsheet', async () => {
  const ann = await desk.signUp()
  const { token } = ann
  const names = ['=1+1', '+cmd', '-2', '@SUM(A1)', 'plain', "'=quoted"]
  const wallets = await bulk(token, names.length)
  for (const [i, name] of names.entries())
    await call(api.updateWallet, { token, params: { id: wallets[i]?.id ?? 0 }, body: { name } })
  const group = (await call(createGroup, { token, body: { name: '=HYPERLINK("http://x")' } })).ok
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: [wallets[0]?.id ?? 0] } })
  const safe = ["'=1+1", "'+cmd", "'-2", "'@SUM(A1)", 'plain', "'=quoted"]
  const rows = readSheet((await file(api.exportWallets, ann)).bytes).slice(1)
  assert.deepEqual(
    rows.map((r) => r[0]),
    safe,
  )
  assert.equal(rows[0]?.[3], `'=HYPERLINK("http://x")`)
  const csv = (await file(api.exportAllWallets, ann)).bytes
    .toString('utf8')
    .slice(1)
    .split('\r\n')
    .slice(1, -1)
  for (const [i, line] of csv.entries()) assert.ok(line.startsWith(`${safe[i]},`), line)
  assert.ok(csv[0]?.includes(`"'=HYPERLINK(""http://x"")"`))
  for (const first of ['=', '+', '-', '@', '\t', '\r']) assert.equal(safeText(`${first}x`), `'${first}x`)
})

void test('names with control characters are refused, and old ones leave without them', async () => {
  const ann = await desk.signUp()
  const { token } = ann
  const [first, second] = await bulk(token, 2)
  assert.ok(first && second)
  for (const name of ['a\nb', 'a\u001b[31mb', 'a\u202eb', 'a\tb', 'a\u0000b']) {
    const renamed: { status: number } = await call(api.updateWallet, {
      token,
      params: { id: first.id },
      body: { name },
    })
    assert.equal(renamed.status, 400, JSON.stringify(name))
    const made = await call(createGroup, { token, body: { name } })
    assert.equal(made.status, 400, JSON.stringify(name))
  }
  const refused = await call(api.updateWallet, {
    token,
    params: { id: first.id },
    body: { name: 'a\u001bb' },
  })
  assert.deepEqual(refused.fault.details, [{ path: 'name', message: 'must not contain control characters' }])
  const { db } = desk.database
  const old = '\u001b[2Ja;=1\u202e'
  await db.execute(sql`update wallets set name = ${old} where id = ${first.id}`)
  await db.execute(sql`update wallets set name = ${'\t=2\nx'} where id = ${second.id}`)
  const rows = readSheet((await file(api.exportWallets, ann)).bytes).slice(1)
  assert.deepEqual(
    rows.map((r) => r[0]),
    ["[2Ja;'=1", "'\t=2\nx"],
  )
  const csv = (await file(api.exportAllWallets, ann)).bytes.toString('utf8')
  assert.ok(csv.includes(`"[2Ja;'=1",${first.address}`))
  assert.ok(csv.includes(`"'\t=2\nx",${second.address}`))
})

void test('every key that leaves is on record with who, when and from where, and the owner is told by mail', async () => {
  const ann = await desk.signUp()
  const wallets = await bulk(ann.token, 3)
  await file(api.exportWallets, ann)
  await file(api.exportAllWallets, ann)
  const chat = await call(api.chatbotData, { token: ann.token, query: { _t: '1700000000000' } })
  assert.equal(chat.headers.get('cache-control'), 'no-store')
  const revealed = await call(api.revealKey, {
    token: ann.token,
    body: { address: wallets[1]?.address ?? '' },
  })
  assert.equal(chat.ok.wallets[1]?.private_key, revealed.ok.private_key)
  const { rows } = (await desk.database.db.execute(
    sql`select wallet_id::int as wallet, action, client from key_audit where user_id = ${ann.id} and action <> 'reveal' order by id`,
  )) as { rows: { wallet: number; action: string; client: string }[] }
  const ids = wallets.map((w) => w.id)
  assert.deepEqual(
    rows.map((r) => [r.wallet, r.action]),
    [
      ...ids.map((id) => [id, 'export']),
      ...ids.map((id) => [id, 'export']),
      ...ids.map((id) => [id, 'chat']),
    ],
  )
  assert.ok(rows.every((r) => r.client === '127.0.0.1'))
  const told = await until('three mails', async () => {
    const found = await mails(ann.email)
    return found.length >= 3 && found
  })
  const text = told.map((m) => m.text).join('\n')
  for (const words of ['as a spreadsheet', 'as a text file', 'from a chat'])
    assert.ok(text.includes(words), words)
  assert.match(text, /keys of 3 wallets were exported[\s\S]*from the IP address 127\.0\.0\.1/)
  for (const { private_key } of chat.ok.wallets) assert.ok(!text.includes(private_key))
  assert.equal(told.length, 3)
  const dump = await desk.database.dump()
  for (const { private_key } of chat.ok.wallets) assert.ok(!dump.includes(private_key))
})

void test('exports and chatbot data share ten a minute, and the eleventh leaves no trace of a key', async () => {
  const ann = await desk.signUp()
  await bulk(ann.token, 1)
  const kinds = [api.exportWallets, api.exportAllWallets, api.chatbotData]
  for (let i = 0; i < 10; i++) assert.equal((await file(kinds[i % 3] as Endpoint, ann)).status, 200)
  for (const kind of kinds) {
    const over = await file(kind, ann)
    assert.equal(over.status, 429)
    assert.ok(Number(over.header('retry-after')) > 0)
    assert.match(over.bytes.toString(), /Too many exports of private keys/)
  }
  const { rows } = (await desk.database.db.execute(
    sql`select count(*)::int as n from key_audit where user_id = ${ann.id}`,
  )) as { rows: { n: number }[] }
  assert.equal(rows[0]?.n, 10)
  desk.clock.move(61_000)
  assert.equal((await file(api.exportWallets, ann)).status, 200)
})

void test('with the switch on, exports and chatbot data want a fresh code each', async () => {
  const ann = await desk.signUp()
  const { token } = ann
  await bulk(token, 1)
  await call(updateProfile, { token, body: { keys_need_code: true } })
  for (const kind of [api.exportWallets, api.exportAllWallets, api.chatbotData]) {
    const without = await file(kind, ann)
    assert.equal(without.status, 403)
    assert.match(without.bytes.toString(), /An email code is required/)
    const code = await desk.keyCode(ann, 'export')
    assert.equal((await file(kind, ann, `?code=${code === '000000' ? '000001' : '000000'}`)).status, 403)
    assert.equal((await file(kind, ann, `?code=${code}`)).status, 200)
    assert.equal((await file(kind, ann, `?code=${code}`)).status, 403)
  }
})

void test('nothing to export says so, and nobody exports without a session or from another’s group', async () => {
  const ann = await desk.signUp()
  for (const kind of [api.exportWallets, api.exportAllWallets]) {
    const none = await file(kind, ann)
    assert.equal(none.status, 404)
    assert.equal(JSON.parse(none.bytes.toString()).error, 'No wallets found to export')
    assert.equal((await file(kind, { token: 'x'.repeat(43) })).status, 401)
  }
  assert.deepEqual((await call(api.chatbotData, { token: ann.token })).ok, { wallets: [] })
  const eve: User = await desk.signUp()
  await bulk(eve.token, 1)
  const group = (await call(createGroup, { token: ann.token, body: { name: 'Hers' } })).ok
  assert.equal((await file(api.exportWallets, eve, `?groupId=${group.id}`)).status, 404)
  assert.equal((await file(api.exportWallets, ann, `?groupId=${group.id}`)).status, 404)
})
