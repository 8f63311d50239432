/** A server whose data directory and database do not belong together signs nothing, says so, and is released. */
import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getStatus } from '@purser/contract/system.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createClient } from '../test/client.ts'
import { readJournal } from '../domains/transfers/journal/read-journal.ts'
import { runProgram, startProgram } from '../test/process.ts'
import { signUp } from '../test/sign-up.ts'

const network = await startLocalnet({ rpcPort: 0 })
after(() => network.close())
const DATA_DIR = mkdtempSync(join(tmpdir(), 'purser-hold-'))
const env = { DATA_DIR, SOLANA_RPC_URL: network.rpcUrl }
const at = (name: string) => join(DATA_DIR, name)

async function signIn(url: string, email: string) {
  const call = createClient(url)
  return { call, token: (await signUp(call, email)).token }
}
async function releaseEnds(code: number, ...words: string[]) {
  const run = runProgram('operator/release.ts', env, words)
  assert.equal(await run.ended, code, run.output())
  return run.output()
}
const release = (...words: string[]) => releaseEnds(0, ...words)
/** An id that no operation has. */
const WRONG = '00000000-0000-4000-8000-000000000000'
/** The ids of the signed transactions in the file. */
const inJournal = () => readJournal(at('journal/transactions.jsonl'))
const ready = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, ...((await response.json()) as { hold?: string }) }
}

test('another database puts the server on hold: it reads, it pays nothing, and the operator ends it', async () => {
  let desk = await startProgram(env)
  const first = await signIn(desk.url, 'ann@example.com')
  const { address } = (await first.call(generateWallet, { token: first.token })).ok
  const body = { address, sol: 1 }
  assert.equal((await first.call(requestFaucet, { token: first.token, body })).status, 200)
  assert.equal((await first.call(getStatus, {})).ok.hold, null)
  assert.match(await release(), /Nothing is on hold/)
  assert.equal(await desk.kill('SIGTERM'), 0)
  assert.match(await release(), /Nothing is on hold/)
  const none = await releaseEnds(1, WRONG)
  assert.ok(
    none.startsWith(`No transaction of operation '${WRONG}' is held, so nothing was released.\n`),
    none,
  )
  assert.match(none, /no operation to release/)

  renameSync(at('db'), at('db.right'))
  desk = await startProgram(env)
  const there = await ready(desk.url)
  assert.equal(there.status, 503)
  assert.match(there.hold ?? '', /on hold/)
  const { call, token } = await signIn(desk.url, 'bob@example.com')
  assert.match((await call(getStatus, {})).ok.hold?.reason ?? '', /on hold/)
  assert.equal((await call(listWallets, { token })).status, 200)
  const refused = await call(requestFaucet, { token, body })
  assert.equal(refused.status, 503)
  assert.equal(refused.fault.code, 'on_hold')
  // Somebody has registered: the database is not empty any more.
  assert.match(await release('--new'), /not empty/)
  assert.equal(await desk.kill('SIGTERM'), 0)

  // The right one again: the hold leaves no trace.
  renameSync(at('db'), at('db.wrong'))
  renameSync(at('db.right'), at('db'))
  desk = await startProgram(env)
  assert.equal((await ready(desk.url)).status, 200)
  const again = await signIn(desk.url, 'ann@example.com')
  assert.equal((await again.call(requestFaucet, { token: again.token, body })).status, 200)
  assert.equal(await desk.kill('SIGTERM'), 0)

  // Lost for good: the running server accepts a new one, requested over its socket.
  renameSync(at('db'), at('db.lost'))
  desk = await startProgram(env)
  assert.equal((await ready(desk.url)).status, 503)
  assert.equal(statSync(at('control.sock')).mode & 0o777, 0o600)
  assert.match(await release(), /release -- --new/)
  // Operations in flight with the old one, or not final yet, are shown until they are released.
  assert.match(await release('--new'), /not in the database/)
  const lines = inJournal()
  const [line] = lines
  assert.ok(line)
  const wrong = await releaseEnds(1, WRONG, line.operationId)
  assert.ok(wrong.includes(`No transaction of operation '${WRONG}' is held, so nothing was released.`), wrong)
  const given = [...new Set(lines.map(({ operationId }) => operationId))]
  assert.ok(wrong.includes(`Operations on hold: ${given.join(', ')}\n`), wrong)
  assert.deepEqual(inJournal(), lines)
  assert.equal(
    await release('--all'),
    `Released: ${[...new Set(lines.map(({ signature }) => signature))].join(', ')}\n`,
  )
  assert.equal((await ready(desk.url)).status, 200)
  const later = await signIn(desk.url, 'cem@example.com')
  const wallet = (await later.call(generateWallet, { token: later.token })).ok.address
  const paid = await later.call(requestFaucet, { token: later.token, body: { address: wallet, sol: 1 } })
  assert.equal(paid.status, 200)
  assert.equal(await desk.kill('SIGTERM'), 0)
})
