/** The mail that tells of keys that left. It never holds one. */
import type { ExportRow } from './exports.store.ts'

const AS = {
  spreadsheet: 'as a spreadsheet',
  text: 'as a text file',
  chat: 'for an export out of a chat',
} as const

export const exportLetter = ({ kind, wallets, client, at }: ExportRow) => ({
  subject: 'Private keys were exported from your Purser account',
  text: [
    `The private ${wallets === 1 ? 'key of 1 wallet was' : `keys of ${wallets} wallets were`} exported ${AS[kind]}`,
    `on ${at.toISOString()} from the address ${client}.`,
    '',
    'If it was not you, move the funds of these wallets to new ones and log out everywhere.',
    '',
  ].join('\n'),
})
