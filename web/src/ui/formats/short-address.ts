/** First and last four characters, from ten characters on. */
export { shortAddress } from '@purser/contract/wallets/short-address.ts'
