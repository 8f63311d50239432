/** E-mails of sign-in. */
import { CODE_TTL_SECONDS } from '@purser/contract/limits.ts'

const minutes = CODE_TTL_SECONDS / 60
const lines = (...text: string[]) => `${text.join('\n')}\n`

export const codeEmail = (
  code: string,
  use:
    | 'log in to Purser'
    | 'create your Purser account'
    | 'confirm what you do with keys and funds in Purser',
) => ({
  subject: `Your Purser code: ${code}`,
  text: lines(
    `Your code to ${use} is ${code}.`,
    '',
    `It is valid for ${minutes} minutes and can be used once. If you did not ask for it, ignore this mail and do not pass the code on.`,
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
