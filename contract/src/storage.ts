/** The keys under which the console keeps things in the browser (specification 1, section 3), and below. Nothing else is stored. */
export const storageKeys = {
  token: 'token',
  /** Of this browser, for whoever signed in last: kept when they leave. */
  deviceToken: 'deviceToken',
  connectedWallet: 'connectedWalletAddress',
  darkMode: 'darkMode',
  agents: 'cachedAgents',
  wallets: 'cachedWallets',
  strategies: 'cachedStrategies',
  agentStatus: (agentId: number) => `agent_status_${agentId}`,
  activeStrategy: (agentId: number) => `active_strategy_${agentId}`,
  chat: (agentId: number) => `agentChat-${agentId}`,
  chatQueue: (agentId: number) => `agent_chat_${agentId}`,
  strategyDraft: (agentId: number) => `agent_strategy_${agentId}`,
  walletBalance: (address: string) => `cachedWalletBalance-${address}`,
  strategyLogs: (strategyId: string) => `strategyLogs-${strategyId}`,
  terminalLogs: (agentId: number) => `terminalLogs-${agentId}`,
} as const

/** Kept for as long as the browser tab lives: what was confirmed and is not certain yet, by user and by where it was begun, what an agent was asked that it has not answered, and the code that was asked for to sign in. */
export const sessionKeys = {
  runsOf: (userId: number) => `distributionRun-${userId}-`,
  run: (userId: number, place: string) => `distributionRun-${userId}-${place}`,
  waiting: (agentId: number) => `agentWaiting-${agentId}`,
  /** A code that was asked for and not given yet, by the form. */
  signIn: (purpose: 'login' | 'register') => `signIn-${purpose}`,
} as const
