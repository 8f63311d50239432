/** Tokens: test funds, what tokens are called, tokens that users create, and who else may use them by name. */
export { type AccessReporter } from './authorization.ts'
export { authorizationRoutes } from './authorization.routes.ts'
export { createTokenCenter } from './center.ts'
export { isCreatedHere } from './created.store.ts'
export { createFaucet, type Faucet } from './faucet.ts'
export { createTokens, type Tokens } from './metadata.ts'
export { type TokenNames } from './names.ts'
export { tokenRoutes } from './tokens.routes.ts'
