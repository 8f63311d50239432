import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { PGlite } from '@electric-sql/pglite'
import { withPrecedence } from '../kernel/http/precedence.ts'
import { openPool } from './in-process.ts'

const database = await PGlite.create()
const pool = openPool(database)
after(async () => {
  await pool.end()
  await database.close()
})

/** Holds the one connection while these are requested, and returns the order in which they were served. */
async function recordOrder(asked: { name: string; awaited: boolean }[]): Promise<string[]> {
  const holder = await pool.connect()
  const served: string[] = []
  const ask = async (name: string) => {
    await pool.query('select 1')
    served.push(name)
  }
  const all = asked.map(({ name, awaited }) => (awaited ? withPrecedence(() => ask(name)) : ask(name)))
  holder.release()
  await Promise.all(all)
  return served
}
const some = (kind: string, count: number, awaited: boolean) =>
  Array.from({ length: count }, (_, n) => ({ name: `${kind}${n}`, awaited }))

test('a read that a person waits for gets the next connection, before work that has waited for longer', async () => {
  assert.deepEqual(await recordOrder([...some('work', 4, false), ...some('read', 2, true)]), [
    'read0',
    'read1',
    'work0',
    'work1',
    'work2',
    'work3',
  ])
})

test('however many reads wait, background work goes on between them', async () => {
  const served = await recordOrder([...some('work', 3, false), ...some('read', 12, true)])
  assert.deepEqual(
    served.flatMap((name, at) => (name.startsWith('work') ? [at] : [])),
    [3, 7, 11],
  )
  assert.equal(served.length, 15)
})

test('what a request has started has no precedence once it is answered', async () => {
  const holder = await pool.connect()
  const served: string[] = []
  let begin: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (begin = resolve))
  let left: Promise<unknown> = Promise.resolve()
  await withPrecedence(async () => {
    left = answered.then(() => pool.query('select 1')).then(() => served.push('left'))
  })
  const work = pool.query('select 1').then(() => served.push('work'))
  begin()
  await answered
  const read = withPrecedence(() => pool.query('select 1')).then(() => served.push('read'))
  holder.release()
  await Promise.all([left, work, read])
  assert.deepEqual(served, ['read', 'work', 'left'])
})

test('one that no longer waits is left out', async () => {
  const holder = await pool.connect()
  const short = openPool(database)
  short.options.connectionTimeoutMillis = 5
  const first = await short.connect()
  await assert.rejects(
    withPrecedence(() => short.query('select 1')),
    { code: 'ETIMEDOUT' },
  )
  first.release()
  assert.equal((await short.query('select 1 as n')).rows.length, 1)
  holder.release()
  await short.end()
})

test('background work holds back between the statements of a read, and goes on at once after it', async () => {
  const served: string[] = []
  const read = withPrecedence(async () => {
    await pool.query('select 1')
    served.push('first')
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
    await pool.query('select 1')
    served.push('second')
  })
  const work = pool.query('select 1').then(() => served.push('work'))
  await Promise.all([read, work])
  assert.deepEqual(served, ['first', 'second', 'work'])
})

test('a read that takes its time holds nothing back for long', async () => {
  let end: () => void = () => undefined
  const read = withPrecedence(() => new Promise<void>((resolve) => (end = resolve)))
  // It would wait for ever.
  for (let n = 0; n < 4; n++) await pool.query('select 1')
  end()
  await read
})
