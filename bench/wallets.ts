/**
 * A thousand wallets at the server: generated through the API against making and sealing as many keys and writing them
 * with one insert (limit 2), listed (limit 100 ms), and their balances read (limit: ten calls for SOL, one for each
 * hundred known token accounts). Times are medians. Exits 1 above a limit.
 *
 * Run: node bench/wallets.ts
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { listBalances } from '../contract/src/balances/balances.ts'
import { KNOWN_TOKENS } from '../contract/src/tokens/tokens.ts'
import { generateBulk, listWallets } from '../contract/src/wallets/wallets.ts'
import { startLocalnet } from '../localnet/src/index.ts'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { type Db, openEmbedded } from '../server/src/db/client.ts'
import { saveFound } from '../server/src/domains/balances/balances.store.ts'
import { generateSecrets } from '../server/src/domains/wallets/creation/generate.ts'
import { insertWallets, nextIds } from '../server/src/domains/wallets/wallets.store.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { seal } from '../server/src/kernel/vault.ts'
import { openMasterKey } from '../server/src/master-key.ts'
import { createClient } from '../server/src/test/client.ts'
import { signUp as register } from '../server/src/test/sign-up.ts'

const COUNT = 1000
const ROUNDS = 9
const GENERATE_LIMIT = 2
const LIST_LIMIT_MS = 100
const ACCOUNTS = 250
const MINT = KNOWN_TOKENS.at(-1)?.mint ?? ''

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Starts a proxy in front of the network that counts the calls of each method. */
async function startCounter(target: string) {
  const counts: Record<string, number> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { method } = JSON.parse(body) as { method: string }
      counts[method] = (counts[method] ?? 0) + 1
      fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        .then(async (answer) => response.end(await answer.text()))
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => server.closeAllConnections(),
    end: () => server.close(),
  }
}

const dir = mkdtempSync(join(tmpdir(), 'purser-bench-'))
// The outbox prints every mail: only the figures should be printed.
const print = process.stdout.write.bind(process.stdout)
process.stdout.write = (text: string | Uint8Array) => String(text).includes('mail to') || print(text)
const network = await startLocalnet({ rpcPort: 0 })
const counter = await startCounter(network.rpcUrl)
const database = await openEmbedded({ dir: join(dir, 'db') })
const config = readConfig({ DATA_DIR: dir, LOG_LEVEL: 'silent', PORT: '0' })
const app = await createApp({
  config: { ...config, rpcUrl: counter.url },
  database,
  masterKey: await openMasterKey(null, dir, async () => null),
  log: createLog('silent'),
  version: 'bench',
  console: join(dir, 'console'),
})
const call = createClient(await app.http.listen({ host: '127.0.0.1', port: 0 }))

async function signUp(): Promise<{ token: string; id: number }> {
  const email = `${randomUUID()}@example.com`
  const { token, id } = await register(call, email)
  return { token, id }
}

/** The cost that cannot be avoided: keys, their sealing, one insert. */
const bare = (userId: number) => (): Promise<unknown> =>
  database.db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db
    const ids = await nextIds(tx, COUNT)
    const key = randomBytes(32)
    const rows = generateSecrets(COUNT).map(({ secret, address }, i) => {
      const id = ids[i] ?? 0
      return { id, name: `W ${i}`, address, isDefault: false, sealedKey: seal(key, secret, `wallet:${id}`) }
    })
    await insertWallets(tx, userId, { at: new Date(), imported: false, keyOut: false }, rows)
  })

function tell(what: string, value: number, limit: number, words: string): void {
  console.log(`${what}: ${words}, limit ${limit}, ratio ${(value / limit).toFixed(2)}`)
  if (!(value <= limit)) process.exitCode = 1
}

const floor: number[] = []
const through: number[] = []
const listing: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const other = await signUp()
  const user = await signUp()
  const body = { count: COUNT, namePrefix: 'Wallet', createNewGroup: true, newGroupName: 'Bench' }
  floor.push(await timed(bare(other.id)))
  through.push(await timed(() => call(generateBulk, { token: user.token, key: randomUUID(), body })))
  for (let i = 0; i < 3; i++)
    listing.push(await timed(async () => (await call(listWallets, { token: user.token })).ok))
}
const [least, took] = [median(floor), median(through)]
const ratio = took / least
tell(
  `generate ${COUNT} wallets`,
  ratio,
  GENERATE_LIMIT,
  `${took.toFixed(0)} ms against ${least.toFixed(0)} ms bare, ${ratio.toFixed(2)} times`,
)
tell(`list ${COUNT} wallets`, median(listing), LIST_LIMIT_MS, `${median(listing).toFixed(1)} ms`)

const user = await signUp()
const { wallets } = (await call(generateBulk, { token: user.token, body: { count: COUNT, namePrefix: 'W' } }))
  .ok
// Marked as searched, so that only the reading of balances is counted.
for (const [i, { id, address }] of wallets.entries())
  await saveFound(
    database.db,
    id,
    i < ACCOUNTS ? [{ account: address as Address, mint: MINT, decimals: 6 }] : [],
    new Date(),
  )
const before = counter.counts.getMultipleAccounts ?? 0
const walletIds = wallets.map((wallet) => wallet.id)
const spent = await timed(
  async () => (await call(listBalances, { token: user.token, body: { walletIds } })).ok,
)
const calls = (counter.counts.getMultipleAccounts ?? 0) - before
tell(
  `balances of ${COUNT} wallets with ${ACCOUNTS} token accounts`,
  calls,
  COUNT / 100 + Math.ceil(ACCOUNTS / 100),
  `${calls} calls to the chain in ${spent.toFixed(0)} ms`,
)

counter.end()
await app.close()
counter.close()
await database.close()
await network.close()
rmSync(dir, { recursive: true, force: true })
