/** One running Purser: started by main.ts, and by tests within their process. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { getStakes, stakesTexts } from '@purser/contract/balances/stakes.ts'
import { type Localnet, LocalnetRefused, startLocalnet } from '@purser/localnet/index.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config/config.ts'
import { openControlSocket } from './operator/control-socket.ts'
import { openDatabase, requireDurable } from './database.ts'
import type { Database } from './db/client.ts'
import { opensDataKeys } from './domains/wallets/index.ts'
import { Fault } from './kernel/fault.ts'
import { lockDirectory } from './kernel/concurrency/lock.ts'
import type { Log } from './kernel/log.ts'
import { openMasterKey } from './master-key.ts'
import { readRelease } from './operator/release-request.ts'
import { serveRotation } from './operator/rotation.ts'

/** `sentence`: the message for the operator. */
export type Failure = { part: string; error: unknown; sentence: string }

export type Desk = {
  url: string
  /** Resolves when the local network or the embedded database cannot go on: this process has to end. */
  failed: Promise<Failure>
  close(): Promise<void>
}

const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version

export async function startDesk(config: Config, log: Log, options: { console: string }): Promise<Desk> {
  const stakes = getStakes(config)
  // The first line of the log.
  if (stakes !== 'test')
    log.warn({ cluster: config.cluster, market: config.market }, stakesTexts[stakes].note ?? stakes)
  // Closed in reverse order, also when a later part fails to start.
  await using opened = new AsyncDisposableStack()
  opened.defer(await lockDirectory(config.dataDir))
  await portIsFree(config.host, config.port)
  const [network, database] = await startBoth(opened, startNetwork(config, log), openDatabase(config, log))
  if (config.cluster === 'mainnet-beta') await requireDurable(database)
  const opens = (key: Uint8Array) => opensDataKeys(database.db, key)
  const masterKey = await openMasterKey(config.masterKey, config.dataDir, opens, database.sync)
  const rpcUrl = config.rpcUrl ?? network?.rpcUrl
  if (rpcUrl === undefined) throw new Error('there is no network to reach')
  const app = await createApp({
    config: { ...config, rpcUrl, wsUrl: network?.wsUrl ?? config.wsUrl },
    database,
    masterKey,
    log,
    version,
    console: options.console,
    ...(network ? { mirrorMint: mirrorInto(network) } : {}),
  })
  opened.defer(app.close)
  const control = await openControlSocket(config.dataDir, log)
  opened.defer(control.close)
  serveRotation(control, app.rotation)
  const { unfinished } = await app.rotation.state()
  if (unfinished)
    log.warn(unfinished, 'not everything is re-encrypted yet: npm run keys:rotate -- --deep continues')
  control.register('login-code', async ({ email }) => ({ code: await app.loginCode(String(email)) }))
  control.register('release', (input) => app.release(readRelease(input)))
  const url = await app.http.listen({ host: config.host, port: config.port })
  log.info({ url, cluster: config.cluster, database: database.kind }, 'ready')
  // Nobody has typed an instruction yet.
  void app.warmUp()
  const running = opened.move()
  return {
    url,
    failed: waitForFailure(network, database),
    close: () => running.disposeAsync(),
  }
}

type Closable = { close(): Promise<unknown> }

/** Starts both concurrently; if one fails, the other is closed as soon as it has started. */
async function startBoth<A extends Closable | null, B extends Closable>(
  opened: AsyncDisposableStack,
  ...starting: [Promise<A>, Promise<B>]
): Promise<[A, B]> {
  for (const started of await Promise.allSettled(starting))
    if (started.status === 'fulfilled') opened.defer(async () => void (await started.value?.close()))
  return Promise.all(starting)
}

async function startNetwork(config: Config, log: Log) {
  if (config.rpcUrl !== null) return null
  const part = log.child({ part: 'localnet' })
  return startLocalnet({
    dir: join(config.dataDir, 'localnet'),
    rpcPort: config.localnetRpcPort,
    ...config.localnetRules,
    log: (line) => part.info({}, line),
  }).catch((error: unknown) => {
    if (!(error instanceof LocalnetRefused)) throw error
    throw new ConfigError(
      `The local network cannot start: ${error.message}. LOCALNET_RPC_PORT sets its port, DATA_DIR its directory.`,
    )
  })
}

/** Creates mints of mainnet on a network that this process runs; no call from outside can do so. */
export function mirrorInto(network: Pick<Localnet, 'mirrorMint'>) {
  return async (mint: { address: string; decimals: number }): Promise<void> => {
    try {
      await network.mirrorMint(mint)
    } catch (error) {
      if (!(error instanceof LocalnetRefused)) throw error
      throw new Fault('chain_refused', { code: 'not_mirrored', mint: mint.address, detail: error.message })
    }
  }
}

function waitForFailure(
  network: Pick<Localnet, 'failed'> | null,
  { crashed }: Pick<Database, 'crashed'>,
): Promise<Failure> {
  const never = new Promise<never>(() => undefined)
  return Promise.race([
    network ? network.failed.then((error) => failure('the local network', error)) : never,
    crashed ? crashed.then((words) => failure('the embedded database', words)) : never,
  ])
}

const failure = (part: string, error: unknown): Failure => ({
  part,
  error,
  sentence: `Purser is stopping because ${part} cannot continue: ${error instanceof Error ? error.message : String(error)}. Everything acknowledged is kept. If the disk of DATA_DIR is full, free up space and restart Purser.`,
})

/** Checked first: a port in use is the most common reason for a failed start. */
function portIsFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(Object.assign(error, { port })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
