/**
 * What goes out on one socket: live frames at once, a socket that does not keep up with them is cut off. What is replayed
 * may be long and is written no faster than the socket takes it; live frames wait behind it meanwhile.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

const MAX_BUFFERED_BYTES = 4_000_000
/** Of live frames that wait for the end of a replay. */
const MAX_HELD_CHARACTERS = 16_000_000
/** Frames that are replayed before the socket is waited for. */
const BATCH = 200

/** Resolves when the socket has taken all of them, or is gone. */
export type Tell = (messages: Iterable<object>) => Promise<void>
export type SocketWriter = {
  /** Past whatever is being replayed. */
  now(frame: string): void
  /** After whatever is being replayed. */
  send(frame: string): void
  /** The same for several texts that are framed already, in one write. */
  sendTogether(texts: string[], frames: Buffer): void
  /** One replay after another. What is sent from the beginning of `work` on goes out after all that it tells. */
  replay(work: (tell: Tell) => Promise<void>): Promise<void>
}

/** `line` is what carries the socket: whole frames may be written to it, for nothing is compressed or cut into parts here. */
export function createSocketWriter(socket: WebSocket, line: Socket): SocketWriter {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let held: string[] | null = null
  let heldCharacters = 0
  let last: Promise<void> = Promise.resolve()

  function now(frame: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else socket.send(frame)
  }

  function send(frame: string): void {
    if (held === null) return now(frame)
    heldCharacters += frame.length
    if (heldCharacters > MAX_HELD_CHARACTERS) socket.terminate()
    else held.push(frame)
  }

  function sendTogether(texts: string[], frames: Buffer): void {
    if (held !== null) texts.forEach(send)
    else if (socket.readyState !== socket.OPEN) return
    else if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else line.write(frames)
  }

  async function drained(frame: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    // With an error when the socket ends before: that is no concern here.
    await Promise.race([new Promise<void>((resolve) => socket.send(frame, () => resolve())), gone])
  }

  async function write(frames: Iterable<string>): Promise<void> {
    let count = 0
    for (const frame of frames) {
      if (socket.readyState !== socket.OPEN) return
      if (++count % BATCH === 0) await drained(frame)
      else socket.send(frame)
    }
  }

  const tell: Tell = async (messages) =>
    write(
      (function* () {
        for (const message of messages) yield JSON.stringify(message)
      })(),
    )

  async function release(): Promise<void> {
    while (held && held.length > 0) {
      const frames = held
      held = []
      heldCharacters = 0
      await write(frames)
    }
    held = null
  }

  return {
    now,
    send,
    sendTogether,
    replay(work) {
      const mine = last.then(async () => {
        held = []
        try {
          await work(tell)
        } finally {
          await release()
        }
      })
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
