/** Wallets: keys at rest, signing, reveal, import, export, and their groups. Others get signers and addresses, never key bytes. */
export type { DeletionGuard } from './change.ts'
export { createExports, type Exports } from './exports.ts'
export { startExportWorker } from './exports.worker.ts'
export { createGroups, type Groups } from './groups.ts'
export { groupRoutes } from './groups.routes.ts'
export { createWalletKeys, type MasterKeys, opensDataKeys } from './keys.ts'
export { redactKeys } from './redact.ts'
export { exportRoutes, walletRoutes } from './wallets.routes.ts'
export {
  createWallets,
  type OwnedWallet,
  type SystemRole,
  type Wallets,
  type WalletsParts,
} from './wallets.service.ts'
