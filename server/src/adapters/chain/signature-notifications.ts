/** Signature subscriptions over one socket that is opened when first needed, and again by itself while anybody listens. */
import type { Signature } from '@solana/kit'
import { describe, type Log } from '../../kernel/log.ts'
import type { SignatureNotice, SignatureNotifications } from '../../ports/signature-notifications.ts'
import { type Line, type Message, openLine } from './subscription-socket.ts'

/** Open subscriptions at once; whoever comes later is told nothing. */
const MAX_SUBSCRIPTIONS = 256
/** A node that does not answer a subscription in this time is not there any more. */
const ANSWER_MS = 5_000
const AGAIN_MS = { first: 250, most: 30_000 }

type Subscription = {
  signature: Signature
  notify: (notice: SignatureNotice) => void
  /** Until the node has answered the subscription. */
  timeout: NodeJS.Timeout | null
  number: string | null
}

export function createSignatureNotifications(options: {
  url: string
  log: Log
  most?: number
}): SignatureNotifications {
  const { url, most = MAX_SUBSCRIPTIONS } = options
  const log = options.log.child({ part: 'chain' })
  const subscriptions = new Map<Signature, Subscription>()
  /** By the id of the call, and by the node's number. */
  const asked = new Map<string, Subscription>()
  const open = new Map<string, Subscription>()
  let line: Line | null = null
  let ready = false
  let calls = 0
  let again: NodeJS.Timeout | null = null
  let backOff = 0
  let notBefore = 0
  let away = false
  let closed = false

  function connect(): void {
    if (closed || line || again || subscriptions.size === 0) return
    const wait = notBefore - performance.now()
    if (wait > 0) {
      again = setTimeout(() => {
        again = null
        connect()
      }, wait).unref()
      return
    }
    try {
      line = openLine(url, {
        open() {
          ready = true
          for (const sub of subscriptions.values()) subscribe(sub)
        },
        heard,
        lost,
      })
    } catch (error) {
      lost(describe(error).error)
    }
  }

  function subscribe(sub: Subscription): void {
    if (!line) return
    const id = String(++calls)
    asked.set(id, sub)
    sub.timeout = setTimeout(() => {
      line?.close()
      lost('no answer')
    }, ANSWER_MS).unref()
    line.call(id, 'signatureSubscribe', sub.signature)
  }

  function heard({ id, subscription, kind }: Message): void {
    if (id !== null) {
      const sub = asked.get(id)
      if (!sub) return
      asked.delete(id)
      clearAnswerTimeout(sub)
      if (subscription === null) log.debug({ signature: sub.signature }, 'the node takes no subscription')
      else if (subscriptions.get(sub.signature) === sub) listening(sub, subscription)
      else line?.end(subscription)
      return
    }
    const sub = subscription === null || kind !== 'signature' ? undefined : open.get(subscription)
    if (!sub) return
    // The node ends a signature's subscription with its notification.
    forget(sub)
    sub.notify('notified')
  }

  function listening(sub: Subscription, subscription: string): void {
    sub.number = subscription
    open.set(subscription, sub)
    backOff = 0
    if (away) log.info({}, 'the subscriptions of the chain are back')
    away = false
    sub.notify('subscribed')
  }

  function lost(reason: string): void {
    line = null
    ready = false
    for (const sub of asked.values()) clearAnswerTimeout(sub)
    asked.clear()
    open.clear()
    backOff = Math.min(backOff === 0 ? AGAIN_MS.first : backOff * 2, AGAIN_MS.most)
    notBefore = performance.now() + backOff
    // Once an outage; a socket that nobody needed may go in silence.
    if (!away && subscriptions.size > 0) {
      away = true
      log.warn({ reason }, 'no subscriptions from the chain: transactions are followed by asking alone')
    }
    for (const sub of subscriptions.values()) sub.number = null
    for (const sub of subscriptions.values()) sub.notify('unreliable')
    connect()
  }

  function clearAnswerTimeout(sub: Subscription): void {
    if (sub.timeout) clearTimeout(sub.timeout)
    sub.timeout = null
  }

  function forget(sub: Subscription): void {
    if (subscriptions.get(sub.signature) === sub) subscriptions.delete(sub.signature)
    if (sub.number !== null) open.delete(sub.number)
  }

  return {
    listen(signature, notify) {
      if (closed || subscriptions.size >= most || subscriptions.has(signature)) return () => undefined
      const sub: Subscription = { signature, notify, timeout: null, number: null }
      subscriptions.set(signature, sub)
      if (ready) subscribe(sub)
      else connect()
      return () => {
        if (subscriptions.get(signature) !== sub) return
        forget(sub)
        // One that the node has not answered yet is ended when it does.
        if (sub.number !== null) line?.end(sub.number)
      }
    },
    close() {
      closed = true
      if (again) clearTimeout(again)
      for (const sub of asked.values()) clearAnswerTimeout(sub)
      subscriptions.clear()
      line?.close()
      line = null
      ready = false
    },
  }
}
