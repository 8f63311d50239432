/** The worker thread: LiteSVM and both servers, so that none of their work is done on the caller's thread. */
import type { Server } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { GENESIS_HASH } from './chain/genesis.ts'
import { mirrorMint, MirrorRefused } from './chain/mirror.ts'
import { openBank } from './chain/open.ts'
import { placeAccounts, type PlacedAccount, PlaceRefused } from './chain/place.ts'
import { given, type Rules, wrongRule } from './chain/rules.ts'
import { lockDirectory } from './disk/lock.ts'
import { Store } from './disk/store.ts'
import { liveServer } from './live/server.ts'
import { Faults } from './rpc/faults.ts'
import type { Context } from './rpc/context.ts'
import { rpcServer } from './rpc/server.ts'

export type WorkerOptions = {
  dir: string | undefined
  rpcPort: number
  steered: boolean
  faults: boolean
  genesisHash: string | undefined
} & { [K in keyof Rules]: Rules[K] | undefined }

/**
 * Messages of the parent thread. Its requests other than closing have no JSON-RPC method: no other process can make
 * them.
 */
export type ParentMessage =
  | { kind: 'close' }
  | { kind: 'change'; id: number; rules: Partial<Rules> }
  | { kind: 'mirror'; id: number; address: string; decimals: number }
  | { kind: 'place'; id: number; accounts: PlacedAccount[] }

/** Messages to the parent thread. */
export type WorkerMessage =
  | { kind: 'ready'; rpcUrl: string; wsUrl: string }
  | { kind: 'refused'; message: string }
  | { kind: 'log'; line: string }
  | { kind: 'done'; id: number; refused: string | undefined }
  | { kind: 'closed' }

const HOST = '127.0.0.1'
/** A chain that presents itself as another, or whose accounts can be overwritten, must not be a stored one. */
const FOR_TESTS = 'only a chain in memory that is started for tests can do this'
const port = parentPort!
const tell = (message: WorkerMessage): void => port.postMessage(message)

function listen(server: Server, at: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const refuse = (error: NodeJS.ErrnoException): void =>
    reject(
      error.code === 'EADDRINUSE' ? new Error(`port ${at} on ${HOST} is in use`, { cause: error }) : error,
    )
  server.once('error', refuse)
  server.listen(at, HOST, () => {
    server.off('error', refuse)
    resolve((server.address() as { port: number }).port)
  })
  return promise
}

/** Binds both servers: to the given port and the next, or for 0 to a free pair, consecutive if possible. */
async function listenBoth(rpc: Server, live: Server, asked: number): Promise<[number, number]> {
  if (asked !== 0) return [await listen(rpc, asked), await listen(live, asked + 1)]
  const first = await listen(rpc, 0)
  try {
    return [first, await listen(live, first + 1)]
  } catch {
    return [first, await listen(live, 0)]
  }
}

/** Carries out the parent's request; returns the reason of a refusal, as a sentence. */
function perform(context: Context, message: Exclude<ParentMessage, { kind: 'close' }>): string | undefined {
  const { bank, faults } = context
  try {
    if (message.kind === 'mirror') mirrorMint(bank, message.address, message.decimals)
    else if (message.kind === 'place') {
      if (!faults) return FOR_TESTS
      placeAccounts(bank, message.accounts)
    } else {
      const wrong = findRefusal(message.rules)
      if (wrong !== undefined) return wrong
      bank.change(given(message.rules))
    }
    return undefined
  } catch (error) {
    if (error instanceof MirrorRefused || error instanceof PlaceRefused) return error.message
    throw error
  }
}

function findRefusal(rules: Partial<Rules>): string | undefined {
  const wrong = wrongRule(rules)
  return wrong && `${wrong.rule} is ${String(rules[wrong.rule])}; expected ${wrong.takes}`
}

async function start(options: WorkerOptions): Promise<void> {
  const { slotMs, rentPerByte, commitment } = options
  const rules = given({ slotMs, rentPerByte, commitment })
  const wrong = findRefusal(rules)
  if (wrong !== undefined) throw new Error(wrong)
  if (options.genesisHash !== undefined && (!options.faults || options.dir !== undefined))
    throw new Error(FOR_TESTS)
  const release = options.dir === undefined ? undefined : await lockDirectory(options.dir)
  const store = options.dir === undefined ? undefined : new Store(options.dir)
  const bank = await openBank(store, { steered: options.steered, ...rules })
  const context: Context = {
    bank,
    faults: options.faults ? new Faults() : undefined,
    genesisHash: options.genesisHash ?? GENESIS_HASH,
    urls: { rpc: '', ws: '' },
    log: (line) => tell({ kind: 'log', line }),
  }
  const [rpc, live] = [rpcServer(context), liveServer(context)]
  const [rpcPort, wsPort] = await listenBoth(rpc, live, options.rpcPort)
  context.urls = { rpc: `http://${HOST}:${rpcPort}`, ws: `ws://${HOST}:${wsPort}` }
  bank.clock.start(() => bank.advance())
  port.on('message', (message: ParentMessage) => {
    if (message.kind !== 'close')
      return tell({ kind: 'done', id: message.id, refused: perform(context, message) })
    bank.clock.stop()
    rpc.close()
    rpc.closeAllConnections()
    live.close()
    live.emit('close')
    bank.close()
    release?.()
    tell({ kind: 'closed' })
    port.close()
  })
  tell({ kind: 'ready', rpcUrl: context.urls.rpc, wsUrl: context.urls.ws })
}

try {
  await start(workerData as WorkerOptions)
} catch (error) {
  tell({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  port.close()
}
