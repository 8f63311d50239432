// On PostgreSQL as well.
/** Files for accounting: every payment, receipt, line and refund once, exactly, and nobody else's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportDistributions, exportPayments } from '@purser/contract/payments/payment-distributions.ts'
import { createPaymentLink } from '@purser/contract/payments/payments.ts'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, type User } from '../../../test/harness.ts'
import { paymentLines, paymentReceipts, paymentRefunds } from '../payments.tables.ts'

const desk = await startTestDesk({ network: 'none' })
const { db } = desk.database
const PAYER = '3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa'
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

/** Rows by the names of their columns. */
async function read(endpoint: Endpoint, { token }: User, query: Record<string, string> = {}) {
  const { text, headers, status } = await desk.call(endpoint, { token, query })
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/csv')
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="payment\w*_\d{4}-\d\d-\d\d\.csv"$/,
  )
  const [head = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  for (const row of rows) assert.equal(row.length, head.length)
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])))
}

const createReceipt = (paymentId: number, n: number) => ({
  paymentId,
  recipient: PAYER as never,
  signature: `signature-${paymentId}-${n}`,
  state: 'final' as const,
  mint: SOL_MINT,
  amount: 123_456_789n,
  decimals: 9,
  creditedUsd: 24_691_357n,
  rate: 199_999_991_899_280n,
  from: PAYER,
  slot: 18_446_744_073_709n,
  at: new Date('2026-11-20T10:11:12Z'),
})

test('payments come with all that was received, in exact amounts and times of UTC', async () => {
  const user = await desk.signUp()
  const { token } = user
  const body = { amount_usd: '25.5', payer_email: 'payer@example.com', payer_name: '=HYPERLINK("x")' }
  const first = (await desk.call(createPaymentLink, { token, body })).ok
  const second = (await desk.call(createPaymentLink, { token, body: { amount_usd: 1 } })).ok
  await db
    .insert(paymentReceipts)
    .values([
      createReceipt(first.id, 1),
      { ...createReceipt(first.id, 2), amount: 1n, creditedUsd: null, rate: null, late: true, from: null },
      { ...createReceipt(first.id, 3), mint: BONK, amount: 150n, decimals: 5, creditedUsd: null, rate: null },
    ])
  await db.execute(sql`update payments set status = 'approved', amount_sol = 123456790, credited_usd = 24691357,
    received_lamports = 123456790, priced_lamports = 123456789, exchange_rate = 199999991899280,
    paid_at = '2026-11-20T10:11:30Z', approved_at = '2026-11-21T00:00:00Z' where id = ${first.id}`)
  const rows = await read(exportPayments, user)
  assert.deepEqual(
    rows.map((row) => [row['Payment ID'], row['Signature']]),
    [...[1, 2, 3].map((n) => [String(first.id), `signature-${first.id}-${n}`]), [String(second.id), '']],
  )
  const [paid, dust, token3, open] = rows
  assert.equal(paid?.['Reference'], first.reference_id)
  assert.equal(paid?.['Link'], first.payment_link)
  assert.equal(paid?.['Created (UTC)'], first.created_at)
  assert.equal(paid?.['Paid (UTC)'], '2026-11-20T10:11:30.000Z')
  assert.equal(paid?.['Received (UTC)'], '2026-11-20T10:11:12.000Z')
  assert.equal(paid?.['Payer name'], `"'=HYPERLINK(""x"")"`)
  assert.deepEqual(
    [paid?.['Due USD'], paid?.['Credited USD'], paid?.['Received SOL'], paid?.['Approved SOL']],
    ['25.5', '24.691357', '0.12345679', '0.12345679'],
  )
  assert.deepEqual(
    [paid?.['Amount'], paid?.['Value USD'], paid?.['Receipt rate (USD per SOL)'], paid?.['From']],
    ['0.123456789', '24.691357', '199.99999189928', PAYER],
  )
  assert.equal(paid?.['Rate (USD per SOL)'], '199.99999189928')
  assert.deepEqual(
    [dust?.['Amount'], dust?.['Late'], dust?.['Value USD'], dust?.['From']],
    ['0.000000001', 'yes', '', ''],
  )
  assert.deepEqual([token3?.['Symbol'], token3?.['Mint'], token3?.['Amount']], ['BONK', BONK, '0.0015'])
  assert.deepEqual([open?.['Status'], open?.['Amount'], open?.['Due USD']], ['pending', '', '1'])
  // Nobody else's.
  assert.deepEqual(await read(exportPayments, await desk.signUp()), [])
})

