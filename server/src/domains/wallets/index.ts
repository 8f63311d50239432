/** Wallets: keys at rest, signing, reveal, import, export, and their groups. Others get signers and addresses, never key bytes. */
export { createExports } from './exports.ts'
export { startExportWorker } from './exports.worker.ts'
export { createGroups, type Groups } from './groups.ts'
export { groupRoutes } from './groups.routes.ts'
export { createWalletKeys, opensDataKeys } from './key-rotation.ts'
export { redactKeys } from './redact.ts'
export { walletRoutes } from './wallets.routes.ts'
export { createWallets, type OwnedWallet, type Wallets } from './wallets.service.ts'
