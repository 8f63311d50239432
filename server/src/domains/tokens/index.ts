/** Tokens: test funds. */
export { createFaucet, type Faucet } from './faucet.ts'
export { tokenRoutes } from './tokens.routes.ts'
