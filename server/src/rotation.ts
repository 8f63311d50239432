/**
 * Rotation of the master key in a running server, requested by `npm run keys:rotate` over the control socket. Where the
 * key is configured the client supplies the new one, so that its owner has it before anything is sealed with it.
 */
import { askServer, type ControlSocket } from './control-socket.ts'
import type { Log } from './kernel/log.ts'

export type Rotatable = {
  /** The key comes from MASTER_KEY: `rotate` needs the new one. */
  configured: boolean
  rotate(next?: Uint8Array): Promise<void>
}

export function serveRotation(control: ControlSocket, rotatable: Rotatable, log: Log): void {
  control.register('keys:configured', async () => ({ configured: rotatable.configured }))
  control.register('keys:rotate', async ({ next }) => {
    if (!rotatable.configured) await rotatable.rotate()
    else {
      const key = new Uint8Array(Buffer.from(typeof next === 'string' ? next : '', 'base64'))
      if (key.length !== 32) throw new Error('the new key is missing')
      await rotatable.rotate(key)
    }
    log.info({}, 'the master key was rotated')
    return {}
  })
}

/** Requests it from the server of this data directory; 'absent': none runs there. `keyFor` supplies the new key. */
export async function requestRotation(
  dataDir: string,
  keyFor: (configured: boolean) => Uint8Array | null,
): Promise<'done' | 'failed' | 'absent'> {
  const reply = await askServer(dataDir, 'keys:configured')
  if (reply === 'absent') return 'absent'
  if (reply === 'failed' || !('answer' in reply)) return 'failed'
  const key = keyFor(reply.answer.configured === true)
  const done = await askServer(
    dataDir,
    'keys:rotate',
    key ? { next: Buffer.from(key).toString('base64') } : {},
  )
  return typeof done === 'object' && 'answer' in done ? 'done' : 'failed'
}
