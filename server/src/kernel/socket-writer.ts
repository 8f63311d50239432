/**
 * Writes to one socket. Live frames go out at once, and a socket that does not keep up is disconnected. A replay may be
 * long: it respects backpressure, and live frames queue behind it meanwhile.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

const MAX_BUFFERED_BYTES = 4_000_000
/** Of live frames that are queued behind a replay. */
const MAX_QUEUED_CHARACTERS = 16_000_000
/** Replayed frames between two waits for the socket to drain. */
const BATCH = 200

/** Resolves when all are written, or the socket is closed. */
export type SendAll = (messages: Iterable<object>) => Promise<void>
type Wanted = () => boolean
export type SocketWriter = {
  /** Ahead of a running replay. */
  now(frame: string): void
  /** After a running replay; not at all if `wanted` answers no by then. */
  send(frame: string, wanted?: Wanted): void
  /** The same for several texts, already framed, in one write. */
  sendTogether(texts: string[], frames: Buffer): void
  /** Replays run one after another. What `send` gets after `work` began goes out after all that `work` sends. */
  replay(work: (sendAll: SendAll) => Promise<void>): Promise<void>
}

/** `connection`: the TCP socket below. Whole frames may be written to it: no compression, no fragments. */
export function createSocketWriter(socket: WebSocket, connection: Socket): SocketWriter {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let queue: { frame: string; wanted?: Wanted | undefined }[] | null = null
  let queuedCharacters = 0
  let last: Promise<void> = Promise.resolve()

  function now(frame: string): void {
    if (socket.readyState !== socket.OPEN) return
    // A replay waits for a slow socket, and one of its messages may be as long as all that may otherwise be buffered.
    if (queue === null && socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else socket.send(frame)
  }

  function send(frame: string, wanted?: Wanted): void {
    if (queue === null) return wanted?.() === false ? undefined : now(frame)
    queuedCharacters += frame.length
    if (queuedCharacters > MAX_QUEUED_CHARACTERS) socket.terminate()
    else queue.push({ frame, wanted })
  }

  function sendTogether(texts: string[], frames: Buffer): void {
    if (queue !== null) texts.forEach((text) => send(text))
    else if (socket.readyState !== socket.OPEN) return
    else if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else connection.write(frames)
  }

  async function drained(frame: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    // The callback's error is ignored: a closed socket ends the replay anyway.
    await Promise.race([new Promise<void>((resolve) => socket.send(frame, () => resolve())), closed])
  }

  /** Resolves when the last one is written. */
  async function write(frames: Iterable<string>): Promise<void> {
    let count = 0
    let last: string | null = null
    for (const frame of frames) {
      if (socket.readyState !== socket.OPEN) return
      if (last !== null) {
        if (++count % BATCH === 0) await drained(last)
        else socket.send(last)
      }
      last = frame
    }
    if (last !== null) await drained(last)
  }

  const sendAll: SendAll = async (messages) =>
    write(
      (function* () {
        for (const message of messages) yield JSON.stringify(message)
      })(),
    )

  async function flushQueue(): Promise<void> {
    while (queue && queue.length > 0) {
      const queued = queue
      queue = []
      queuedCharacters = 0
      await write(
        (function* () {
          for (const { frame, wanted } of queued) if (wanted?.() !== false) yield frame
        })(),
      )
    }
    queue = null
  }

  return {
    now,
    send,
    sendTogether,
    replay(work) {
      const current = last.then(async () => {
        queue = []
        try {
          await work(sendAll)
        } finally {
          await flushQueue()
        }
      })
      last = current.catch(() => undefined)
      return current
    },
  }
}
