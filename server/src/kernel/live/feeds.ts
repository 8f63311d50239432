/** The feeds of all channels, and their subscribers: a socket each, or a channel of a console's one socket. */
import type { Caller } from '../http/admission.ts'
import type { SocketWriter } from './socket-writer.ts'

/** Feeds that one subscriber may join besides its own; beyond that the oldest is left. */
const JOINED_FEEDS = 64

/** One connection, for channels on which clients speak too. */
export type Connection = {
  caller: Caller
  send(message: object): void
  /** See SocketWriter. */
  replay: SocketWriter['replay']
  /** Gets the messages of this feed as well. */
  join(feed: string): void
}

export type Subscriber = {
  writer: SocketWriter
  connection: Connection
  /** Ends it with a close code, as the channel no longer exists. */
  end(code: number, reason: string): void
  /** The feeds that it has joined, the channel's own first, which is never left. */
  joined: Set<string>
}

export type Feeds = Map<string, Set<Subscriber>>

export function join(feeds: Feeds, subscriber: Subscriber, feed: string): void {
  const { joined } = subscriber
  const [, oldest] = joined
  if (oldest !== undefined && joined.size > JOINED_FEEDS && !joined.has(feed))
    leave(feeds, subscriber, oldest)
  joined.add(feed)
  feeds.set(feed, (feeds.get(feed) ?? new Set()).add(subscriber))
}

export function leave(feeds: Feeds, subscriber: Subscriber, feed: string): void {
  subscriber.joined.delete(feed)
  const members = feeds.get(feed)
  members?.delete(subscriber)
  if (members?.size === 0) feeds.delete(feed)
}

export function leaveAll(feeds: Feeds, subscriber: Subscriber): void {
  for (const feed of subscriber.joined) leave(feeds, subscriber, feed)
}
