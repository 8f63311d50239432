// On PostgreSQL as well.
/** The effects of operations, as data and as a file: by names, by time, with later undos, and only one's own. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol, proposeUndo } from '@purser/contract/distributions/distributions.ts'
import type { QueryOf } from '@purser/contract/endpoint.ts'
import { storyWords } from '@purser/contract/transfers/story-words.ts'
import { requestFaucet, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { recordStatements } from '../../test/statements.ts'

const desk = await startTestDesk()
const { call } = desk
const { db } = desk.database

const wallet = async (token: string, name: string) =>
  (await call(generateWallet, { token, body: { name } })).ok
type Filter = QueryOf<typeof listOperations>
const list = async (token: string, query: Filter = {}) =>
  (await call(listOperations, { token, query })).ok.operations
async function file(token: string, query: Filter = {}): Promise<string[]> {
  const { headers, status, text } = await call(listOperations, { token, query: { ...query, format: 'csv' } })
  assert.equal(status, 200, text)
  assert.match(headers.get('content-disposition') ?? '', /activity_\d{4}-\d{2}-\d{2}\.csv/)
  return text.trimEnd().split('\r\n')
}

void test('operations tell what they did, and one that was undone says so', async () => {
  const { token } = await desk.signUp()
  const main = await wallet(token, '=HYPERLINK("x")')
  const [b, c] = [await wallet(token, 'B'), await wallet(token, 'C')]
  assert.equal((await call(requestFaucet, { token, body: { address: main.address, sol: 5 } })).status, 200)
  const { ok } = await call(distributeSol, {
    token,
    body: {
      sourceWalletId: main.id,
      destinations: [
        { walletId: b.id, amount: '1' },
        { walletId: c.id, amount: '0.5' },
      ],
    },
  })
  const words = async () => (await list(token)).map((one) => storyWords(one))
  assert.deepEqual(await words(), [
    'Distributed 1.5 SOL to 2 wallets from =HYPERLINK("x")',
    'Received 5 SOL of test funds in =HYPERLINK("x")',
  ])
  // A sentence begins with the desk's own words; a cell with a name alone would be escaped.
  const { ok: undo } = await call(proposeUndo, { token, params: { id: ok.operationId ?? '' } })
  const back = await until('the sources are free', async () => {
    const done = await call(gatherSol, { token, wrongBody: undo.gather })
    return done.status === 200 && done
  })
  assert.equal(back.status, 200, back.text)
  const [gather, distribution] = await list(token)
  assert.equal(gather?.follows?.as, 'undo')
  assert.ok(['undone', 'undone-partly'].includes(distribution?.standing ?? ''))

  const lines = await file(token)
  assert.equal(lines.length, 4)
  assert.match(lines[0] ?? '', /^\u{feff}?Time,Type,What happened/u)
  assert.ok(lines.some((line) => line.includes('to 2 wallets from =HYPERLINK')))
  assert.equal((await file(token, { type: 'faucet' })).length, 2)
})

void test('a range of days holds the operations of those days, by every way to list them', async () => {
  const { token, id } = await desk.signUp()
  const a = await wallet(token, 'A')
  await db.execute(sql`
    with made as (
      insert into operations (id, user_id, type, origin_key, request, status, finalized_at, created_at)
      select gen_random_uuid(), ${id}, 'send', gen_random_uuid()::text, '{}'::jsonb, 'completed', now(),
        '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 day'
      from generate_series(0, 9) n returning id, created_at
    )
    insert into transfers
      (operation_id, position, wallet_name, source, destination, mint, amount, status, operation_at)
    select id, 0, 'A', ${a.address}, 'Elsewhere111111111111111111111111111111111', ${SOL_MINT}, 1, 'confirmed', created_at
    from made`)
  const range = { from: '2026-03-03', to: '2026-03-05' }
  const days = (operations: { created_at: string }[]) => operations.map((one) => one.created_at.slice(8, 10))
  for (const more of [{}, { type: 'send' }, { status: 'completed' as const }, { wallet: a.address }])
    assert.deepEqual(days(await list(token, { ...range, ...more })), ['05', '04', '03'], JSON.stringify(more))
  assert.deepEqual(days(await list(token, { to: '2026-03-02T00:00:00Z' })), ['01'])
  const { ok: first } = await call(listOperations, { token, query: { ...range, limit: 2 } })
  const { ok: second } = await call(listOperations, {
    token,
    query: { ...range, limit: 2, ...(first.next ? { before: first.next } : {}) },
  })
  assert.deepEqual([days(first.operations), days(second.operations)], [['05', '04'], ['03']])
  assert.equal((await file(token, range)).length, 4)
  const bob = await desk.signUp()
  assert.deepEqual(await list(bob.token, { wallet: a.address }), [])
  assert.equal((await file(bob.token, { wallet: a.address })).length, 1)
})

void test('a page takes as many statements with fifty operations as with one', async () => {
  const { token, id } = await desk.signUp()
  const a = await wallet(token, 'A')
  const agent = (await call(createAgent, { token, body: { name: 'Trader' } })).ok
  const insert = (n: number) =>
    db.execute(sql`
      with strategy as (select gen_random_uuid() as id),
      made as (
        insert into operations (id, user_id, type, origin_key, request, status, finalized_at)
        select gen_random_uuid(), ${id}, 'trade', ${randomUUID()} || n,
          jsonb_build_object('side', 'buy', 'context', jsonb_build_object('strategyId', (select id from strategy))),
          'completed', now()
        from generate_series(1, ${n}) n returning id
      )
      insert into transfers (operation_id, position, wallet_name, source, destination, mint, amount, status)
      select id, p, 'A', ${a.address}, 'market', ${SOL_MINT}, 1, 'confirmed'
      from made, generate_series(0, 1) p`)
  await insert(1)
  // The desk also works in the background, sometimes on the same tables: the lowest of several readings has none of
  // that.
  const reading = async () => {
    const counts: number[] = []
    for (let n = 0; n < 5; n++) {
      const { statements } = await recordStatements(async () => void (await list(token)))
      const reads = /^\s*select.*(operations|wallets|strategies|agents|payments)/s
      counts.push(statements.filter((text) => reads.test(text)).length)
    }
    return Math.min(...counts)
  }
  const one = await reading()
  await insert(60)
  const many = await reading()
  assert.ok(one > 0 && many <= one, `${many} statements, ${one} for one operation`)
  assert.ok(agent.id > 0)
})
