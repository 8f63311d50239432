/** The keys of the browser storage (specification 1, section 3). Nothing else is stored. */
export const storageKeys = {
  token: 'token',
  /** Belongs to this browser: kept on logout. */
  deviceToken: 'deviceToken',
  /** The user whose data the caches hold. */
  cachesOf: 'cachesOf',
  connectedWallet: 'connectedWalletAddress',
  darkMode: 'darkMode',
  /** The network that the server was on: kept on logout. */
  status: 'serverStatus',
  agents: 'cachedAgents',
  wallets: 'cachedWallets',
  strategies: 'cachedStrategies',
  operations: 'cachedOperations',
  /** Includes the strategy that runs, or ran last. */
  agent: (agentId: number) => `cachedAgent-${agentId}`,
  agentStatus: (agentId: number) => `agent_status_${agentId}`,
  activeStrategy: (agentId: number) => `active_strategy_${agentId}`,
  chat: (agentId: number) => `agentChat-${agentId}`,
  chatQueue: (agentId: number) => `agent_chat_${agentId}`,
  strategyDraft: (agentId: number) => `agent_strategy_${agentId}`,
  walletBalance: (address: string) => `cachedWalletBalance-${address}`,
  strategyLogs: (strategyId: string) => `strategyLogs-${strategyId}`,
  /** 'dismissed' once this user has put the first steps away. */
  firstSteps: (userId: number) => `firstSteps-${userId}`,
  terminalLogs: (agentId: number) => `terminalLogs-${agentId}`,
  /** The last unsent text for an agent, from any tab; keys in it are redacted. */
  messageDraft: (agentId: number) => `agentDraft-${agentId}`,
  /** How the dashboard is laid out in this browser: kept on logout. */
  deskLayout: 'deskLayout',
} as const

/**
 * Stored per browser tab: its user, the name for the greeting, confirmed requests of uncertain outcome by user and
 * place, questions that an agent has not answered, the plans and questions of its chat, a message that is being typed,
 * the wallets that an agent is to trade with, the requested sign-in code, and transactions sent from a payer's page.
 */
export const sessionKeys = {
  /** The same as cachesOf, for a tab that showed another site while the user changed. */
  owner: 'keptOf',
  /** For a reload while the server is unavailable. */
  greeting: 'greetingName',
  run: (userId: number, place: string) => `distributionRun-${userId}-${place}`,
  waiting: (agentId: number) => `agentWaiting-${agentId}`,
  /** The plans and questions of its newest messages, besides their text. */
  chatCards: (agentId: number) => `agentCards-${agentId}`,
  /** The text in the message field of an agent in this tab; keys in it are redacted. */
  messageDraft: (agentId: number) => `agentDraft-${agentId}`,
  /** The wallet or the group that was chosen for an agent in this tab; nothing was executed with it yet. */
  tradesWith: (agentId: number) => `agentTradesWith-${agentId}`,
  /** A code that was requested and not entered yet, by form. */
  signIn: (purpose: 'login' | 'register') => `signIn-${purpose}`,
  /** The transactions of this tab for a payment link that have not arrived yet. */
  payerSent: (reference: string) => `payerSent-${reference}`,
} as const
