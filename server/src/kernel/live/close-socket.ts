import type { WebSocket } from 'ws'
import { after, type Clock } from '../clock.ts'

/** Close codes of RFC 6455, besides our own in the contract. */
export const UNSUPPORTED_DATA = 1003
export const POLICY_VIOLATION = 1008
export const TRY_AGAIN_LATER = 1013

/** A peer that has not answered the close after this long is cut off. */
const CLOSE_TIMEOUT_MS = 2_000

/** Closes the socket and reads nothing more from it. */
export function closeSocket(
  socket: WebSocket,
  { code, reason, clock }: { code: number; reason: string; clock: Pick<Clock, 'sleep'> },
): void {
  if (socket.readyState !== socket.OPEN) return
  socket.removeAllListeners('message')
  socket.close(code, reason)
  socket.once(
    'close',
    after(clock, CLOSE_TIMEOUT_MS, () => socket.terminate()),
  )
}
