/** First and last four characters, from ten characters on. */
export { shortAddress } from '@purser/contract/short-address.ts'
