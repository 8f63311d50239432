/**
 * Rotation of the master key, and with deep of the data keys as well: in a running server, requested by `npm run
 * keys:rotate` over the control socket, or by that program itself. If the master key is configured the program supplies
 * the new one, so that its owner has it before anything is sealed with it.
 */
import { ConfigError } from '../config/config.ts'
import { askServer, type ControlInput, ControlRefusal, type ControlSocket } from './control-socket.ts'
import type { Database } from '../db/client.ts'
import { webhookSecrets } from '../domains/payments/index.ts'
import { createWalletKeys } from '../domains/wallets/index.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../master-key.ts'

type WalletKeys = ReturnType<typeof createWalletKeys>
export type DataKeyCounts = NonNullable<Awaited<ReturnType<WalletKeys['unfinished']>>>
export type DeepProgress = Awaited<ReturnType<WalletKeys['replace']>>

export type Rotation = {
  /**
   * Whether the key comes from MASTER_KEY: `rotate` then needs the new one. `unfinished`: the rest of a deep rotation.
   */
  state(): Promise<{ configured: boolean; unfinished: DataKeyCounts | null }>
  /** A new master key. `deep`: all data keys are to be replaced from then on. */
  rotate(wanted: { next?: Uint8Array; deep: boolean }): Promise<void>
  /** Replaces some data keys, those of owners after this one. */
  replace(after: string): Promise<DeepProgress>
}

export type RotationParts = {
  database: Pick<Database, 'db' | 'sync'>
  masterKey: MasterKey
  log: Log
  /** This process by its heartbeat; null if it has none. */
  process: string | null
}

export function createRotation({ database, masterKey, log, process }: RotationParts): Rotation {
  const keys = createWalletKeys({ db: database.db, masterKey, log, tables: [webhookSecrets], process })
  return {
    state: async () => ({ configured: masterKey.configured, unfinished: await keys.unfinished() }),
    async rotate({ next, deep }) {
      await masterKey.rotate({
        reseal: deep ? keys.rotateDeep : keys.rotate,
        settled: database.sync,
        ...(next ? { next } : {}),
      })
      log.info({ deep }, 'the master key was rotated')
    },
    async replace(after) {
      const progress = await keys.replace(after)
      if (progress.after === null) await database.sync()
      return progress
    },
  }
}

export function serveRotation(control: ControlSocket, rotation: Rotation): void {
  control.register('keys:state', rotation.state)
  control.register('keys:rotate', async ({ next, deep }) => {
    const wanted = { deep: deep === true }
    if (!(await rotation.state()).configured) await rotation.rotate(wanted)
    else {
      const key = new Uint8Array(Buffer.from(typeof next === 'string' ? next : '', 'base64'))
      if (key.length !== 32) throw new ControlRefusal('The new key is missing.')
      await rotation.rotate({ ...wanted, next: key })
    }
    return {}
  })
  control.register('keys:replace', ({ after }) => rotation.replace(String(after)))
}

const FAILED =
  'The running server could not change the master key; its log says why. If the next start refuses the old MASTER_KEY, set the new one.'
const STOPPED =
  'The running server did not continue; its log says why. Run this again to resume where it was.'

/**
 * The rotation in the server of this data directory; null: none runs there. Its calls throw ConfigError if the server
 * fails.
 */
export async function runningRotation(dataDir: string): Promise<Rotation | null> {
  async function ask(verb: string, input: ControlInput, failed: string): Promise<ControlInput> {
    const reply = await askServer(dataDir, verb, input)
    if (typeof reply === 'object' && 'answer' in reply) return reply.answer
    throw new ConfigError(typeof reply === 'object' ? reply.refused : failed)
  }
  if ((await askServer(dataDir, 'keys:state')) === 'absent') return null
  return {
    state: async () => (await ask('keys:state', {}, FAILED)) as Awaited<ReturnType<Rotation['state']>>,
    async rotate({ next, deep }) {
      const key = next ? { next: Buffer.from(next).toString('base64') } : {}
      await ask('keys:rotate', { deep, ...key }, FAILED)
    },
    replace: async (after) => (await ask('keys:replace', { after }, STOPPED)) as DeepProgress,
  }
}
