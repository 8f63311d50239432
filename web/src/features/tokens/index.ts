/** Tokens: known ones, those that the account knows by name, the one in a text, test funds. */
export { TestFunds } from './test-funds.tsx'
export { TokenField } from './token-field.tsx'
export { mintIn } from './mint-in.ts'
export { useNamedTokens } from './use-named-tokens.ts'
