/** E-mails about keys that left, came in or were destroyed, and about the whitelist. They never hold a key. */
import type { ExportRow } from './exports.store.ts'

const AS = {
  spreadsheet: 'as a spreadsheet',
  text: 'as a text file',
  chat: 'from a chat',
} as const

type Reported = Pick<ExportRow, 'kind' | 'wallets' | 'client' | 'at' | 'about'>
const IF_NOT_YOU = 'If this was not you, move the funds in'
const LOG_OUT = 'log out everywhere.'

export function keyEmail({ kind, wallets, client, at, about }: Reported): { subject: string; text: string } {
  const when = `on ${at.toISOString()} from the IP address ${client}.`
  const email = (subject: string, ...lines: string[]) => ({ subject, text: `${lines.join('\n')}\n` })
  switch (kind) {
    case 'generate':
      return email(
        'A private key of your Purser account was shown',
        `${about} was generated, and its private key was shown`,
        when,
        '',
        `If this was not you, do not send anything to this wallet, delete it, and ${LOG_OUT}`,
      )
    case 'import':
      return email(
        'Wallets were imported into your Purser account',
        `${wallets === 1 ? '1 wallet was' : `${wallets} wallets were`} imported by private key`,
        when,
        '',
        `If this was not you, do not send anything to these wallets, delete them, and ${LOG_OUT}`,
      )
    case 'delete':
      return email(
        'A wallet with funds was deleted from your Purser account',
        `${about} was deleted with its private key`,
        when,
        '',
        `${IF_NOT_YOU} your other wallets to new ones and ${LOG_OUT}`,
      )
    case 'whitelist':
      return email(
        'An entry was added to your Purser whitelist',
        `${about} was added to the pairs you can send funds to`,
        when,
        '',
        `If this was not you, remove the entry and ${LOG_OUT}`,
      )
    case 'whitelist-off':
      return email(
        'Your Purser account can send to any address again',
        'The setting "Only send tokens to whitelisted pairs" was turned off',
        when,
        '',
        `If this was not you, turn it back on and ${LOG_OUT}`,
      )
    default:
      return email(
        'Private keys were exported from your Purser account',
        `The private ${wallets === 1 ? 'key of 1 wallet was' : `keys of ${wallets} wallets were`} exported ${AS[kind]}`,
        when,
        '',
        `${IF_NOT_YOU} these wallets to new ones and ${LOG_OUT}`,
      )
  }
}
