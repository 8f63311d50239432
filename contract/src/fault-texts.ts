/**
 * Sentences of the table of errors that the console shows by itself. They are kept apart from the table: a page that
 * imported the table for one of them would carry all of it, which is larger than its own script.
 */

/** Messages by the purpose of a mailed code. The code serves that purpose alone. */
export const codeNeeded = {
  generate: 'An email code is required to show the private key of a new wallet.',
  reveal: 'An email code is required to show a private key.',
  export: 'An email code is required to export private keys.',
  import: 'An email code is required to import a key.',
  delete: 'An email code is required to delete a wallet that holds funds.',
  limits:
    'An email code is required to raise a limit, turn off a safeguard or add an entry to the whitelist.',
  slippage:
    'An email code is required to start a plan with more than 3% slippage. To start without one, lower its slippage limit.',
  resolve: 'An email code is required to mark this operation as not sent.',
  sale: 'An email code is required to sell at any price.',
  grant: 'An email code is required to grant an outside agent access.',
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
