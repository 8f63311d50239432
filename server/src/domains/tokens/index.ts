/** Tokens: test funds, and what tokens are called. */
export { createFaucet, type Faucet } from './faucet.ts'
export { createTokens, type Tokens } from './metadata.ts'
export { tokenRoutes } from './tokens.routes.ts'
