/** The rule by which a transaction counts as absent, and the observations that it takes. */
import { isFault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { SentTransaction } from '../send/landing.ts'
import type { CertaintyState } from './certainty.ts'
import { isLanding, type Observation } from './observation.ts'

/** Two endpoints must observe it, or a single one twice. `began`: when the endpoints were called. */
export function isAbsent(
  { absentSince, apartMs }: CertaintyState,
  { signature }: Pick<SentTransaction, 'signature'>,
  observations: (Observation | null)[],
  began: number,
): boolean {
  const absent = observations.filter((one) => one === 'absent').length
  if (observations.length > 1)
    return absent > 1 && !observations.some((one) => one === 'seen' || isLanding(one))
  if (absent === 0) {
    // It contradicts its earlier observation; an endpoint that did not answer does not.
    if (observations.some((one) => one !== null && one !== 'mute')) absentSince.forget(signature)
    return false
  }
  const since = absentSince.mark(signature)
  return since !== undefined && began - since >= apartMs
}

/** Returns null if the endpoint does not answer. */
export async function orUnanswered<T>(
  { log }: CertaintyState,
  node: ChainNode,
  observation: Promise<Map<T, Observation>>,
): Promise<Map<T, Observation> | null> {
  try {
    return await observation
  } catch (error) {
    if (!isFault(error)) throw error
    log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not say what has landed')
    return null
  }
}
