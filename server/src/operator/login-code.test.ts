// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as api from '@purser/contract/accounts.ts'
import { askServer, ControlRefusal, openControlSocket } from './control-socket.ts'
import { createLog } from '../kernel/log.ts'
import { createClient } from '../test/client.ts'
import { openTestDatabase } from '../test/database.ts'
import { runProgram, startProgram } from '../test/process.ts'
import { signUp } from '../test/sign-up.ts'

const freshDir = () => mkdtempSync(join(tmpdir(), 'purser-code-'))
const email = 'ann@example.com'
async function loginCode(env: Record<string, string>, ...args: string[]) {
  const run = runProgram('operator/login-code.ts', env, args)
  const code = await run.ended
  return { exit: code, output: run.output(), code: /^ {2}([A-Z0-9]{12})$/m.exec(run.output())?.[1] ?? '' }
}
const register = (url: string) => signUp(createClient(url), email)

/** The whole sign-in, on a running server, with strangers at the address and at the owner's network. */
async function assertSignsIn(url: string, env: Record<string, string>): Promise<void> {
  const call = createClient(url)
  const verify = (code: string, request_id?: string) =>
    call(api.verifyCode, { body: { email, code, ...(request_id ? { request_id } : {}) } })
  const first = await loginCode(env, ' Ann@Example.com ')
  assert.equal(first.exit, 0, first.output)
  const second = await loginCode(env, email)
  await Promise.all(Array.from({ length: 60 }, () => verify('ABCDEFGHJKLM')))
  assert.equal((await verify('123456')).status, 429)
  const { request_id } = (await call(api.requestLoginCode, { body: { email } })).ok
  const entered = await verify(first.code.toLowerCase(), request_id)
  assert.equal(entered.status, 200, entered.text)
  assert.equal((await call(api.getProfile, { token: entered.ok.token })).ok.email, email)
  assert.equal((await verify(first.code)).status, 429, 'used up')
  const other = await call(api.verifyCode, { body: { email: 'bob@example.com', code: second.code } })
  assert.equal(other.status, 429, 'for this address alone')
  assert.equal((await verify(second.code)).status, 200, 'without a request')
}

test('on the embedded database the running server gives the code out, and without one it is written there', async () => {
  const DATA_DIR = freshDir()
  let desk = await startProgram({ DATA_DIR })
  await register(desk.url)
  assert.equal(statSync(join(DATA_DIR, 'control.sock')).mode & 0o777, 0o600)
  await assertSignsIn(desk.url, { DATA_DIR })
  const unknown = await loginCode({ DATA_DIR }, 'nobody@example.com')
  assert.deepEqual([unknown.exit, unknown.output.trim()], [1, 'There is no account for nobody@example.com.'])
  for (const args of [[], ['ann'], [email, email]]) {
    const refused = await loginCode({ DATA_DIR }, ...args)
    assert.equal(refused.exit, 1)
    assert.match(refused.output, /npm run login-code -- /)
  }
  assert.equal(await desk.kill('SIGTERM'), 0)

  const atRest = await loginCode({ DATA_DIR }, email)
  assert.equal(atRest.exit, 0, atRest.output)
  desk = await startProgram({ DATA_DIR })
  const { ok } = await createClient(desk.url)(api.verifyCode, { body: { email, code: atRest.code } })
  assert.equal(ok.user.email, email)
  assert.ok(!desk.output().includes(atRest.code), 'the server says it to nobody')
  await desk.kill('SIGTERM')
})

test('on PostgreSQL it is written to the database, wherever the server runs', async (t) => {
  const database = await openTestDatabase()
  const DATABASE_URL = database.url
  if (DATABASE_URL === null) {
    t.diagnostic('runs where the tests have a PostgreSQL')
    return database.close()
  }
  const desk = await startProgram({ DATA_DIR: freshDir(), DATABASE_URL })
  await register(desk.url)
  await assertSignsIn(desk.url, { DATA_DIR: freshDir(), DATABASE_URL })
  assert.match(await database.dump(), /audit: .*login-code/)
  await desk.kill('SIGTERM')
  return database.close()
})

test('the control socket answers the verbs it knows, refuses with a sentence, and keeps what failed to itself', async () => {
  const dir = freshDir()
  assert.equal(await askServer(dir, 'echo'), 'absent')
  const control = await openControlSocket(dir, createLog('silent'))
  control.register('echo', async (input) => ({ said: input.word }))
  control.register('refuse', async () => {
    throw new ControlRefusal('Not now.')
  })
  control.register('fail', async () => {
    throw new Error('a secret of the server')
  })
  assert.throws(() => control.register('echo', async () => ({})))
  const asked = ['echo', 'refuse', 'fail', 'unknown'].map((verb) => askServer(dir, verb, { word: 'hello' }))
  assert.deepEqual(await Promise.all(asked), [
    { answer: { said: 'hello' } },
    { refused: 'Not now.' },
    'failed',
    { refused: "This server does not know 'unknown'." },
  ])
  await control.close()
  assert.equal(await askServer(dir, 'echo'), 'absent')
})
