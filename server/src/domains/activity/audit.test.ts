// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { exportAudit, listAudit } from '@purser/contract/audit.ts'
import { generateWallet, revealKey } from '@purser/contract/wallets/wallets.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { startTestDesk } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'none' })
const { call } = desk

void test('everyone reads their own rows alone, newest first, page by page, by type and by day', async () => {
  const [ann, bob] = [await desk.signUp(), await desk.signUp()]
  const { token } = ann
  const { ok: wallet } = await call(generateWallet, { token, body: { name: 'Purse' } })
  for (let i = 0; i < 4; i++) await call(revealKey, { token, body: { address: wallet.address } })
  const all = (await call(listAudit, { token, query: { limit: 200 } })).ok
  assert.equal(all.next, undefined)
  const mine = all.rows.filter(({ type }) => !type.startsWith('sign'))
  assert.deepEqual(
    mine.map(({ type }) => type),
    ['reveal', 'reveal', 'reveal', 'reveal', 'generate'],
  )
  assert.deepEqual(mine[0]?.detail, { wallet: 'Purse', address: wallet.address })
  assert.equal(mine[0]?.address, '127.0.0.1')

  const paged = []
  let before: string | undefined
  do {
    const { rows, next } = (
      await call(listAudit, { token, query: { limit: 2, ...(before ? { before } : {}) } })
    ).ok
    assert.ok(rows.length <= 2)
    paged.push(...rows)
    before = next
  } while (before)
  assert.deepEqual(paged, all.rows)

  const only = async (query: object) => (await call(listAudit, { token, query })).ok.rows.length
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
  assert.equal(await only({ type: 'reveal' }), 4)
  assert.equal(await only({ type: 'delete' }), 0)
  assert.equal(await only({ type: 'reveal', from: day(-1), to: day(1) }), 4)
  assert.equal(await only({ type: 'reveal', to: day(-2) }), 0)
  assert.equal(await only({ type: 'reveal', from: day(2) }), 0)
  assert.equal(await only({ type: 'reveal', from: mine[0]?.at ?? '' }), 1)
  for (const query of [
    { type: 'nothing' },
    { from: 'yesterday' },
    { to: '2026-13-40' },
    { before: '-1' },
    { limit: '0' },
  ])
    assert.equal((await call(listAudit, { token, query: query as never })).status, 400, JSON.stringify(query))

  const his = (await call(listAudit, { token: bob.token })).ok.rows
  assert.ok(!JSON.stringify(his).includes(wallet.address))
  assert.equal((await call(listAudit)).status, 401)
})

void test('as a file it holds all that is asked for, and no cell is run as a formula', async () => {
  const ann = await desk.signUp()
  const { db } = desk.database
  const rows = Array.from({ length: 450 }, (_, i) => ({
    userId: ann.id,
    type: 'delete' as const,
    detail: { wallet: i === 0 ? '=HYPERLINK("x");=1' : `W${i}` },
    address: '10.0.0.1',
    device: '=cmd()',
  }))
  await writeAudit(db, ...rows)
  const response = await fetch(`${desk.url}/api/audit?format=csv&type=delete`, {
    headers: { authorization: `Bearer ${ann.token}` },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), exportAudit.file)
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"/,
  )
  const lines = (await response.text()).replace('\ufeff', '').split('\r\n')
  assert.equal(lines[0], 'Time,Event,Details,Address,Device,Number')
  assert.equal(lines.length, 452)
  assert.match(lines[1] ?? '', /^\d{4}-.*Z,Wallet deleted,wallet: W449,10\.0\.0\.1,'=cmd\(\),\d+$/)
  assert.match(lines[450] ?? '', /"wallet: =HYPERLINK\(""x""\);'=1"/)
})

void test('a file has no bound: each row is in it once, and what breaks off is not taken for whole', async () => {
  const ann = await desk.signUp()
  const { db } = desk.database
  const many = 100_450
  await db.execute(sql`insert into audit (user_id, type, detail, address, device)
    select ${ann.id}, 'delete', jsonb_build_object('wallet', 'W' || i), '10.0.0.1', 'node'
    from generate_series(1, ${many}) i`)
  const ask = () =>
    fetch(`${desk.url}/api/audit?format=csv&type=delete`, {
      headers: { authorization: `Bearer ${ann.token}` },
    })
  const lines = (await (await ask()).text()).split('\r\n')
  assert.equal(lines.length, many + 2)
  const names = lines.slice(1, -1).map((line) => line.split(',')[2])
  assert.equal(new Set(names).size, many)
  assert.deepEqual([names[0], names.at(-1)], [`wallet: W${many}`, 'wallet: W1'])

  const broken = await ask()
  assert.equal(broken.status, 200)
  const select = db.select
  ;(db as { select: unknown }).select = () => {
    throw new Error('the database is away')
  }
  try {
    await assert.rejects(broken.text(), /terminated/)
    assert.equal((await ask()).status, 500)
  } finally {
    ;(db as { select: unknown }).select = select
  }
})
