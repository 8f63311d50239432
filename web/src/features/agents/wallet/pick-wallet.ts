import type { Wallet } from '@purser/contract/wallets/wallets.ts'

type Choice = Pick<Wallet, 'address' | 'is_default'>

/** The saved wallet if it exists, else the default, else the first. */
export const pickWallet = <W extends Choice>(wallets: W[], saved: (string | undefined)[]): W | undefined =>
  saved.map((address) => wallets.find((w) => w.address === address)).find((w) => w !== undefined) ??
  wallets.find((w) => w.is_default) ??
  wallets[0]
