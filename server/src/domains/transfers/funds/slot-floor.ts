/**
 * The slot of the latest booking: a node that has not reached it must not be asked for balances. It is forgotten after
 * a minute, when every reliable node is past it, so that a slot that a node made up does no lasting harm.
 */
import type { Clock } from '../../../kernel/clock.ts'

const MEMORY_MS = 60_000

export type SlotFloor = {
  raise(slot: bigint): void
  slot(): bigint | undefined
}

export function createSlotFloor(clock: Clock): SlotFloor {
  let highest: { slot: bigint; at: number } | null = null
  return {
    raise(slot) {
      if (highest === null || slot > highest.slot) highest = { slot, at: clock.monotonic() }
    },
    slot() {
      if (highest && clock.monotonic() - highest.at > MEMORY_MS) highest = null
      return highest?.slot
    },
  }
}
