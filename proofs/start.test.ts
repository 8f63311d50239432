/** An error that prevents the start is reported in one line, and ends the desk with code 1; nothing stays open. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { onPostgres } from '../server/src/test/database.ts'
import {
  portToKeep,
  run,
  START_WITHIN_MS,
  startNetwork,
  startProduct,
  temporaryDir,
} from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

/** An endpoint of mainnet-beta, by its genesis hash. */
const mainnet = createHttpServer((request, response) => {
  let body = ''
  request.on('data', (data: Buffer) => void (body += data.toString()))
  request.on('end', () => {
    const { id, method } = JSON.parse(body) as { id: unknown; method: string }
    const result = method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : null
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
await new Promise<void>((resolve) => void mainnet.listen(0, '127.0.0.1', () => resolve()))
after(() => mainnet.close())
const asMainnet = mainnet.address()
const mainnetUrl = `http://127.0.0.1:${asMainnet !== null && typeof asMainnet === 'object' ? asMainnet.port : 0}`

const blocker = createServer()
await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', () => resolve()))
after(() => blocker.close())
const bound = blocker.address()
const taken = String(bound !== null && typeof bound === 'object' ? bound.port : 0)
const key = Buffer.alloc(32, 7).toString('base64')

type Case = { env: Record<string, string>; line: RegExp }
const cases: Record<string, () => Case> = {
  'a port in use': () => ({ env: { PORT: taken }, line: new RegExp(`^Port ${taken} is already in use\\.$`) }),
  'a port in use for the local network': () => ({
    env: { LOCALNET_RPC_PORT: taken },
    line: new RegExp(`^The local network cannot start: port ${taken} on 127.0.0.1 is in use. `),
  }),
  'a port that is none': () => ({
    env: { PORT: '70000' },
    line: /^PORT is "70000"; expected a port number from 0 to 65535\.$/,
  }),
  'a cluster that is none': () => ({
    env: { SOLANA_CLUSTER: 'moon' },
    line: /^SOLANA_CLUSTER is "moon"; expected localnet, devnet, testnet or mainnet-beta\.$/,
  }),
  'a master key of the wrong length': () => ({
    env: { MASTER_KEY: 'c2hvcnQ=' },
    line: /^MASTER_KEY is "\(hidden\)"; expected 32 bytes in base64\.$/,
  }),
  'a log level that is none': () => ({ env: { LOG_LEVEL: 'loud' }, line: /^LOG_LEVEL is "loud"; expected / }),
  'an RPC address that is none': () => ({
    env: { SOLANA_RPC_URL: 'ftp://x' },
    line: /^SOLANA_RPC_URL is "ftp:\/\/x"; expected /,
  }),
  'an open address without what guards it': () => ({
    env: { HOST: '0.0.0.0', MASTER_KEY: key },
    line: /^HOST 0\.0\.0\.0 is not a loopback address, so SMTP_URL, ALLOWED_EMAILS, METRICS_TOKEN must be set \(/,
  }),
  'an endpoint of mainnet under the name of the local network': () => ({
    env: { SOLANA_RPC_URL: mainnetUrl },
    line: /^The endpoint 1 leads to mainnet-beta, but SOLANA_CLUSTER is localnet\.$/,
  }),
  'an endpoint of mainnet under the name of devnet': () => ({
    env: { SOLANA_CLUSTER: 'devnet', SOLANA_RPC_URL: mainnetUrl },
    line: /^The endpoint 1 leads to mainnet-beta, but SOLANA_CLUSTER is devnet\.$/,
  }),
  'a data directory that cannot be written': () => {
    // A path below a file: no permission makes it a directory.
    const file = join(temporaryDir(), 'file')
    writeFileSync(file, '')
    return { env: { DATA_DIR: join(file, 'data') }, line: /^DATA_DIR .*file\/data cannot be written to\.$/ }
  },
  'a database that cannot be reached': () => ({
    env: { DATABASE_URL: 'postgres://desk:hidden-word@127.0.0.1:9/desk' },
    line: /^DATABASE_URL: the database at 127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED/,
  }),
}

for (const [what, of] of Object.entries(cases))
  void test(`${what} ends the start with code 1 and one line`, { skip: onPostgres }, async () => {
    const { env, line } = of()
    const program = run('server/start.mjs', {
      DATA_DIR: temporaryDir(),
      PORT: '0',
      LOCALNET_RPC_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    })
    const { code } = await program.ended
    assert.equal(code, 1)
    const lines = program.stderr().split('\n')
    assert.equal(lines.pop(), '', 'the line is ended')
    assert.equal(lines.length, 1, program.stderr())
    assert.match(lines[0] ?? '', line)
    assert.ok(!program.stderr().includes('hidden-word') && !/ at \w+ \(|node:internal/.test(program.stderr()))
    assert.ok(!program.stdout().includes('ready'))
  })

void test('a second start on the same data directory ends at once, and the first goes on', {
  skip: onPostgres,
}, async () => {
  const dataDir = temporaryDir()
  const first = await startProduct(dataDir)
  const second = run('server/start.mjs', { DATA_DIR: dataDir, PORT: '0', LOCALNET_RPC_PORT: '0' })
  const { code } = await second.ended
  assert.equal(code, 1)
  assert.equal(second.stderr(), `DATA_DIR ${dataDir} is in use by another running Purser.\n`)
  await signUp(first.call)
  const { code: ended, ms } = await first.end('SIGTERM')
  assert.equal(ended, 0)
  assert.ok(ms < 10_000, `it took ${ms} ms`)
  const third = await startProduct(dataDir)
  assert.equal((await third.end('SIGINT')).code, 0)
})

void test('asked to stop while it still starts, it starts nothing and ends cleanly', {
  skip: onPostgres,
}, async () => {
  const dataDir = temporaryDir()
  const program = run('server/start.mjs', { DATA_DIR: dataDir, PORT: '0', LOCALNET_RPC_PORT: '0' })
  // The first line of its log is written in the middle of the start; the directory is locked before.
  const hasBegun = () => program.stdout() !== '' || program.child.exitCode !== null
  await until('it has begun', hasBegun, START_WITHIN_MS)
  assert.equal((await program.end('SIGTERM')).code, 0)
  assert.equal((await (await startProduct(dataDir)).end('SIGTERM')).code, 0)
})

void test('it starts while the chain is away, says so, and is ready once the chain is there', {
  skip: onPostgres,
}, async () => {
  const chainDir = temporaryDir()
  const before = await startNetwork(chainDir, await portToKeep())
  const { port } = new URL(before.rpcUrl)
  await before.end('SIGTERM')
  const product = await startProduct(temporaryDir(), { SOLANA_RPC_URL: before.rpcUrl })
  const readiness = async () => {
    const response = await fetch(`${product.url}/readyz`)
    return { status: response.status, body: (await response.json()) as { checks: Record<string, boolean> } }
  }
  const away = await readiness()
  assert.equal(away.status, 503)
  assert.deepEqual(away.body.checks, { database: true, chain: false, history: true, workers: true })
  assert.equal((await fetch(`${product.url}/healthz`)).status, 200)
  const network = await startNetwork(chainDir, Number(port))
  await until('it is ready', async () => (await readiness()).status === 200)
  assert.equal((await product.end('SIGTERM')).code, 0)
  assert.equal((await network.end('SIGTERM')).code, 0)
})
