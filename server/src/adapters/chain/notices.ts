/** Signature subscriptions over one socket that is opened when first needed, and again by itself while anybody listens. */
import type { Signature } from '@solana/kit'
import { describe, type Log } from '../../kernel/log.ts'
import type { Notice, Notices } from '../../ports/chain.ts'
import { type Line, type Message, openLine } from './line.ts'

/** Open subscriptions at once; whoever comes later is told nothing. */
const MAX_EARS = 256
/** A node that does not answer a subscription in this time is not there any more. */
const ANSWER_MS = 5_000
const AGAIN_MS = { first: 250, most: 30_000 }

type Ear = {
  signature: Signature
  hear: (notice: Notice) => void
  /** Until the node has answered the subscription. */
  patience: NodeJS.Timeout | null
  subscription: string | null
}

export function createNotices(options: { url: string; log: Log; most?: number }): Notices {
  const { url, most = MAX_EARS } = options
  const log = options.log.child({ part: 'chain' })
  const ears = new Map<Signature, Ear>()
  /** By the id of the call, and by the node's number. */
  const asked = new Map<string, Ear>()
  const open = new Map<string, Ear>()
  let line: Line | null = null
  let ready = false
  let calls = 0
  let again: NodeJS.Timeout | null = null
  let backOff = 0
  let notBefore = 0
  let away = false
  let closed = false

  function connect(): void {
    if (closed || line || again || ears.size === 0) return
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
          for (const ear of ears.values()) subscribe(ear)
        },
        heard,
        lost,
      })
    } catch (error) {
      lost(describe(error).error)
    }
  }

  function subscribe(ear: Ear): void {
    if (!line) return
    const id = String(++calls)
    asked.set(id, ear)
    ear.patience = setTimeout(() => {
      line?.close()
      lost('no answer')
    }, ANSWER_MS).unref()
    line.call(id, 'signatureSubscribe', ear.signature)
  }

  function heard({ id, subscription, kind }: Message): void {
    if (id !== null) {
      const ear = asked.get(id)
      if (!ear) return
      asked.delete(id)
      calm(ear)
      if (subscription === null) log.debug({ signature: ear.signature }, 'the node takes no subscription')
      else if (ears.get(ear.signature) === ear) listening(ear, subscription)
      else line?.end(subscription)
      return
    }
    const ear = subscription === null || kind !== 'signature' ? undefined : open.get(subscription)
    if (!ear) return
    // The node ends a signature's subscription with its notification.
    forget(ear)
    ear.hear('told')
  }

  function listening(ear: Ear, subscription: string): void {
    ear.subscription = subscription
    open.set(subscription, ear)
    backOff = 0
    if (away) log.info({}, 'the subscriptions of the chain are back')
    away = false
    ear.hear('listening')
  }

  function lost(reason: string): void {
    line = null
    ready = false
    for (const ear of asked.values()) calm(ear)
    asked.clear()
    open.clear()
    backOff = Math.min(backOff === 0 ? AGAIN_MS.first : backOff * 2, AGAIN_MS.most)
    notBefore = performance.now() + backOff
    // Once an outage; a socket that nobody needed may go in silence.
    if (!away && ears.size > 0) {
      away = true
      log.warn({ reason }, 'no subscriptions from the chain: transactions are followed by asking alone')
    }
    for (const ear of ears.values()) ear.subscription = null
    for (const ear of ears.values()) ear.hear('lost')
    connect()
  }

  function calm(ear: Ear): void {
    if (ear.patience) clearTimeout(ear.patience)
    ear.patience = null
  }

  function forget(ear: Ear): void {
    if (ears.get(ear.signature) === ear) ears.delete(ear.signature)
    if (ear.subscription !== null) open.delete(ear.subscription)
  }

  return {
    listen(signature, hear) {
      if (closed || ears.size >= most || ears.has(signature)) return () => undefined
      const ear: Ear = { signature, hear, patience: null, subscription: null }
      ears.set(signature, ear)
      if (ready) subscribe(ear)
      else connect()
      return () => {
        if (ears.get(signature) !== ear) return
        forget(ear)
        // One that the node has not answered yet is ended when it does.
        if (ear.subscription !== null) line?.end(ear.subscription)
      }
    },
    close() {
      closed = true
      if (again) clearTimeout(again)
      for (const ear of asked.values()) calm(ear)
      ears.clear()
      line?.close()
      line = null
      ready = false
    },
  }
}
