/**
 * The slot of what was booked lately: a node that has not seen it yet must not be asked what an address holds. Forgotten
 * after a minute, by when every node that can be relied on is past it; so no slot that a node made up holds the desk up.
 */
import type { Clock } from '../../kernel/clock.ts'

const MEMORY_MS = 60_000

export type Floor = {
  raise(slot: bigint): void
  slot(): bigint | undefined
}

export function createFloor(clock: Clock): Floor {
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
