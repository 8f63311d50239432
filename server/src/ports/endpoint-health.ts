/** The health of an endpoint, as the desk has seen it. Held in memory; names no URL. */
export type EndpointHealth = {
  /**
   * Reads go to it. Once it has rested long enough, a call that nobody waits for finds out whether it has recovered.
   */
  isWell(): boolean
  /** It was found to be another network: it is never read from. */
  isForeign(): boolean
  /** How long it rests, in milliseconds. */
  restMs(): number
  /** The part of the rest that the endpoint itself demanded: until then it is not called. */
  requestedRestMs(): number
  /**
   * Statistics of its last calls: the share without an answer, from 0 to 1, and the time of an answer. null: not known.
   */
  statistics(): { errorRate: number | null; latencyMs: number | null }
  /** Slots by which it lies too far behind; null: it does not. */
  slotsBehind(): bigint | null
  /** Notes that it refused a call that any endpoint should accept. */
  refused(): void
  /** Whether it has done so within the last five minutes. */
  isRefusing(): boolean
  /** The commitment at which funds count as moved there. */
  moved(): 'confirmed' | 'finalized'
  /** Notes the result of a check; omitted fields stay. */
  checked(found: { foreign?: boolean; lagsBy?: bigint | null }): void
}

/** The result of one check of an endpoint; null: it did not answer. */
export type Inspection = {
  /** The newest slot at the commitment of moved funds. */
  slot: bigint | null
  /** Slots behind by its own answer: it is not well. */
  slotsBehind: bigint | null
  isUnhealthy: boolean | null
  /** It looks signatures up in a ledger that it can reach. */
  history: boolean | null
  firstBlock: bigint | null
  /** It accepts transactions of version 1. */
  version1: boolean | null
}
