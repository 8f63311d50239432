/**
 * A transaction that this tab sent for a payment link and has not seen arrive: a reloaded page must not ask to pay
 * twice.
 */
import { sessionKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { readHere, removeHere, writeHere } from './storage.ts'

/**
 * `signature`: null if the wallet gave none, but a `problem` in its own words. `before`: the signatures that had
 * arrived by then. `at`: ms since 1970.
 */
const Sent = z.object({
  signature: z.nullable(z.string()),
  before: z.array(z.string()),
  problem: z.optional(z.string()),
  at: z.number(),
})
export type Sent = z.infer<typeof Sent>

export const payerSent = {
  read: (reference: string): Sent | undefined => readHere(sessionKeys.payerSent(reference), Sent),
  write: (reference: string, sent: Sent) => void writeHere(sessionKeys.payerSent(reference), sent),
  clear: (reference: string) => removeHere(sessionKeys.payerSent(reference)),
}
