/** Results of the operator's check, a line each, and their printed form. */
import { type Failure, getRemedy } from './remedies.ts'

export type Line = {
  what: string
  /** 'note': useful to know, and no reason to wait. */
  state: 'ok' | 'note' | 'failed'
  found: string
  /** The remedy, if it failed. */
  remedy: string | null
}

const MOST_CHARACTERS = 200
const STATES = { ok: 'ok', note: '-', failed: 'FAILED' } as const

/** A stranger's text for a terminal: without characters that would control it. */
export const printable = (text: string): string => text.replace(/[^\P{C}]/gu, ' ').slice(0, MOST_CHARACTERS)

export const ok = (what: string, found: string): Line => ({ what, state: 'ok', found, remedy: null })
export const note = (what: string, found: string): Line => ({ what, state: 'note', found, remedy: null })
export function failed(what: string, failure: Failure): Line {
  const { found, remedy } = getRemedy(failure)
  return { what, state: 'failed', found: printable(found), remedy }
}

export function formatTable(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ what }) => what.length))
  const rows = lines.map(({ what, state, found, remedy }) => {
    const row = `${STATES[state].padEnd(6)}  ${what.padEnd(width)}  ${found}`
    return remedy === null ? row : `${row}\n${' '.repeat(8)}→ ${remedy}`
  })
  const count = lines.filter(({ state }) => state === 'failed').length
  const end =
    count === 0
      ? 'All checks passed. Nothing was signed, sent or spent.'
      : `${count} of ${lines.length} checks failed. Do not add funds until they pass. Nothing was signed, sent or spent.`
  return `${rows.join('\n')}\n\n${end}\n`
}

export const passed = (lines: readonly Line[]): boolean => lines.every(({ state }) => state !== 'failed')
