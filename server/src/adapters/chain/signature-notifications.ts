/** Subscriptions over one socket, opened when first needed and reopened while there are subscriptions. */
import { type Clock, every, systemClock, WOKEN } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type {
  AddressNotifications,
  SignatureNotice,
  SignatureNotifications,
} from '../../ports/signature-notifications.ts'
import { createEndpointCommitment, type EndpointCommitment, isUnknownWord, type Moved } from './commitment.ts'
import { type Message, openSocket, type Subscribed, type SubscriptionSocket } from './subscription-socket.ts'

/** Open subscriptions at once, of signatures and of addresses; further ones are not notified. */
const MAX_SUBSCRIPTIONS = 256
const MAX_ADDRESSES = 128
/** What keeps a socket for addresses open, and tells that it is: nothing may be said on it for hours. */
const PING_MS = 45_000
/** A node that does not answer a subscription in this time counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000
const BACK_OFF_MS = { first: 250, most: 30_000 }

type Subscription = {
  kind: Subscribed
  /** The signature or the address. */
  key: string
  notify: (notice: SignatureNotice) => void
  /** Until the node has answered the subscription. */
  timeout: AbortController | null
  /** The node's id of it. */
  id: string | null
  /** At which it is notified. */
  at: Moved
}

export function createSignatureNotifications(options: {
  url: string
  log: Log
  clock?: Clock
  /** Of the endpoint whose subscriptions these are. */
  commitment?: EndpointCommitment | undefined
  most?: number
  mostAddresses?: number
}): SignatureNotifications & AddressNotifications {
  const { url, most = MAX_SUBSCRIPTIONS, mostAddresses = MAX_ADDRESSES, clock = systemClock } = options
  const log = options.log.child({ part: 'chain' })
  const { commitment = createEndpointCommitment() } = options
  /** By kind and key. */
  const subscriptions = new Map<string, Subscription>()
  /** By the id of the call. */
  const unanswered = new Map<string, Subscription>()
  /** By the node's id. */
  const confirmed = new Map<string, Subscription>()
  let socket: SubscriptionSocket | null = null
  let ready = false
  let calls = 0
  let reconnecting: AbortController | null = null
  let backOff = 0
  let notBefore = 0
  let unavailable = false
  let closed = false
  let pinged: { call: string; timeout: AbortController } | null = null
  const stopPings = every(clock, PING_MS, ping)
  const openOf = (kind: Subscribed) => [...subscriptions.values()].filter((sub) => sub.kind === kind).length

  function after(ms: number, run: () => void): AbortController {
    const waiting = new AbortController()
    void clock.sleep(ms, waiting.signal).then(() => {
      if (!waiting.signal.aborted) run()
    })
    return waiting
  }

  function connect(): void {
    if (closed || socket || reconnecting || subscriptions.size === 0) return
    const wait = notBefore - clock.monotonic()
    if (wait > 0) {
      reconnecting = after(wait, () => {
        reconnecting = null
        connect()
      })
      return
    }
    try {
      socket = openSocket(url, clock, {
        onOpen() {
          ready = true
          for (const sub of subscriptions.values()) request(sub)
        },
        onMessage,
        onLost,
      })
    } catch (error) {
      onLost(describe(error).error)
    }
  }

  const expectAnswer = () =>
    after(ANSWER_TIMEOUT_MS, () => {
      socket?.close()
      onLost('no answer')
    })

  function request(sub: Subscription, at = commitment.moved()): void {
    if (!socket) return
    sub.at = at
    const call = String(++calls)
    unanswered.set(call, sub)
    sub.timeout = expectAnswer()
    socket.subscribe(call, sub)
  }

  function ping(): void {
    if (!socket || !ready || pinged || openOf('logs') === 0) return
    pinged = { call: `ping ${++calls}`, timeout: expectAnswer() }
    socket.ping(pinged.call)
  }

  function forgetPing(): void {
    pinged?.timeout.abort(WOKEN)
    pinged = null
  }

  function onMessage({ id, subscription, kind, code }: Message): void {
    if (id !== null) {
      if (id === pinged?.call) return forgetPing()
      const sub = unanswered.get(id)
      if (!sub) return
      unanswered.delete(id)
      clearAnswerTimeout(sub)
      if (subscription === null && isUnknownWord(code) && sub.at !== 'finalized') request(sub, 'finalized')
      else if (subscription === null) log.debug({ [sub.kind]: sub.key }, 'the node takes no subscription')
      else if (subscriptions.get(idOf(sub)) === sub) onSubscribed(sub, subscription)
      else socket?.unsubscribe(sub.kind, subscription)
      return
    }
    const sub = subscription === null ? undefined : confirmed.get(subscription)
    if (sub?.kind !== kind) return
    // The node ends a signature's subscription with its notification.
    if (kind === 'signature') forget(sub)
    sub.notify('notified')
  }

  function onSubscribed(sub: Subscription, subscription: string): void {
    if (sub.at === 'finalized') commitment.raise()
    sub.id = subscription
    confirmed.set(subscription, sub)
    backOff = 0
    if (unavailable) log.info({}, 'the subscriptions of the chain are back')
    unavailable = false
    sub.notify('subscribed')
  }

  function onLost(reason: string): void {
    socket = null
    ready = false
    for (const sub of unanswered.values()) clearAnswerTimeout(sub)
    unanswered.clear()
    confirmed.clear()
    forgetPing()
    backOff = Math.min(backOff === 0 ? BACK_OFF_MS.first : backOff * 2, BACK_OFF_MS.most)
    notBefore = clock.monotonic() + backOff
    // Once an outage; the loss of a socket that nobody needs is not logged.
    if (!unavailable && subscriptions.size > 0) {
      unavailable = true
      log.warn({ reason }, 'no subscriptions from the chain: transactions are followed by polling alone')
    }
    for (const sub of subscriptions.values()) sub.id = null
    for (const sub of subscriptions.values()) sub.notify('unreliable')
    connect()
  }

  function clearAnswerTimeout(sub: Subscription): void {
    sub.timeout?.abort(WOKEN)
    sub.timeout = null
  }

  function forget(sub: Subscription): void {
    if (subscriptions.get(idOf(sub)) === sub) subscriptions.delete(idOf(sub))
    if (sub.id !== null) confirmed.delete(sub.id)
  }

  function add(sub: Subscription): () => void {
    subscriptions.set(idOf(sub), sub)
    if (ready) request(sub)
    else connect()
    return () => {
      if (subscriptions.get(idOf(sub)) !== sub) return
      forget(sub)
      // One that the node has not answered yet is ended when it does.
      if (sub.id !== null) socket?.unsubscribe(sub.kind, sub.id)
    }
  }
  const isFull = (kind: Subscribed, key: string, limit: number) =>
    closed || openOf(kind) >= limit || subscriptions.has(idOf({ kind, key }))

  return {
    subscribe(key, notify) {
      if (isFull('signature', key, most)) return () => undefined
      return add({ kind: 'signature', key, notify, timeout: null, id: null, at: commitment.moved() })
    },
    subscribeAddress(key, notify) {
      if (isFull('logs', key, mostAddresses)) return null
      return add({ kind: 'logs', key, notify, timeout: null, id: null, at: commitment.moved() })
    },
    close() {
      closed = true
      stopPings()
      forgetPing()
      reconnecting?.abort(WOKEN)
      for (const sub of unanswered.values()) clearAnswerTimeout(sub)
      subscriptions.clear()
      socket?.close()
      socket = null
      ready = false
    },
  }
}

const idOf = ({ kind, key }: Pick<Subscription, 'kind' | 'key'>) => `${kind} ${key}`
