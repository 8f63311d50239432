/**
 * Writes to one socket. Live frames go out at once, and a socket that does not keep up is disconnected. A replay may be
 * long: it respects backpressure, and live frames queue behind it meanwhile.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

const MAX_BUFFERED_BYTES = 4_000_000
/** The most that live frames may hold that are queued behind a replay. */
const MAX_QUEUED_CHARACTERS = 16_000_000
/** Replayed frames between two waits for the socket to drain. */
const BATCH = 200

/** Resolves when all are written, or the socket is closed. */
export type SendAll = (messages: Iterable<object>) => Promise<void>
type Wanted = () => boolean
export type SocketWriter = {
  /** Sends ahead of a running replay. */
  now(frame: string): void
  /** Sends after a running replay; not at all if `wanted` is false by then. */
  send(frame: string, wanted?: Wanted): void
  /** The same for several texts, already framed, in one write. */
  sendTogether(texts: string[], frames: Buffer): void
  /** Replays run one after another. Frames passed to `send` after `work` began go out after all that `work` sends. */
  replay(work: (sendAll: SendAll) => Promise<void>): Promise<void>
}

type WriterState = {
  socket: WebSocket
  connection: Socket
  closed: Promise<void>
  /** Live frames that wait for a running replay; null: none is running. */
  queue: { frame: string; wanted?: Wanted | undefined }[] | null
  queuedCharacters: number
  /** Settles with the last replay. */
  last: Promise<void>
}

/** `connection`: the TCP socket below. Whole frames may be written to it: no compression, no fragments. */
export function createSocketWriter(socket: WebSocket, connection: Socket): SocketWriter {
  const writer: WriterState = {
    socket,
    connection,
    closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
    queue: null,
    queuedCharacters: 0,
    last: Promise.resolve(),
  }
  return {
    now: (frame) => sendNow(writer, frame),
    send: (frame, wanted) => send(writer, frame, wanted),
    sendTogether: (texts, frames) => sendTogether(writer, texts, frames),
    replay: (work) => replay(writer, work),
  }
}

function sendNow({ socket, queue }: WriterState, frame: string): void {
  if (socket.readyState !== socket.OPEN) return
  // A replay waits for a slow socket, and one of its messages may be as long as all that may otherwise be buffered.
  if (queue === null && socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  else socket.send(frame)
}

function send(writer: WriterState, frame: string, wanted?: Wanted): void {
  if (writer.queue === null) return wanted?.() === false ? undefined : sendNow(writer, frame)
  writer.queuedCharacters += frame.length
  if (writer.queuedCharacters > MAX_QUEUED_CHARACTERS) writer.socket.terminate()
  else writer.queue.push({ frame, wanted })
}

function sendTogether(writer: WriterState, texts: string[], frames: Buffer): void {
  const { socket, connection, queue } = writer
  if (queue !== null) texts.forEach((text) => send(writer, text))
  else if (socket.readyState !== socket.OPEN) return
  else if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  else connection.write(frames)
}

function replay(writer: WriterState, work: (sendAll: SendAll) => Promise<void>): Promise<void> {
  const current = writer.last.then(async () => {
    writer.queue = []
    try {
      await work((messages) => write(writer, toFrames(messages)))
    } finally {
      await flushQueue(writer)
    }
  })
  writer.last = current.catch(() => undefined)
  return current
}

function* toFrames(messages: Iterable<object>): Iterable<string> {
  for (const message of messages) yield JSON.stringify(message)
}

async function flushQueue(writer: WriterState): Promise<void> {
  while (writer.queue && writer.queue.length > 0) {
    const queued = writer.queue
    writer.queue = []
    writer.queuedCharacters = 0
    await write(writer, wantedFrames(queued))
  }
  writer.queue = null
}

function* wantedFrames(queued: NonNullable<WriterState['queue']>): Iterable<string> {
  for (const { frame, wanted } of queued) if (wanted?.() !== false) yield frame
}

/** Resolves when the last one is written. */
async function write(writer: WriterState, frames: Iterable<string>): Promise<void> {
  const { socket } = writer
  let count = 0
  let last: string | null = null
  for (const frame of frames) {
    if (socket.readyState !== socket.OPEN) return
    if (last !== null) {
      if (++count % BATCH === 0) await drain(writer, last)
      else socket.send(last)
    }
    last = frame
  }
  if (last !== null) await drain(writer, last)
}

/** Sends the frame and waits until it is written, or the socket is closed. */
async function drain({ socket, closed }: WriterState, frame: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  // The callback's error is ignored: a closed socket ends the replay anyway.
  await Promise.race([new Promise<void>((resolve) => socket.send(frame, () => resolve())), closed])
}
