/** The wallets of this browser that can pay here, by their Wallet Standard features. */
import type { Cluster } from '@purser/contract/system.ts'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { useMemo, useSyncExternalStore } from 'react'

type Chain = `solana:${string}`
export const CHAINS: Record<Cluster, Chain> = {
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
  localnet: 'solana:localnet',
}

const CONNECT = 'standard:connect'
const SEND = 'solana:signAndSendTransaction'
type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> }
type Send = {
  supportedTransactionVersions: readonly ('legacy' | number)[]
  signAndSendTransaction(input: {
    account: WalletAccount
    transaction: Uint8Array
    chain: Chain
  }): Promise<readonly { signature: Uint8Array }[]>
}

/** A wallet that can pay on the network of the page. */
export type PayingWallet = { wallet: Wallet; chain: Chain; connect: Connect; send: Send; version: 0 | 1 }
/** `pays`: null if it is a wallet for Solana, but not for this network or these transactions. */
export type FoundWallet = { name: string; icon: string; pays: PayingWallet | null; why: string | null }

function judge(wallet: Wallet, cluster: Cluster): FoundWallet | undefined {
  if (!wallet.chains.some((chain) => chain.startsWith('solana:'))) return undefined
  const found = { name: wallet.name, icon: wallet.icon, pays: null }
  const [connect, send] = [wallet.features[CONNECT], wallet.features[SEND]] as [Connect?, Send?]
  if (!connect || !send) return { ...found, why: 'cannot send from a page' }
  const chain = CHAINS[cluster]
  if (!wallet.chains.includes(chain)) return { ...found, why: `is not on ${cluster}` }
  const versions = send.supportedTransactionVersions
  const version = versions.includes(1) ? 1 : versions.includes(0) ? 0 : undefined
  if (version === undefined) return { ...found, why: 'cannot sign the transactions of this page' }
  return { ...found, pays: { wallet, chain, connect, send, version }, why: null }
}

/** The account that the wallet offers for this network. */
export const accountFor = (accounts: readonly WalletAccount[], chain: Chain): WalletAccount | undefined =>
  accounts.find(({ chains, features }) => chains.includes(chain) && features.includes(SEND))

function subscribe(changed: () => void): () => void {
  const { on } = getWallets()
  const stops = [on('register', changed), on('unregister', changed)]
  return () => stops.forEach((stop) => stop())
}

/** Those that can pay come first. */
export function useWallets(cluster: Cluster): FoundWallet[] {
  const wallets = useSyncExternalStore(subscribe, () => getWallets().get())
  return useMemo(
    () =>
      wallets
        .flatMap((wallet) => judge(wallet, cluster) ?? [])
        .toSorted((a, b) => Number(a.pays === null) - Number(b.pays === null)),
    [wallets, cluster],
  )
}
