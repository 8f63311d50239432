/** The wallets with their SOL, and their tokens: refetched when something has moved. */
export const groupedKey = ['grouped-wallets']
export const heldTokensKey = ['held-tokens']
