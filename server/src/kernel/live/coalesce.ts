/**
 * Batches the messages of a feed: framed once for all its sockets, and one write per socket and window. Our own frame
 * writer instead of one `send` of ws per message and socket: bench/fan-out.ts measures what it saves.
 */
import { type Clock, systemClock } from '../clock.ts'

/** The first message of a burst goes out at once, later ones together within this time: too short to be noticed. */
const WINDOW_MS = 20

export type Coalesce = {
  add(feed: string, text: string): void
  close(): void
}
/** Gets the texts of one feed in order, and the same as complete WebSocket frames. */
export type Deliver = (feed: string, texts: string[], frames: Buffer) => void

export function createCoalesce(deliver: Deliver, clock: Pick<Clock, 'sleep'> = systemClock): Coalesce {
  /** For each feed, the messages since its window opened. */
  const windows = new Map<string, string[]>()

  const flush = (feed: string, texts: string[]) => deliver(feed, texts, Buffer.concat(texts.map(encodeFrame)))

  let running = false

  /** One timer for all feeds, for as long as messages keep coming on any of them. */
  async function runWindows(): Promise<void> {
    running = true
    while (windows.size > 0) {
      await clock.sleep(WINDOW_MS)
      for (const [feed, texts] of windows) {
        if (texts.length === 0) windows.delete(feed)
        else {
          windows.set(feed, [])
          flush(feed, texts)
        }
      }
    }
    running = false
  }

  return {
    add(feed, text) {
      const waiting = windows.get(feed)
      if (waiting) return void waiting.push(text)
      windows.set(feed, [])
      if (!running) void runWindows()
      flush(feed, [text])
    },
    close: () => windows.clear(),
  }
}

const FINAL_TEXT = 0x81

/** One unmasked, final text frame, as servers send them (RFC 6455, section 5.2). */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = FINAL_TEXT
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
