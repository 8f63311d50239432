import type { ProposedTransfer } from '@purser/contract/agents/proposed-transfer.ts'

/** Every path of the console. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  wallets: '/wallets',
  whitelist: '/whitelist',
  solanaDistribution: '/solana-distribution',
  tokenDistribution: '/token-distribution',
  payments: '/payments',
  paymentDistribution: '/payment-distribution',
  strategies: '/strategies',
  activity: '/activity',
  audit: '/audit',
  profile: '/profile',
  help: '/help',
  outbox: '/dev/outbox',
} as const

/** The activity page with one operation open. */
export const activityOf = (operationId: string) =>
  `${paths.activity}?operation=${encodeURIComponent(operationId)}`

/** The tab of the tokens that are shared with other accounts. */
export const authorizationTab = `${paths.wallets}?tab=authorization`

/** The tab of automatic top-ups. */
export const autoDistributionTab = `${paths.solanaDistribution}?tab=auto`

/** The dashboard with one agent selected. */
export const agentAt = (agentId: number) => `${paths.dashboard}?agent=${agentId}`

/** The page of wallets with the detail of one. */
export const walletAt = (walletId: number) => `${paths.wallets}?wallet=${walletId}&detail=open`

/** The page with the form of this transfer, which is passed in the state of the history. */
export function transferAt({ kind, mint }: ProposedTransfer): string {
  if (kind === 'send') return paths.wallets
  return mint === null ? paths.solanaDistribution : `${paths.tokenDistribution}?token=${mint}`
}
/** The path of the whitelist: a tab of the page of wallets. */
export const whitelistPath = `${paths.wallets}?tab=whitelist`
/** The page that distributes payments without the bar around it: for the frame on the page of payments. */
export const embeddedDistribution = `${paths.paymentDistribution}?embedded=1`

/** The reference in the path of a payer's page, which is an entry of its own; empty if there is none. */
export function referenceIn(pathname: string): string {
  const encoded = /^\/+pay\/+([^/]+)\/*$/.exec(pathname)?.[1] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
