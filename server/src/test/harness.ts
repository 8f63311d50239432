/** The real server in the test's own process: real database, real local network, real routes; everything ends with the test file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { requestKeyCode } from '@purser/contract/accounts.ts'
import type { CodePurpose } from '@purser/contract/fault-texts.ts'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { createApp } from '../app.ts'
import type { LiveParts } from '../app/live-parts.ts'
import type { App } from '../app/parts.ts'
import { type Config, readConfig } from '../config/config.ts'
import { mirrorInto } from '../desk.ts'
import { opensDataKeys } from '../domains/wallets/index.ts'
import { createLog } from '../kernel/log.ts'
import { openMasterKey } from '../master-key.ts'
import type { TokenSearch } from '../ports/token-search.ts'
import { type Call, createClient } from './client.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type HostileChain, startHostileChain } from './hostile-chain.ts'
import { startMailServer } from './mail-server.ts'
import { type Rpc, connectRpc } from './rpc.ts'
import { readCode, signUp, type User } from './sign-up.ts'
import { tapLine } from './tap.ts'
import { openSocket, type TestSocket } from './socket.ts'
import { type ScaledClock, timeScale } from './time-scale.ts'
import { until } from './until.ts'

export { onPostgres } from './database.ts'
export type { User } from './sign-up.ts'
export { until } from './until.ts'

export type DeskOptions = {
  /** Variables of the environment. */
  env?: Record<string, string>
  /**
   * 'none': the chain is away. 'steered' stands still except for `chain('localnet_advanceSlots', n)`; so does 'tower',
   * where a fork can drop confirmed transactions, which cannot happen under Alpenglow. Or a network that the test
   * opened, such as that of `openMainnet`; it is closed with the desk.
   */
  network?: 'real' | 'steered' | 'tower' | 'none' | Localnet
  /**
   * Exposes the desk to strangers: beyond this machine by its settings, behind one proxy, with a mail server instead of
   * the outbox. PUBLIC_URL is https://desk.example unless `env` names another.
   */
  exposed?: boolean
  /** Takes the client's address from one proxy's header, though nothing else is exposed: for tests of many clients. */
  manyClients?: boolean
  /** Called with the method of every call of the desk to the chain; the call waits for what it returns. */
  overhear?: (method: string) => unknown
  /** The number of endpoints of the chain that a test can make lie; without them the desk uses the chain itself. */
  endpoints?: number
  /** How long the desk waits between two testimonies of a single endpoint; by default like the product. */
  apartMs?: number
  /** Whether the limits of real money apply, although these funds are not real. */
  realFunds?: boolean
  /** Seconds between two scans for payments; by default like the product. */
  scanSeconds?: number
  /** Divides the waits on this clock by this factor; dates stay as they are. */
  pace?: number
  /** The market's service for tokens by name; without it the market is simulated and has none. */
  tokenSearch?: TokenSearch
  /** The parts of a live market; MARKET in `env` selects it. */
  live?: LiveParts
}

export type TestDesk = {
  url: string
  /** The URL of the chain itself. */
  rpcUrl: string
  endpoints: HostileChain[]
  app: App
  config: Config
  database: TestDatabase
  clock: ScaledClock & { move(ms: number): void }
  call: Call
  /** A new account through registration, outbox and verification. */
  signUp(email?: string): Promise<User>
  /** The newest code mailed to this address. */
  readCode(email: string): Promise<string>
  /** A new code for keys and funds, for this purpose alone. */
  keyCode(user: Pick<User, 'token' | 'email'>, purpose: CodePurpose): Promise<string>
  socket(path: string, credentials?: { token?: string; ticket?: string }): TestSocket
  /** A call to the chain itself, also the steering ones. */
  chain: Rpc
  /** Stops the application, and starts it again on the same database and chain, with some settings changed. */
  stop(): Promise<void>
  start(changed?: Partial<Config>): Promise<void>
}

