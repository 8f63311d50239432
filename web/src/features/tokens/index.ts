/**
 * Tokens: known ones, those that the account knows by name, the one in a text, test funds, and the confirmation of real
 * funds.
 */
export { RealFundsField, useRealFunds } from './real-funds.tsx'
export { TestFunds } from './test-funds.tsx'
export { TokenField } from './token-field.tsx'
export { mintIn } from './mint-in.ts'
export { namedTokensKey, useNamedTokens } from './use-named-tokens.ts'
export { useTokenName } from './use-token-name.ts'
