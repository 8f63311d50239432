/**
 * One socket for all channels of a console. Each channel is opened by a message, with the same checks and handlers as a
 * socket of its own, and its messages carry its path.
 */
import { CLOSE_NO_SESSION, CLOSE_NOT_FOUND } from '@purser/contract/limits.ts'
import { type DeskMessage, DeskRequest } from '@purser/contract/live.ts'
import { describe, type Log } from '../log.ts'
import {
  admit,
  type Channel,
  isPing,
  openChannel,
  type OpenChannel,
  type OpenSockets,
  parseJson,
  type Upgrade,
  watchSocket,
} from './accept-socket.ts'
import { TRY_AGAIN_LATER } from './close-socket.ts'
import { encodeFrame } from './coalesce.ts'
import type { Caller } from '../http/admission.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'

/** Channels of one socket. */
const MOST_CHANNELS = 200
/** A console that comes back subscribes to all of its channels at once. */
const RATE = { burst: 2 * MOST_CHANNELS, perSecond: 40 }
const SERVER_ERROR = 1011

export type FindChannel = (path: string) => { channel: Channel; params: Record<string, string> } | null

type DeskSocket = {
  sockets: OpenSockets
  findChannel: FindChannel
  log: Log
  caller: Caller
  writer: SocketWriter
  /** Keys are paths. */
  channels: Map<string, Entry>
}
/** Without `opened` its feed is still being looked up. */
type Entry = { opened?: OpenChannel }

export function acceptDeskSocket(
  sockets: OpenSockets,
  { findChannel, log }: Pick<DeskSocket, 'findChannel' | 'log'>,
  { socket, request }: Upgrade,
): void {
  const admitted = admit(sockets, { socket, request }, RATE)
  if (!admitted) return
  const { caller, inbox, refuse } = admitted
  if (sockets.endedSessions.has(caller.sessionId)) return refuse(CLOSE_NO_SESSION, 'signed out')
  const open = watchSocket(sockets, { socket, caller })
  const writer = createSocketWriter(socket, request.raw.socket)
  const desk: DeskSocket = { sockets, findChannel, log, caller, writer, channels: new Map() }
  socket.once('close', () => {
    for (const { opened } of desk.channels.values()) opened?.leave()
    desk.channels.clear()
  })
  inbox.onMessage((text) => {
    open.alive = true
    if (isPing(text)) return writer.now('{"type":"pong"}')
    const { data } = DeskRequest.safeParse(parseJson(text))
    if (!data) return
    if (data.type === 'subscribe') void subscribe(desk, data.channel)
    else if (data.type === 'unsubscribe') leave(desk, data.channel)
    else desk.channels.get(data.channel)?.opened?.receive(data.message)
  })
}

const tell = ({ writer }: DeskSocket, message: DeskMessage): void => writer.send(JSON.stringify(message))

function leave({ channels }: DeskSocket, path: string): void {
  channels.get(path)?.opened?.leave()
  channels.delete(path)
}

/** The console learns the code with which a socket of this channel alone would have been closed. */
function end(desk: DeskSocket, path: string, code: number): void {
  leave(desk, path)
  tell(desk, { channel: path, type: 'closed', code })
}

async function subscribe(desk: DeskSocket, path: string): Promise<void> {
  const { sockets, findChannel, log, caller, writer, channels } = desk
  if (channels.has(path)) return
  if (channels.size >= MOST_CHANNELS) return end(desk, path, TRY_AGAIN_LATER)
  const found = findChannel(path)
  if (!found) return end(desk, path, CLOSE_NOT_FOUND)
  const { channel, params } = found
  const entry: Entry = {}
  channels.set(path, entry)
  // It may leave, and come back, while its feed is looked up.
  const isWanted = () => channels.get(path) === entry
  try {
    const feed = await channel.findFeed(caller, params)
    if (!isWanted()) return
    if (feed === null) return end(desk, path, CLOSE_NOT_FOUND)
    tell(desk, { channel: path, type: 'opened' })
    entry.opened = openChannel(sockets, {
      caller,
      writer: wrapWriter(writer, path),
      feed,
      params,
      handlers: channel.handlers,
      end: (code) => end(desk, path, code),
    })
  } catch (error) {
    log.error({ path, ...describe(error) }, 'a channel could not be opened')
    if (isWanted()) end(desk, path, SERVER_ERROR)
  }
}

/** Every message carries the path of its channel. */
function wrapWriter(writer: SocketWriter, channel: string): SocketWriter {
  const head = `{"channel":${JSON.stringify(channel)},"message":`
  const wrap = (frame: string): string => `${head}${frame}}`
  return {
    now: (frame) => writer.now(wrap(frame)),
    send: (frame, wanted) => writer.send(wrap(frame), wanted),
    sendTogether(texts) {
      const wrapped = texts.map(wrap)
      writer.sendTogether(wrapped, Buffer.concat(wrapped.map(encodeFrame)))
    },
    replay: (work) => writer.replay((sendAll) => work((messages) => sendAll(wrapAll(messages, channel)))),
  }
}
function* wrapAll(messages: Iterable<object>, channel: string): Iterable<object> {
  for (const message of messages) yield { channel, message }
}