const EXPOSED = {
  PUBLIC_URL: 'https://desk.example',
  TRUST_PROXY: '1',
  ALLOWED_EMAILS: '@example.com',
  METRICS_TOKEN: 'a-token-for-metrics',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** For a whole test file: closed after its last test. */
export async function startTestDesk(options: DeskOptions = {}): Promise<TestDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'purser-test-'))
  const { network: kind = 'real' } = options
  const [database, network] = await Promise.all([openTestDatabase(), openNetwork(kind)])
  const rpcUrl = network?.rpcUrl ?? 'http://127.0.0.1:9'
  const endpoints = await Promise.all(
    Array.from({ length: options.endpoints ?? 0 }, () =>
      startHostileChain({ rpcUrl, wsUrl: network?.wsUrl ?? null }),
    ),
  )
  const [first, ...further] = endpoints
  const line = options.overhear ? await tapLine(rpcUrl, options.overhear) : null
  const mail = options.exposed ? await startMailServer() : null
  const read = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...(mail ? { ...EXPOSED, SMTP_URL: mail.url } : {}),
    ...options.env,
  })
  const config: Config = options.manyClients ? { ...read, trustProxy: 1 } : read
  const scale = timeScale(options.pace ?? 1)
  let skew = 0
  let app: App | null = null

  const desk: TestDesk = {
    url: '',
    rpcUrl,
    endpoints,
    config,
    database,
    clock: { ...scale, now: () => scale.now() + skew, move: (ms) => void (skew += ms) },
    get app() {
      if (!app) throw new Error('the desk is stopped')
      return app
    },
    call: (endpoint, o) => createClient(desk.url)(endpoint, o),
    signUp: (email) => signUp(desk.call, email, desk.readCode),
    readCode: async (email) => (mail ? mail.newestCode(email) : readCode(desk.call, email)),
    async keyCode({ token, email }, purpose) {
      const before = mail ? await desk.readCode(email) : null
      const answer = await desk.call(requestKeyCode, { token, body: { purpose } })
      if (answer.status !== 200) throw new Error(`no code is sent: ${answer.text}`)
      // A mail takes a moment: until then the newest is that of the sign-in.
      return until('the code has come', async () => {
        const newest = await desk.readCode(email)
        return newest === before ? undefined : newest
      })
    },
    socket: (path, credentials) => openSocket(desk.url, path, credentials),
    chain: connectRpc(rpcUrl),
    async stop() {
      await app?.close()
      app = null
    },
    async start(changed = {}) {
      app = await createApp({
        config: {
          ...config,
          ...changed,
          rpcUrl: first?.url ?? line?.url ?? rpcUrl,
          ...(further.length === 0 ? {} : { rpcUrls: further.map(({ url }) => url) }),
          wsUrl: first?.wsUrl ?? network?.wsUrl ?? null,
        },
        database,
        masterKey: await openMasterKey(config.masterKey, dataDir, (key) => opensDataKeys(database.db, key)),
        log: createLog(config.logLevel),
        version: 'test',
        console: join(dataDir, 'console'),
        clock: desk.clock,
        ...(network ? { mirrorMint: mirrorInto(network) } : {}),
        ...(options.live ? { live: options.live } : {}),
        ...(options.tokenSearch ? { tokenSearch: options.tokenSearch } : {}),
        ...(options.apartMs === undefined ? {} : { apartMs: options.apartMs }),
        ...(options.realFunds === undefined ? {} : { realFunds: options.realFunds }),
        ...(options.scanSeconds === undefined ? {} : { scanSeconds: options.scanSeconds }),
      })
      desk.url = await app.http.listen({ host: config.host, port: 0 })
    },
  }
  after(async () => {
    // All in reverse order: anything left open would keep the process of the tests alive.
    await using opened = new AsyncDisposableStack()
    opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
    opened.defer(() => network?.close())
    for (const endpoint of endpoints) opened.defer(endpoint.close)
    opened.defer(() => line?.close())
    opened.defer(database.close)
    opened.defer(desk.stop)
  })
  await desk.start()
  return desk
}

/** Twice as fast as mainnet's, and the same as in the browser tests: most tests wait for slots. */
const SLOT_MS = 100

function openNetwork(kind: NonNullable<DeskOptions['network']>): Promise<Localnet> | Localnet | null {
  if (kind === 'none') return null
  if (typeof kind === 'object') return kind
  const options = { rpcPort: 0, faults: true }
  if (kind === 'real') return startLocalnet({ ...options, slotMs: SLOT_MS })
  return startLocalnet({ ...options, clock: 'steered', ...(kind === 'tower' ? { commitment: kind } : {}) })
}
