/** Subscriptions over one socket, opened when first needed and reopened while there are subscriptions. */
import { type Clock, every, systemClock, WOKEN } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type {
  AddressNotifications,
  SignatureNotice,
  SignatureNotifications,
} from '../../../ports/signature-notifications.ts'
import { createEndpointCommitment, type EndpointCommitment, isUnknownWord, type Moved } from './commitment.ts'
import { type Message, openSocket, type Subscribed, type SubscriptionSocket } from './subscription-socket.ts'

/** The most open subscriptions, for signatures and for addresses; further ones are not notified. */
const MAX_SUBSCRIPTIONS = 256
const MAX_ADDRESSES = 128
/** Pings keep a socket for addresses open, and prove that it is: it may carry nothing else for hours. */
const PING_MS = 45_000
/** A node that does not answer a subscription in this time counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000
const BACK_OFF_MS = { first: 250, most: 30_000 }

type Notify = (notice: SignatureNotice) => void
type Subscription = {
  kind: Subscribed
  /** The signature or the address. */
  key: string
  notify: Notify
  /** Until the node has answered the subscription. */
  timeout: AbortController | null
  /** The id that the node gave it. */
  id: string | null
  /** The commitment at which it is notified. */
  at: Moved
}

/** The socket, when there is one, and the subscriptions that it is opened for. */
type Connection = {
  url: string
  clock: Clock
  log: Log
  commitment: EndpointCommitment
  /** Keyed by kind and key. */
  subscriptions: Map<string, Subscription>
  /** Keyed by the id of the call. */
  unanswered: Map<string, Subscription>
  /** Keyed by the id that the node gave. */
  confirmed: Map<string, Subscription>
  socket: SubscriptionSocket | null
  ready: boolean
  /** Numbers the calls. */
  calls: number
  reconnecting: AbortController | null
  backOff: number
  notBefore: number
  unavailable: boolean
  closed: boolean
  pinged: { call: string; timeout: AbortController } | null
}

export type NotificationOptions = {
  url: string
  log: Log
  clock?: Clock
  /** The commitment of the endpoint whose subscriptions these are. */
  commitment?: EndpointCommitment | undefined
  most?: number
  mostAddresses?: number
}

export function createSignatureNotifications(
  options: NotificationOptions,
): SignatureNotifications & AddressNotifications {
  const { most = MAX_SUBSCRIPTIONS, mostAddresses = MAX_ADDRESSES } = options
  const connection = emptyConnection(options)
  const stopPings = every(connection.clock, PING_MS, () => ping(connection))
  return {
    subscribe(key, notify) {
      if (isFull(connection, { kind: 'signature', key }, most)) return () => undefined
      return subscribe(connection, { kind: 'signature', key }, notify)
    },
    subscribeAddress(key, notify) {
      if (isFull(connection, { kind: 'logs', key }, mostAddresses)) return null
      return subscribe(connection, { kind: 'logs', key }, notify)
    },
    close() {
      stopPings()
      close(connection)
    },
  }
}

const emptyConnection = (options: NotificationOptions): Connection => ({
  url: options.url,
  clock: options.clock ?? systemClock,
  log: options.log.child({ part: 'chain' }),
  commitment: options.commitment ?? createEndpointCommitment(),
  subscriptions: new Map(),
  unanswered: new Map(),
  confirmed: new Map(),
  socket: null,
  ready: false,
  calls: 0,
  reconnecting: null,
  backOff: 0,
  notBefore: 0,
  unavailable: false,
  closed: false,
  pinged: null,
})

type Topic = Pick<Subscription, 'kind' | 'key'>
const topicKey = ({ kind, key }: Topic) => `${kind} ${key}`

const countOpen = ({ subscriptions }: Connection, kind: Subscribed) =>
  [...subscriptions.values()].filter((sub) => sub.kind === kind).length

const isFull = (connection: Connection, topic: Topic, limit: number) =>
  connection.closed ||
  countOpen(connection, topic.kind) >= limit ||
  connection.subscriptions.has(topicKey(topic))

/** Returns how to unsubscribe. */
function subscribe(connection: Connection, { kind, key }: Topic, notify: Notify): () => void {
  const sub: Subscription = {
    kind,
    key,
    notify,
    timeout: null,
    id: null,
    at: connection.commitment.moved(),
  }
  connection.subscriptions.set(topicKey(sub), sub)
  if (connection.ready) request(connection, sub)
  else connect(connection)
  return () => unsubscribe(connection, sub)
}

function unsubscribe(connection: Connection, sub: Subscription): void {
  if (connection.subscriptions.get(topicKey(sub)) !== sub) return
  forget(connection, sub)
  // A subscription that the node has not answered yet is ended once it has.
  if (sub.id !== null) connection.socket?.unsubscribe(sub.kind, sub.id)
}

function forget({ subscriptions, confirmed }: Connection, sub: Subscription): void {
  if (subscriptions.get(topicKey(sub)) === sub) subscriptions.delete(topicKey(sub))
  if (sub.id !== null) confirmed.delete(sub.id)
}

