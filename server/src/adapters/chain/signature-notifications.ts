/** Signature subscriptions over one socket, opened when first needed and reopened while there are subscriptions. */
import type { Signature } from '@solana/kit'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { SignatureNotice, SignatureNotifications } from '../../ports/signature-notifications.ts'
import { type Message, openSocket, type SubscriptionSocket } from './subscription-socket.ts'

/** Open subscriptions at once; further ones are not notified. */
const MAX_SUBSCRIPTIONS = 256
/** A node that does not answer a subscription in this time counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000
const BACK_OFF_MS = { first: 250, most: 30_000 }

type Subscription = {
  signature: Signature
  notify: (notice: SignatureNotice) => void
  /** Until the node has answered the subscription. */
  timeout: AbortController | null
  /** The node's id of it. */
  id: string | null
}

export function createSignatureNotifications(options: {
  url: string
  log: Log
  clock?: Clock
  most?: number
}): SignatureNotifications {
  const { url, most = MAX_SUBSCRIPTIONS, clock = systemClock } = options
  const log = options.log.child({ part: 'chain' })
  const subscriptions = new Map<Signature, Subscription>()
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

  function request(sub: Subscription): void {
    if (!socket) return
    const call = String(++calls)
    unanswered.set(call, sub)
    sub.timeout = after(ANSWER_TIMEOUT_MS, () => {
      socket?.close()
      onLost('no answer')
    })
    socket.call(call, 'signatureSubscribe', sub.signature)
  }

  function onMessage({ id, subscription, kind }: Message): void {
    if (id !== null) {
      const sub = unanswered.get(id)
      if (!sub) return
      unanswered.delete(id)
      clearAnswerTimeout(sub)
      if (subscription === null) log.debug({ signature: sub.signature }, 'the node takes no subscription')
      else if (subscriptions.get(sub.signature) === sub) onSubscribed(sub, subscription)
      else socket?.unsubscribe(subscription)
      return
    }
    const sub = subscription === null || kind !== 'signature' ? undefined : confirmed.get(subscription)
    if (!sub) return
    // The node ends a signature's subscription with its notification.
    forget(sub)
    sub.notify('notified')
  }

  function onSubscribed(sub: Subscription, subscription: string): void {
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
    sub.timeout?.abort()
    sub.timeout = null
  }

  function forget(sub: Subscription): void {
    if (subscriptions.get(sub.signature) === sub) subscriptions.delete(sub.signature)
    if (sub.id !== null) confirmed.delete(sub.id)
  }

  return {
    subscribe(signature, notify) {
      if (closed || subscriptions.size >= most || subscriptions.has(signature)) return () => undefined
      const sub: Subscription = { signature, notify, timeout: null, id: null }
      subscriptions.set(signature, sub)
      if (ready) request(sub)
      else connect()
      return () => {
        if (subscriptions.get(signature) !== sub) return
        forget(sub)
        // One that the node has not answered yet is ended when it does.
        if (sub.id !== null) socket?.unsubscribe(sub.id)
      }
    },
    close() {
      closed = true
      reconnecting?.abort()
      for (const sub of unanswered.values()) clearAnswerTimeout(sub)
      subscriptions.clear()
      socket?.close()
      socket = null
      ready = false
    },
  }
}
