/**
 * The login token of this browser, and the owner of its caches. All tabs are of one session: when one signs in or out,
 * or its session ends, the others follow at once, and one that was frozen meanwhile before it sends anything.
 */
import { SESSION_ENDED_SENTENCE, SIGNED_OUT_SENTENCE } from '@purser/contract/fault-texts.ts'
import { sessionKeys, storageKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import {
  clearHere,
  clearUser,
  onOtherTab,
  readHere,
  readText,
  remove,
  writeHere,
  writeText,
} from './storage/storage.ts'

let current = readText(storageKeys.token)
/** False if the browser stores nothing: then there is nothing to follow either. */
let isStored = current !== null
/** The owner of the data that this document has in memory. */
let inMemory = readText(storageKeys.cachesOf)
/** The reason why the last session ended, if the sign-in page should show it. */
let reason: string | undefined
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export const token = () => current
export const endReason = () => reason
/** The owner of the caches of this browser; null: nobody. */
export const cachesOf = () => readText(storageKeys.cachesOf)

/**
 * From now on the caches belong to this user: those of another are removed. Returns whether this document still has
 * data of another in memory, and must be reloaded.
 */
export function claimCaches(owner: string): boolean {
  const before = cachesOf()
  // Without an owner they belong to the continuing session, or the owner is unknown.
  if (before !== owner && (before !== null || current === null)) clearUser([storageKeys.token])
  writeText(storageKeys.cachesOf, owner)
  writeHere(sessionKeys.owner, owner)
  const isOther = inMemory !== null && inMemory !== owner
  inMemory = owner
  return isOther
}

export function beginSession(fresh: string): void {
  current = fresh
  reason = undefined
  isStored = writeText(storageKeys.token, fresh)
  notify()
}

/**
 * Call it when the server does not accept this token any more; nothing happens if another session has begun since.
 * Caches and drafts stay for the same user's next session.
 */
export function endSession(bearer = current, why = SESSION_ENDED_SENTENCE): void {
  if (current === null || bearer !== current) return
  // Another tab was faster: it logged out, which ended the session, or has begun another.
  if (isStored && readText(storageKeys.token) !== bearer) return followTabs()
  // The other tab logs out, and the server reports it before the browser has reported all of it.
  const isOut = isStored && inMemory !== null && cachesOf() === null
  if (isOut) clearHere()
  current = null
  reason = isOut ? SIGNED_OUT_SENTENCE : why
  remove(storageKeys.token)
  notify()
}

/** The user signs out: none of their data stays in this browser. */
export function clearSession(): void {
  // This comes first: other tabs are notified of one key after another, and recognize a logout by this one.
  remove(storageKeys.cachesOf)
  clearUser()
  current = null
  reason = undefined
  notify()
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function follow(stored: string | null): void {
  if (stored === current) return
  const before = current
  current = null
  const owner = cachesOf()
  if (stored === null) {
    // A logout leaves no owner behind.
    reason = owner === null ? SIGNED_OUT_SENTENCE : SESSION_ENDED_SENTENCE
    if (owner === null) clearHere()
    return notify()
  }
  reason = undefined
  if (inMemory !== owner && (inMemory !== null || before !== null)) {
    // Pages of another user are in memory, perhaps half filled: none of it may be shown or sent.
    clearHere()
    notify()
    // A payer's page has no data of a user, and may be in the middle of a payment.
    if (listeners.size > 0) window.location.reload()
    return
  }
  inMemory = owner
  current = stored
  notify()
}

/** A tab that was frozen has missed the changes of the others. */
export function followTabs(): void {
  const stored = readText(storageKeys.token)
  if (isStored || stored !== null) follow(stored)
}

// This tab was on another site, and was notified neither of a logout nor of a sign-in since.
const keptOf = readHere(sessionKeys.owner, z.string())
if (keptOf !== undefined && keptOf !== cachesOf()) clearHere()

onOtherTab(storageKeys.token, (stored) => {
  isStored = true
  follow(stored)
})
for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, followTabs)
