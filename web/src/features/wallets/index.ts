/** The wallets of the user: choosing, generating, connecting, revealing a key. */
export { generateWallet } from './generate-wallet.ts'
export { RevealKeyModal } from './reveal-key-modal.tsx'
export { useWalletConnection, type ConnectionState } from './use-wallet-connection.ts'
export { pickWallet } from './pick-wallet.ts'
export { useWallets, walletsKey } from './use-wallets.ts'
export { WalletSelect } from './wallet-select.tsx'
