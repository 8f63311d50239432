/** What comes fast goes out together: framed once for all who hear it, and written to each of them at once. */

/** The first of a burst goes at once, the others together this much later: far below what an eye tells apart. */
const WINDOW_MS = 20

export type Coalesce = {
  add(feed: string, text: string): void
  close(): void
}

/** `deliver` gets the texts of one feed in their order, and the same as whole WebSocket frames. */
export function createCoalesce(deliver: (feed: string, texts: string[], frames: Buffer) => void): Coalesce {
  const open = new Map<string, { texts: string[]; timer: NodeJS.Timeout }>()

  const now = (feed: string, texts: string[]) => deliver(feed, texts, Buffer.concat(texts.map(frameOf)))

  function pass(feed: string): void {
    const { texts = [] } = open.get(feed) ?? {}
    if (texts.length === 0) return void open.delete(feed)
    wait(feed)
    now(feed, texts)
  }
  const wait = (feed: string) => open.set(feed, { texts: [], timer: setTimeout(pass, WINDOW_MS, feed) })

  return {
    add(feed, text) {
      const waiting = open.get(feed)
      if (waiting) return void waiting.texts.push(text)
      wait(feed)
      now(feed, [text])
    },
    close() {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}

const FINAL_TEXT = 0x81

/** One unmasked, final text frame, as servers send them (RFC 6455, section 5.2). */
export function frameOf(text: string): Buffer {
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