function connect(connection: Connection): void {
  const { url, clock, subscriptions } = connection
  if (connection.closed || connection.socket || connection.reconnecting || subscriptions.size === 0) return
  const wait = connection.notBefore - clock.monotonic()
  if (wait > 0) {
    connection.reconnecting = startTimer(clock, wait, () => {
      connection.reconnecting = null
      connect(connection)
    })
    return
  }
  try {
    connection.socket = openSocket(url, clock, {
      onOpen() {
        connection.ready = true
        for (const sub of subscriptions.values()) request(connection, sub)
      },
      onMessage: (message) => receive(connection, message),
      onLost: (reason) => loseSocket(connection, reason),
    })
  } catch (error) {
    loseSocket(connection, describe(error).error)
  }
}

/** Asks the node for the subscription. */
function request(connection: Connection, sub: Subscription, at = connection.commitment.moved()): void {
  if (!connection.socket) return
  sub.at = at
  const call = String(++connection.calls)
  connection.unanswered.set(call, sub)
  sub.timeout = expectAnswer(connection)
  connection.socket.subscribe(call, sub)
}

function ping(connection: Connection): void {
  const { socket, ready, pinged } = connection
  if (!socket || !ready || pinged || countOpen(connection, 'logs') === 0) return
  connection.pinged = { call: `ping ${++connection.calls}`, timeout: expectAnswer(connection) }
  socket.ping(connection.pinged.call)
}

function forgetPing(connection: Connection): void {
  connection.pinged?.timeout.abort(WOKEN)
  connection.pinged = null
}

const expectAnswer = (connection: Connection): AbortController =>
  startTimer(connection.clock, ANSWER_TIMEOUT_MS, () => {
    connection.socket?.close()
    loseSocket(connection, 'no answer')
  })

function clearAnswerTimeout(sub: Subscription): void {
  sub.timeout?.abort(WOKEN)
  sub.timeout = null
}

function receive(connection: Connection, message: Message): void {
  if (message.id !== null) return receiveAnswer(connection, message.id, message)
  const { subscription, kind } = message
  const sub = subscription === null ? undefined : connection.confirmed.get(subscription)
  if (sub?.kind !== kind) return
  // The node ends a signature's subscription with its notification.
  if (kind === 'signature') forget(connection, sub)
  sub.notify('notified')
}

function receiveAnswer(connection: Connection, id: string, { subscription, code }: Message): void {
  const { pinged, unanswered, subscriptions, log } = connection
  if (id === pinged?.call) return forgetPing(connection)
  const sub = unanswered.get(id)
  if (!sub) return
  unanswered.delete(id)
  clearAnswerTimeout(sub)
  if (subscription === null && isUnknownWord(code) && sub.at !== 'finalized')
    request(connection, sub, 'finalized')
  else if (subscription === null) log.debug({ [sub.kind]: sub.key }, 'the node takes no subscription')
  else if (subscriptions.get(topicKey(sub)) === sub) confirm(connection, sub, subscription)
  else connection.socket?.unsubscribe(sub.kind, subscription)
}

function confirm(connection: Connection, sub: Subscription, subscription: string): void {
  if (sub.at === 'finalized') connection.commitment.raise()
  sub.id = subscription
  connection.confirmed.set(subscription, sub)
  connection.backOff = 0
  if (connection.unavailable) connection.log.info({}, 'the subscriptions of the chain are back')
  connection.unavailable = false
  sub.notify('subscribed')
}

/** Warns all subscribers and connects again after a while. */
function loseSocket(connection: Connection, reason: string): void {
  const { clock, log, subscriptions, unanswered, confirmed } = connection
  connection.socket = null
  connection.ready = false
  for (const sub of unanswered.values()) clearAnswerTimeout(sub)
  unanswered.clear()
  confirmed.clear()
  forgetPing(connection)
  const { first, most } = BACK_OFF_MS
  connection.backOff = Math.min(connection.backOff === 0 ? first : connection.backOff * 2, most)
  connection.notBefore = clock.monotonic() + connection.backOff
  // Once an outage; the loss of a socket that nobody needs is not logged.
  if (!connection.unavailable && subscriptions.size > 0) {
    connection.unavailable = true
    log.warn({ reason }, 'no subscriptions from the chain: transactions are followed by polling alone')
  }
  for (const sub of subscriptions.values()) sub.id = null
  for (const sub of subscriptions.values()) sub.notify('unreliable')
  connect(connection)
}

function close(connection: Connection): void {
  connection.closed = true
  forgetPing(connection)
  connection.reconnecting?.abort(WOKEN)
  for (const sub of connection.unanswered.values()) clearAnswerTimeout(sub)
  connection.subscriptions.clear()
  connection.socket?.close()
  connection.socket = null
  connection.ready = false
}

/** Unlike `after` of the clock, it keeps the process alive. */
function startTimer(clock: Clock, ms: number, run: () => void): AbortController {
  const waiting = new AbortController()
  void clock.sleep(ms, waiting.signal).then(() => {
    if (!waiting.signal.aborted) run()
  })
  return waiting
}
