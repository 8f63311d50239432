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
  limits: 'raise a limit, switch a guard off or add to the whitelist in Purser',
  slippage: 'start a plan that allows more than 3 % slippage in Purser',
  resolve: 'end an operation as not sent in Purser',
  sale: 'sell a token at any price in Purser',
  grant: 'grant an outside agent access to Purser',
}

export const codeEmail = (code: string, purpose: Purpose) => ({
  subject: `Your Purser code: ${code}`,
  text: lines(
    `Your code to ${PURPOSES[purpose]} is ${code}.`,
    '',
    `It is valid for ${minutes} minutes, can be used once and serves nothing else. If you did not ask for it, ignore this mail and do not pass the code on.`,
  ),
})

export const noAccountEmail = (registerUrl: string) => ({
  subject: 'There is no Purser account for this address',
  text: lines(
    'Somebody, perhaps you, tried to log in to Purser with this address, but it has no account.',
    '',
    `To create one, go to ${registerUrl}`,
    'If it was not you, ignore this mail.',
  ),
})

export const notAllowedEmail = () => ({
  subject: 'This address cannot register at this Purser',
  text: lines(
    'Somebody, perhaps you, tried to create a Purser account with this address.',
    'The desk is open to chosen addresses only. Ask whoever runs it to add yours.',
  ),
})
