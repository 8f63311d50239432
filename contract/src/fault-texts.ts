/**
 * Sentences of the table of errors that the console shows by itself. They are kept apart from the table: a page that
 * imported the table for one of them would carry all of it, which is larger than its own script.
 */

/** Messages by the purpose of a mailed code. The code serves that purpose alone. */
export const codeNeeded = {
  generate: 'A code from your e-mail is needed before the private key of a new wallet is shown.',
  reveal: 'A code from your e-mail is needed before a private key is shown.',
  export: 'A code from your e-mail is needed before private keys are exported.',
  import: 'A code from your e-mail is needed before a key comes in.',
  delete: 'A code from your e-mail is needed before a wallet with funds is deleted.',
  limits:
    'A code from your e-mail is needed before a limit is raised, a guard is switched off or an entry is added to the whitelist.',
  slippage:
    'A code from your e-mail is needed before a plan starts that allows more than 3 % slippage. Lower its slippage limit to start it without one.',
  resolve: 'A code from your e-mail is needed before this operation is ended as not sent.',
  sale: 'A code from your e-mail is needed before this is sold at any price.',
  grant: 'A code from your e-mail is needed before an outside agent is granted access.',
} as const
export type CodePurpose = keyof typeof codeNeeded
export const CODE_PURPOSES = Object.keys(codeNeeded) as CodePurpose[]

/** The console shows this if there is no answer, or a 503. */
export const SERVER_DOWN_SENTENCE =
  'Server temporarily unavailable. The application is recovering or restarting.'

/**
 * The login page shows these: the first if a session ended by itself, the second if its user signed out in another tab.
 */
export const SESSION_ENDED_SENTENCE = 'Your session has ended. Please log in again.'
export const SIGNED_OUT_SENTENCE = 'You logged out in another tab.'
