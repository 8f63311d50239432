/** Tokens: test funds, what tokens are called, and the whitelist. */
export { createFaucet, type Faucet } from './faucet.ts'
export { createTokens, type Tokens } from './metadata.ts'
export { readAddress, requireWallet } from './recipient.ts'
export { tokenRoutes } from './tokens.routes.ts'
export { createWhitelist, type Whitelist } from './whitelist.ts'
export { whitelistRoutes } from './whitelist.routes.ts'
