/** What this browser keeps for signing in: what the server knows it by, and the code that was asked for in this tab. */
import { sessionKeys, storageKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { readHere, readText, remove, removeHere, writeHere, writeText } from './storage.ts'

type Purpose = Parameters<typeof sessionKeys.signIn>[0]

/** Given at sign-in; with it strangers cannot hold this browser up. */
export const deviceToken = {
  read(): string | undefined {
    const kept = readText(storageKeys.deviceToken)
    if (kept === null || /^[\w-]{20,200}$/.test(kept)) return kept ?? undefined
    remove(storageKeys.deviceToken)
    return undefined
  },
  write: (token: string) => void writeText(storageKeys.deviceToken, token),
}

const Asked = z.object({ email: z.string(), requestId: z.nullable(z.string()), at: z.number() })
/** `requestId` is null where a code was not asked for here but given out on the server. */
export type Asked = z.infer<typeof Asked>
/** A mail may have to wait; after so long nobody looks for it any more. */
const KEPT_MS = 3_600_000

export const askedCode = {
  read(purpose: Purpose): Asked | undefined {
    const asked = readHere(sessionKeys.signIn(purpose), Asked)
    return asked && Date.now() - asked.at < KEPT_MS ? asked : undefined
  },
  write: (purpose: Purpose, asked: Omit<Asked, 'at'>) =>
    void writeHere(sessionKeys.signIn(purpose), { ...asked, at: Date.now() }),
  clear: (purpose: Purpose) => removeHere(sessionKeys.signIn(purpose)),
}
