/** Starts what signs without a request: with the server or, if it is on hold, once the operator has ended the hold. */
import type { Transfers } from './domains/transfers/index.ts'
import type { ReleaseAnswer, ReleaseRequest } from './release-request.ts'

export type Release = (request: ReleaseRequest) => Promise<ReleaseAnswer>

export async function startWork(
  transfers: Pick<Transfers, 'hold' | 'release' | 'resume'>,
  workers: (() => Promise<unknown>)[],
): Promise<Release> {
  const begin = async () => {
    await transfers.resume()
    for (const start of workers) await start()
  }
  let begun: Promise<void> | null = null
  if (transfers.hold() === null) await (begun = begin())
  return async (request) => {
    const answer = await transfers.release(request)
    if (answer.hold === null) await (begun ??= begin())
    return answer
  }
}
