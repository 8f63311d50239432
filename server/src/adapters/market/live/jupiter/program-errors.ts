/**
 * Explains the errors of the swap's program from its log: the same number from another program means something else.
 */
import type { SwapFailure } from '@purser/contract/market/no-quote-texts.ts'
import { JUPITER } from './programs.ts'

/** Document 6, section 3, as the runtime writes them. */
const FAILURES: Readonly<Record<string, SwapFailure>> = {
  '0x1771': 'slippage',
  '0x1788': 'too_little',
  '0x1778': 'accounts',
  '0x177e': 'accounts',
  '0x1789': 'accounts',
}
/** The runtime's line for a program that ended with an error of its own (Agave: program-runtime/src/stable_log.rs). */
const FAILED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: custom program error: (0x[0-9a-f]+)$/

/** null: another error, or one of a program that it called. */
export function failureIn(logs: readonly string[]): SwapFailure | null {
  for (const line of logs) {
    const [, program, code = ''] = FAILED.exec(line) ?? []
    // The first to fail is the one at fault; its callers pass the number on.
    if (program !== undefined) return program === JUPITER ? (FAILURES[code] ?? null) : null
  }
  return null
}
