// On PostgreSQL as well.
/** Several servers on one database mail the same queue. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../kernel/clock.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { Mail } from '../../ports/mail.ts'
import * as store from './codes.store.ts'
import { createCodeMail } from './mail-codes.ts'
import { createCodeHashes } from './secrets.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database
/** Each look is a moment later; how long the test takes does not matter. */
let now = Date.now()
const clock = { ...systemClock, now: () => now++ }
const mails: Mail[] = []
const pepper = randomBytes(32)
const server = () =>
  createCodeMail({
    db,
    clock,
    mailer: {
      send: async (mail) => void mails.push(mail),
      deliver: async () => undefined,
      forget: async () => undefined,
      healthy: async () => true,
    },
    hashes: createCodeHashes(pepper),
    publicUrl: new URL('http://127.0.0.1:3000'),
    allowedEmails: null,
  })
const servers = [server(), server(), server()]
const everywhere = () => Promise.all(servers.map(({ mailWaiting }) => mailWaiting()))

async function ask(email: string, client: string): Promise<string> {
  const id = randomUUID()
  const asked = { id, email, purpose: 'register' as const }
  await store.insertRequest(db, { ...asked, asker: `client:${client}`, askedAt: new Date(clock.now()) })
  return id
}
/** Ids of the requests that were mailed, in their order. */
const mailed = () => mails.splice(0).map(({ secret }) => secret?.ref ?? '')

test('together they mail an address twenty codes in any ten minutes, each request once, in the order of turns', async () => {
  const email = 'flooded@example.com'
  const flood: string[] = []
  for (let i = 0; i < 30; i++) flood.push(await ask(email, 'a'))
  const late = [await ask(email, 'b'), await ask(email, 'b'), await ask(email, 'c')]
  await everywhere()
  const first = mailed()
  assert.equal(first.length, 20)
  assert.equal(new Set(first).size, 20)
  // The flood began; then each of the others had its turn, and no client waited for what another asked before.
  assert.deepEqual(
    [late[0], late[2], late[1]].map((id) => first.indexOf(id ?? '') < 6 && first.includes(id ?? '')),
    [true, true, true],
  )
  await everywhere()
  assert.deepEqual(mailed(), [])
  now += 590_000
  await everywhere()
  assert.deepEqual(mailed(), [], 'not ten minutes yet')
  now += 20_000
  await everywhere()
  const rest = mailed()
  assert.equal(rest.length, 13)
  assert.deepEqual(new Set([...first, ...rest]), new Set([...flood, ...late]))
})

test('an address under flood keeps none of the others waiting', async () => {
  for (let i = 0; i < 25; i++) await ask('busy@example.com', `x${i}`)
  await everywhere()
  assert.equal(mailed().length, 20)
  const other = await ask('quiet@example.com', 'y')
  await everywhere()
  assert.deepEqual(mailed(), [other])
})

test('what waits holds no code, and what nobody could be mailed for a day is forgotten', async () => {
  for (let i = 0; i < 21; i++) await ask('waiting@example.com', `z${i}`)
  await everywhere()
  mailed()
  const waiting = async () => {
    const { rows } = (await db.execute(
      sql`select code_hash from sign_in_codes where email = 'waiting@example.com' and mailed_at is null`,
    )) as { rows: { code_hash: string | null }[] }
    return rows
  }
  assert.deepEqual(await waiting(), [{ code_hash: null }], 'no hash yet')
  now += 86_400_000 + 60_000
  await store.sweepCodes(db, new Date(clock.now()))
  assert.deepEqual(await waiting(), [])
})
