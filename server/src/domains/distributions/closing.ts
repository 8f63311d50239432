/** Decides whether a balance reading includes all effects of an operation. */
import { Fault } from '../../kernel/fault.ts'
import type { Blockhashes } from '../../ports/chain.ts'

/** Slots, about two minutes: no usable endpoint is that far behind. */
const FAR = 300n

export type NowParts = { chain: Pick<Blockhashes, 'blockHeight'> }

/**
 * Throws chain_away for a reading older than `slot`, where the last transaction landed (null: nothing did), so that it
 * is repeated. It does not wait for a slot that one endpoint made up.
 */
export async function requireSeen({ chain }: NowParts, readAt: bigint, slot: bigint | null): Promise<void> {
  if (slot === null || readAt >= slot) return
  const { slot: now } = await chain.blockHeight('moved')
  if (slot <= now + FAR) throw new Fault('chain_away')
}

/**
 * Whether an endpoint may still get the block at `slot`. If none has it for this long, the landing was one endpoint's
 * claim alone, and the sweep finds out after the operation's end.
 */
export async function mayStillCome({ chain }: NowParts, slot: bigint | null): Promise<boolean> {
  if (slot === null) return false
  const { slot: now } = await chain.blockHeight('moved')
  return slot <= now + FAR && now <= slot + FAR
}
