/** The state of a bracket. */
/** Stored. `peakUsd`: the highest price since the entry; `met`: why it sells, if it guards what is held. */
export type BracketState = {
  type: 'bracket'
  entryUsd: number
  peakUsd: number
  enteredAt: number
  met: string | null
}