test('lines of distributions and refunds come with what became of them', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id, wallet, reference_id } = (
    await desk.call(createPaymentLink, { token, body: { amount_usd: 25 } })
  ).ok
  const [receipt] = await db.insert(paymentReceipts).values(createReceipt(id, 1)).returning()
  await db.execute(sql`update payments set status = 'approved', exchange_rate = 200000000000000,
    planned_at = '2026-11-21T01:00:00Z' where id = ${id}`)
  await db.insert(paymentLines).values({
    paymentId: id,
    position: 0,
    walletId: wallet.id ?? 0,
    walletName: '+Savings',
    walletAddress: PAYER as never,
    amount: 100_000_001n,
  })
  await db.insert(paymentRefunds).values({
    paymentId: id,
    receiptId: receipt?.id ?? 0,
    number: 1,
    operationId: '00000000-0000-4000-8000-000000000001',
    requestKey: `refund-${id}`,
    to: PAYER,
    mint: SOL_MINT,
    decimals: 9,
    amount: 23_456_788n,
    createdAt: new Date('2026-11-22T02:00:00Z'),
  })
  const [line, refund, ...more] = await read(exportDistributions, user)
  assert.deepEqual(more, [])
  for (const row of [line, refund])
    assert.deepEqual(
      [row?.['Payment ID'], row?.['Reference'], row?.['From']],
      [String(id), reference_id, wallet.address],
    )
  assert.deepEqual(
    [
      line?.['Kind'],
      line?.['Status'],
      line?.['Amount'],
      line?.['Value USD'],
      line?.['To wallet'],
      line?.['To'],
    ],
    ['distribution', 'pending', '0.100000001', '20', "'+Savings", PAYER],
  )
  assert.deepEqual(
    [
      refund?.['Kind'],
      refund?.['Receipt ID'],
      refund?.['Amount'],
      refund?.['Value USD'],
      refund?.['Operation ID'],
    ],
    ['refund', String(receipt?.id), '0.023456788', '4.691357', '00000000-0000-4000-8000-000000000001'],
  )
  assert.equal(refund?.['Planned or asked for (UTC)'], '2026-11-22T02:00:00.000Z')
  const [paid] = await read(exportPayments, user)
  assert.equal(paid?.['Refunded'], '0.023456788')
  assert.deepEqual(await read(exportDistributions, await desk.signUp()), [])
})

test('days are those of UTC and both included', async () => {
  const user = await desk.signUp()
  const { token } = user
  const times = [
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00Z',
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00:00Z',
  ]
  const ids: string[] = []
  for (const at of times) {
    const { id } = (await desk.call(createPaymentLink, { token, body: { amount_usd: 1 } })).ok
    await db.execute(sql`update payments set created_at = ${at}, planned_at = now() where id = ${id}`)
    await db.insert(paymentLines).values({
      paymentId: id,
      position: 0,
      walletId: 1,
      walletName: 'x',
      walletAddress: PAYER as never,
      amount: 1n,
    })
    ids.push(String(id))
  }
  for (const endpoint of [exportPayments, exportDistributions]) {
    const within = async (query: Record<string, string>) =>
      (await read(endpoint, user, query)).map((row) => row['Payment ID'])
    assert.deepEqual(await within({ from: '2026-11-01', to: '2026-11-30' }), ids.slice(1, 3))
    assert.deepEqual(await within({ from: '2026-12-01' }), ids.slice(3))
    assert.deepEqual(await within({ to: '2026-10-31' }), ids.slice(0, 1))
    for (const query of [{ from: '2026-13-01' }, { to: 'today' }, { from: '2026-11-31T00:00' }])
      assert.equal((await desk.call(endpoint, { token, query })).status, 400, JSON.stringify(query))
  }
})

test('files of many portions hold every row once', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id } = (await desk.call(createPaymentLink, { token, body: { amount_usd: 1 } })).ok
  const many = (n: number) => Array.from({ length: n }, (_, i) => i)
  await db.execute(sql`insert into payments (user_id, reference, amount_usd, status, tolerance, created_at, expires_at,
      wallet_id, wallet_name, wallet_address, planned_at)
    select user_id, reference || n, amount_usd, status, tolerance, created_at, expires_at, wallet_id, wallet_name,
      wallet_address, now() from payments, generate_series(1, 2099) n where id = ${id}`)
  // One payment whose receipts are more than a portion, amid others.
  const [busy] = (
    (await db.execute(
      sql`select id from payments where user_id = ${user.id} order by id offset 500 limit 1`,
    )) as {
      rows: { id: string | number }[]
    }
  ).rows
  await db.insert(paymentReceipts).values(many(1_500).map((n) => createReceipt(Number(busy?.id), n)))
  await db.execute(sql`insert into payment_lines (payment_id, position, wallet_id, wallet_name, wallet_address, amount)
    select id, 0, 1, 'x', 'x', 1 from payments where user_id = ${user.id} and planned_at is not null`)
  const rows = await read(exportPayments, user)
  const names = rows.map((row) => `${row['Payment ID']} ${row['Receipt ID']}`)
  assert.equal(rows.length, 2_100 - 1 + 1_500)
  assert.equal(new Set(names).size, rows.length)
  const ids = rows.map((row) => Number(row['Payment ID']))
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  const lines = await read(exportDistributions, user)
  assert.equal(lines.length, 2_099)
  assert.equal(new Set(lines.map((row) => row['Line ID'])).size, lines.length)
})
