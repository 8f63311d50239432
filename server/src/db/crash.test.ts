/** An embedded database that has panicked gets no more statements, and those in progress end at once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import { createLog } from '../kernel/log.ts'
import { toFault } from '../kernel/http/route.ts'
import { isDatabaseError } from './client.ts'
import { openPool } from './in-process.ts'

const database = await PGlite.create()
after(() => database.close())

/** A PANIC as PostgreSQL words it when a new segment of its log finds no room. */
const NO_ROOM = 'could not write to file "pg_wal/xlogtemp.42": No space left on device'
function encodeError(severity: string): Buffer {
  const body = Buffer.from(`S${severity}\0V${severity}\0C53100\0M${NO_ROOM}\0Fxlog.c\0L3294\0\0`)
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

type Answer = (onRawData: (bytes: Uint8Array) => void) => void
/** The real database, until a test sets another answer. */
function open() {
  let answer: Answer | null = null
  let asked = 0
  const double = {
    async execProtocolRawStream(message: Uint8Array, options: { onRawData: (bytes: Uint8Array) => void }) {
      asked++
      if (answer) answer(options.onRawData)
      else await database.execProtocolRawStream(message, options)
    },
  }
  const pool = openPool(double as PGlite)
  after(() => pool.end())
  return {
    pool,
    db: drizzle(pool),
    from: (then: Answer) => void (answer = then),
    asked: () => asked,
  }
}
const log = createLog('silent')
/** The error that a caller of the API gets. */
const isAway = (error: unknown) => {
  assert.ok(isDatabaseError(error))
  assert.equal(toFault(error, log, {}).code, 'database_away')
  return true
}

const PANICS: Record<string, Answer> = {
  'no word that it is ready': (write) => write(encodeError('PANIC')),
  'the word that it is ready': (write) => write(Buffer.concat([encodeError('PANIC'), READY])),
  'the word that it is ready, in another part': (write) => {
    const all = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 6, 0x41, 0]), encodeError('PANIC'), READY])
    write(all.subarray(0, 30))
    write(all.subarray(30))
  },
  'an exit': () => {
    throw new Error('Program terminated with exit(1)')
  },
}
for (const [what, panic] of Object.entries(PANICS))
  test(`after a PANIC with ${what} everything asked is refused at once, and nothing reaches the database`, async () => {
    const { pool, db, from, asked } = open()
    assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
    from(panic)
    const outcomes = await Promise.allSettled([
      pool.query('select 1'),
      pool.query('select 2; select 3'),
      db.transaction((tx) => tx.execute(sql`select 4`)),
      db.execute(sql`select ${5}`),
      pool.query('select $1::int', [6]),
    ])
    for (const one of outcomes) assert.ok(one.status === 'rejected' && isAway(one.reason))
    const before = asked()
    for (const again of [pool.query('select 7'), db.transaction((tx) => tx.execute(sql`select 8`))])
      await assert.rejects(again, isAway)
    assert.equal(asked(), before)
    assert.match(await pool.crash.happened, what === 'an exit' ? /exit\(1\)/ : /No space left on device/)
  })

test('an error of a statement is no crash, whatever it says', async () => {
  const { pool, from } = open()
  from((write) => write(Buffer.concat([encodeError('ERROR'), READY])))
  await assert.rejects(pool.query('select 1'), (error: Error & { code?: string }) => error.code === '53100')
  assert.equal(pool.crash.hasHappened(), false)
})

test('a text that speaks of a PANIC is none', async () => {
  const { pool } = open()
  const { rows } = await pool.query(`select 'SPANIC' || chr(1) || 'VPANIC' as text`)
  assert.match(rows[0]?.text ?? '', /VPANIC/)
  assert.equal(pool.crash.hasHappened(), false)
})
