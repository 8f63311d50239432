/** Automatic top-up of wallets that run low. */
export { AutoTab } from './auto-tab.tsx'
