/** A confirmed request stays in this browser tab until its outcome is certain: only under its key may it be sent again. */
import { DistributeBody, GatherBody } from '@purser/contract/distributions/distributions.ts'
import { MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { TokenDistributeBody, TokenGatherBody } from '@purser/contract/distributions/token-distributions.ts'
import { sessionKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { readHere, removeHere, writeHere } from '#wire/storage/storage.ts'
import type { ConfirmedRequest } from '../funds-request.ts'

/** The stored form of every version so far, in which the request is called `wish`. */
const StoredRun = z.object({
  wish: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('distribute'), body: DistributeBody }),
    z.object({ kind: z.literal('gather'), body: GatherBody }),
    z.object({ kind: z.literal('token-distribute'), body: TokenDistributeBody }),
    z.object({ kind: z.literal('token-gather'), body: TokenGatherBody }),
  ]),
  key: z.string(),
  operationId: z.optional(z.string()),
  unknown: z.boolean(),
  at: z.number(),
})

/** `at`: milliseconds, when it was confirmed. `unknown`: only the user may send it again. */
export type SavedRun = ConfirmedRequest & { operationId?: string | undefined; unknown: boolean; at: number }

export function savedRun(userId: number, place: string): SavedRun | undefined {
  const stored = readHere(sessionKeys.run(userId, place), StoredRun)
  if (!stored) return undefined
  const { wish: request, ...run } = stored
  return { request, ...run }
}

export const saveRun = (userId: number, place: string, { request, ...run }: SavedRun): boolean =>
  writeHere(sessionKeys.run(userId, place), { wish: request, ...run })

export const deleteRun = (userId: number, place: string): void => removeHere(sessionKeys.run(userId, place))

/** Its treatment after a reload: one confirmed long ago is not sent again without the user. */
export function howToRestore(run: SavedRun, now: number): 'resume' | 'send' | 'wait' {
  if (run.operationId !== undefined) return 'resume'
  return run.unknown || now - run.at > MONEY_TIMEOUT_MS ? 'wait' : 'send'
}
