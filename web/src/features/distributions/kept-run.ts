/** What was confirmed stays in this browser tab until its outcome is certain: only with its key may it be asked for again. */
import { DistributeBody, GatherBody } from '@purser/contract/distributions.ts'
import { MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { sessionKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { readHere, removeHere, writeHere } from '#wire/storage.ts'

/** `at`: milliseconds, when it was confirmed. `unknown`: only the user may ask again. */
const KeptRun = z.object({
  wish: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('distribute'), body: DistributeBody }),
    z.object({ kind: z.literal('gather'), body: GatherBody }),
  ]),
  key: z.string(),
  operationId: z.optional(z.string()),
  unknown: z.boolean(),
  at: z.number(),
})
export type KeptRun = z.infer<typeof KeptRun>

export const keptRun = (userId: number, place: string): KeptRun | undefined =>
  readHere(sessionKeys.run(userId, place), KeptRun)

export const keepRun = (userId: number, place: string, run: KeptRun): boolean =>
  writeHere(sessionKeys.run(userId, place), run)

export const forgetRun = (userId: number, place: string): void => removeHere(sessionKeys.run(userId, place))

/** What may be done with it by itself: what was confirmed long ago is not sent without the user. */
export function howToTakeUp(run: KeptRun, now: number): 'resume' | 'ask' | 'wait' {
  if (run.operationId !== undefined) return 'resume'
  return run.unknown || now - run.at > MONEY_TIMEOUT_MS ? 'wait' : 'ask'
}
