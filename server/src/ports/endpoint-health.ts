/** How well an endpoint does, as the desk has seen it. Held in memory; names no URL. */
export type EndpointHealth = {
  /** Reads go to it. Where it has rested long enough a call that nobody waits for finds out whether it is well again. */
  isWell(): boolean
  /** It was found to be another network: it is never read from. */
  isForeign(): boolean
  /** How long it is left alone, in milliseconds. */
  restMs(): number
  /** The same where it said so itself: until then it is not asked. */
  requestedRestMs(): number
  /** Of its last calls: the share without an answer, from 0 to 1, and how long an answer took. null: not known. */
  statistics(): { errorRate: number | null; latencyMs: number | null }
  /** Slots that it lies too far behind by; null: it does not. */
  slotsBehind(): bigint | null
  /** It has refused a call that any endpoint should take. */
  refused(): void
  /** The same, within the last five minutes. */
  isRefusing(): boolean
  /** The commitment at which funds count as moved there. */
  moved(): 'confirmed' | 'finalized'
  /** What a check has found; what it leaves out stays. */
  checked(found: { foreign?: boolean; lagsBy?: bigint | null }): void
}

/** What one look at an endpoint has found; null: it did not answer. */
export type Inspection = {
  /** The newest that has moved. */
  slot: bigint | null
  /** By its own word: it is not well. */
  slotsBehind: bigint | null
  isUnhealthy: boolean | null
  /** It looks signatures up in a ledger that it can reach. */
  history: boolean | null
  firstBlock: bigint | null
  /** It takes transactions of version 1. */
  version1: boolean | null
}
