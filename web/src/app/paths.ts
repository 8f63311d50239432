/** Every address of the console, known here only. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  wallets: '/wallets',
  solanaDistribution: '/solana-distribution',
  strategies: '/strategies',
  activity: '/activity',
  audit: '/audit',
  profile: '/profile',
  outbox: '/dev/outbox',
} as const

/** The page of activity, open at one operation. */
export const activityOf = (operationId: string) =>
  `${paths.activity}?operation=${encodeURIComponent(operationId)}`

/** The dashboard, open at one agent. */
export const agentAt = (agentId: number) => `${paths.dashboard}?agent=${agentId}`
