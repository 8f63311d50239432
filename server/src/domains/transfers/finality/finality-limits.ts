/** Signatures in one status call. */
export const PORTION = 256
/** Portions in one round. */
export const MOST_PORTIONS = 20
