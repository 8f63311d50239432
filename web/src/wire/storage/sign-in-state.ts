/** Stored for signing in: the device token of this browser, and the code request of this tab. */
import { sessionKeys, storageKeys } from '@purser/contract/storage.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import * as z from 'zod/mini'
import { readHere, readText, remove, removeHere, writeHere, writeText } from './storage.ts'

type Purpose = Parameters<typeof sessionKeys.signIn>[0]

/** Issued at sign-in; exempts this browser from the limits that strangers can trigger. */
export const deviceToken = {
  read(): string | undefined {
    const stored = readText(storageKeys.deviceToken)
    if (stored === null || /^[\w-]{20,200}$/.test(stored)) return stored ?? undefined
    remove(storageKeys.deviceToken)
    return undefined
  },
  write: (token: string) => void writeText(storageKeys.deviceToken, token),
}

const CodeRequest = z.object({ email: z.string(), requestId: z.nullable(z.string()), at: z.number() })
/** `requestId` is null if the code was not requested here but issued on the server. */
export type CodeRequest = z.infer<typeof CodeRequest>
/** Mails may be delayed; older requests are ignored. */
const VALID_MS = HOUR_MS

export const codeRequest = {
  read(purpose: Purpose): CodeRequest | undefined {
    const request = readHere(sessionKeys.signIn(purpose), CodeRequest)
    return request && Date.now() - request.at < VALID_MS ? request : undefined
  },
  write: (purpose: Purpose, request: Omit<CodeRequest, 'at'>) =>
    void writeHere(sessionKeys.signIn(purpose), { ...request, at: Date.now() }),
  clear: (purpose: Purpose) => removeHere(sessionKeys.signIn(purpose)),
}
