/** Wallets: keys at rest, signing, reveal. Others get signers and addresses, never key bytes. */
export { createWalletKeys, type MasterKeys, opensDataKeys } from './keys.ts'
export { redactKeys } from './redact.ts'
export { walletRoutes } from './wallets.routes.ts'
export {
  createWallets,
  type OwnedWallet,
  type SystemRole,
  type Wallets,
  type WalletsParts,
} from './wallets.service.ts'
