/** The lines of the terminal that are shown, and their text. */
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import { lineColour } from './line-colour.ts'

export type LineFilter = { text: string; errorsOnly: boolean }

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
export const clockOf = (line: TerminalLog): string => CLOCK.format(new Date(line.timestamp))

export const isFiltering = ({ text, errorsOnly }: LineFilter): boolean => errorsOnly || text.trim() !== ''

/** Case does not matter. A line counts as an error if the terminal shows it as one. */
export function fits({ message }: TerminalLog, { text, errorsOnly }: LineFilter): boolean {
  if (errorsOnly && lineColour(message) !== 'error') return false
  return message.toLowerCase().includes(text.trim().toLowerCase())
}

/** '[time] message', as on screen but with the date: a file is read on another day. */
export const linesText = (lines: TerminalLog[]): string =>
  lines.map((line) => `[${line.timestamp}] ${line.message}\n`).join('')
