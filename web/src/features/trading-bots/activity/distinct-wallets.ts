/** Each wallet once, in its latest state: their order changes between one page of a list and the next. */
export const distinctWallets = <W extends { wallet_id: number }>(wallets: W[]): W[] => [
  ...new Map(wallets.map((wallet) => [wallet.wallet_id, wallet])).values(),
]
