/** The state of a bracket. */
/** Stored. The highest price since the entry; `met`: why it sells, of one that guards what is held. */
export type BracketState = {
  type: 'bracket'
  entryUsd: number
  peakUsd: number
  enteredAt: number
  met: string | null
}
