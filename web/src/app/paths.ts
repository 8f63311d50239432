/** Every path of the console. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  wallets: '/wallets',
  solanaDistribution: '/solana-distribution',
  tokenDistribution: '/token-distribution',
  strategies: '/strategies',
  activity: '/activity',
  audit: '/audit',
  profile: '/profile',
  outbox: '/dev/outbox',
} as const

/** The activity page with one operation open. */
export const activityOf = (operationId: string) =>
  `${paths.activity}?operation=${encodeURIComponent(operationId)}`

/** The dashboard with one agent selected. */
export const agentAt = (agentId: number) => `${paths.dashboard}?agent=${agentId}`

/** The whitelist, a tab of the page of wallets. */
export const whitelistPath = `${paths.wallets}?tab=whitelist`
