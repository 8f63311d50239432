/** Starts what signs without a request: with the server or, if it is on hold, once the operator has ended the hold. */
import type { ReleaseAnswer, ReleaseRequest, Transfers } from './domains/transfers/index.ts'

export type Release = (request: ReleaseRequest) => Promise<ReleaseAnswer>

export async function startWork(
  transfers: Pick<Transfers, 'operator' | 'lifecycle'>,
  workers: (() => Promise<unknown>)[],
): Promise<Release> {
  const begin = async () => {
    await transfers.lifecycle.resume()
    for (const start of workers) await start()
  }
  let begun: Promise<void> | null = null
  if (transfers.operator.hold() === null) await (begun = begin())
  return async (request) => {
    const answer = await transfers.operator.release(request)
    if (answer.hold === null) await (begun ??= begin())
    return answer
  }
}
