/** E-mails of sign-in. */
import { CODE_TTL_SECONDS } from '@purser/contract/limits.ts'
import type { Purpose } from './codes.store.ts'

const minutes = CODE_TTL_SECONDS / 60
const lines = (...text: string[]) => `${text.join('\n')}\n`

const PURPOSES: Record<Purpose, string> = {
  login: 'log in to Purser',
  register: 'create your Purser account',
  generate: 'show the private key of a new Purser wallet',
  reveal: 'show a private key in Purser',
  export: 'export private keys from Purser',
  import: 'import private keys into Purser',
  delete: 'delete a Purser wallet that holds funds',
  limits: 'raise a limit, turn off a safeguard or add to the whitelist in Purser',
  slippage: 'start a plan with more than 3% slippage in Purser',
  resolve: 'mark an operation as not sent in Purser',
  sale: 'sell a token at any price in Purser',
  grant: 'grant an outside agent access to Purser',
}

export const codeEmail = (code: string, purpose: Purpose) => ({
  subject: `Your Purser code: ${code}`,
  text: lines(
    `Your code to ${PURPOSES[purpose]} is ${code}.`,
    '',
    `It expires in ${minutes} minutes and works once, for this purpose only. If you did not request it, ignore this email and do not share the code.`,
  ),
})

export const noAccountEmail = (registerUrl: string) => ({
  subject: 'No Purser account for this email address',
  text: lines(
    'Someone, possibly you, tried to log in to Purser with this email address, but it has no account.',
    '',
    `To create one, go to ${registerUrl}`,
    'If this was not you, ignore this email.',
  ),
})

export const notAllowedEmail = () => ({
  subject: 'This email address cannot register on this Purser server',
  text: lines(
    'Someone, possibly you, tried to create a Purser account with this email address.',
    'This server accepts registrations from approved addresses only. Ask its operator to add yours.',
  ),
})
