/**
 * Sentences of the table of errors that the console shows by itself. Apart from the table: a page that imported it for one
 * of them would carry all of it, which is more than its own script.
 */

/** Messages by what a mailed code is required for. */
export const codeNeeded = {
  'key-leaves': 'A code from your e-mail is needed before a private key leaves the desk.',
  'key-comes-in': 'A code from your e-mail is needed before a key comes in.',
  'delete-funded': 'A code from your e-mail is needed before a wallet with funds is deleted.',
  guard: 'A code from your e-mail is needed before this guard is switched off.',
  'end-operation': 'A code from your e-mail is needed before this operation is ended as not sent.',
  limit: 'A code from your e-mail is needed before a limit is raised.',
  whitelist: 'A code from your e-mail is needed before an entry is added to the whitelist.',
} as const
export type CodeUse = keyof typeof codeNeeded

/** What the console shows when there is no answer, or a 503. */
export const SERVER_DOWN_SENTENCE =
  'Server temporarily unavailable. The application is recovering or restarting.'

/** What the login page says when a session ended by itself, and when its user signed out in another tab. */
export const SESSION_ENDED_SENTENCE = 'Your session has ended. Please log in again.'
export const SIGNED_OUT_SENTENCE = 'You logged out in another tab.'
