/**
 * How `npm run keys:rotate` asks the running server for a new master key. The server says whether the key is configured;
 * then the asker gives the new one, so that the person who must set it holds it before anything is sealed with it.
 */
import { askServer, type ControlSocket } from './control-socket.ts'
import type { Log } from './kernel/log.ts'

export type Rotatable = {
  /** The master key is MASTER_KEY: `rotate` needs the new one. */
  configured: boolean
  rotate(next?: Uint8Array): Promise<void>
}

export function serveRotation(control: ControlSocket, rotatable: Rotatable, log: Log): void {
  control.register('keys:configured', async () => ({ configured: rotatable.configured }))
  control.register('keys:rotate', async ({ next }) => {
    if (!rotatable.configured) await rotatable.rotate()
    else {
      const key = new Uint8Array(Buffer.from(typeof next === 'string' ? next : '', 'base64'))
      if (key.length !== 32) throw new Error('the new key was not given')
      await rotatable.rotate(key)
    }
    log.info({}, 'the master key was changed')
    return {}
  })
}

/** Asks the server of this data directory. 'absent': none runs there. `keyFor` is told whether a key must be given. */
export async function askForRotation(
  dataDir: string,
  keyFor: (configured: boolean) => Uint8Array | null,
): Promise<'done' | 'failed' | 'absent'> {
  const told = await askServer(dataDir, 'keys:configured')
  if (told === 'absent') return 'absent'
  if (told === 'failed' || !('answer' in told)) return 'failed'
  const key = keyFor(told.answer.configured === true)
  const done = await askServer(
    dataDir,
    'keys:rotate',
    key ? { next: Buffer.from(key).toString('base64') } : {},
  )
  return typeof done === 'object' && 'answer' in done ? 'done' : 'failed'
}
