/** Messages of the console itself in the chat. */
export const replies = {
  welcome: (name: string) =>
    `Welcome to ${name}! How can I help you today? You can ask me to trade cryptocurrency, view your wallets, or generate new wallets for you.`,
  monitoring: "I'm monitoring your active strategy...",
  noWallets: "You don't have any wallets yet. Would you like me to generate one for you?",
  needToken:
    "To execute a trading strategy, I need a token address. Please provide the token address in the settings menu below, or type 'show options' to view the settings fields.",
  active:
    'A strategy is already running. To trade something else, stop it first; then tell me what to trade. You can ask me about the running strategy at any time.',
  bulkRange: 'Please specify a valid number between 1 and 10',
  exportReady: (count: number) =>
    `${count === 1 ? 'Your wallet is' : `${count} wallets are`} ready to be downloaded. The file holds the private ${count === 1 ? 'key' : 'keys'}. Anyone with this file controls the funds.`,
  settings: 'The trading settings are open below: the token address and the wallets to trade with.',
  confirmed: 'Strategy confirmed! Deploying trading agent...',
  deployed:
    'The trading agent has been successfully deployed. You can view its activity in the terminal below.',
  stopFirst: 'To adjust the strategy, stop it first, then tell me what to change.',
  stillStopping:
    'An order of the previous strategy is still in flight, so nothing was started. Execute the plan once it has stopped.',
  busy: 'I am still working on another answer. Please try again in a moment.',
  noPlan: 'Unable to come up with trading strategy, please retry.',
  infeasible: 'Add funds and check again, or change the amount.',
} as const

const LOCAL: [pattern: RegExp, reply: string][] = [
  [
    /^\s*(?:hi|hello|hey|good (?:morning|day|evening))\b/i,
    'Hello! The server is unavailable at the moment. I can answer in full once it is back.',
  ],
  [
    /\bhelp\b|what can you do/i,
    "I can trade for you on an instruction such as 'buy 0.1 SOL of BONK', show your wallets and generate new ones. The server is unavailable at the moment; please try again shortly.",
  ],
  [/\bsettings?\b|\boptions?\b/i, "The trading settings open with 'Show Settings' below the messages."],
]

/** The reply while the server is unavailable. */
export const localReply = (text: string) =>
  LOCAL.find(([pattern]) => pattern.test(text))?.[1] ??
  'The server is unavailable at the moment. Your message is saved and will sync when the connection returns; please ask again then.'

/**
 * The beginnings of the console's messages about failures; they are stored as plain text, so this identifies them after
 * a reload.
 */
const FAILED = /^(?:Failed to|Error stopping|Sorry, I encountered an error:?) /

/** Messages with these words are shown as errors. */
export const looksLikeError = (content: string) =>
  content.includes('Error:') || content.includes("Sorry, I couldn't process") || FAILED.test(content)
