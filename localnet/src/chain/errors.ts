import { createRequire } from 'node:module'
import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './error-names.ts'

type Native = typeof import('litesvm/dist/internal.js')
/** LiteSVM's inner binding: on bytes, without the 22 µs a balance of its public wrapper. */
export const native = createRequire(import.meta.url)('litesvm/dist/internal.js') as Native

/** A transaction error in the RPC's JSON form. */
export type TransactionError =
  | string
  | { InstructionError: [number, string | { Custom: number } | { BorshIoError: string }] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } }

/** LiteSVM's error object in the RPC's shape. */
export function toTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const err = failed.err()
  if (typeof err === 'number') return TRANSACTION_ERRORS[err]?.[0] ?? 'SanitizeFailure'
  if (err instanceof native.TransactionErrorInstructionError) {
    const inner = err.err()
    if (typeof inner === 'number')
      return { InstructionError: [err.index, INSTRUCTION_ERRORS[inner]?.[0] ?? 'GenericError'] }
    return 'code' in inner
      ? { InstructionError: [err.index, { Custom: inner.code }] }
      : { InstructionError: [err.index, { BorshIoError: inner.msg }] }
  }
  if (err instanceof native.TransactionErrorDuplicateInstruction) return { DuplicateInstruction: err.index }
  if (err instanceof native.TransactionErrorInsufficientFundsForRent)
    return { InsufficientFundsForRent: { account_index: err.accountIndex } }
  return { ProgramExecutionTemporarilyRestricted: { account_index: err.accountIndex } }
}

const TEXT = new Map(TRANSACTION_ERRORS)
const INSTRUCTION_TEXT = new Map(INSTRUCTION_ERRORS)

/** The text that the real RPC puts after 'Transaction simulation failed: '. */
export function errorText(err: TransactionError): string {
  if (typeof err === 'string') return TEXT.get(err) ?? err
  if ('InstructionError' in err) {
    const [index, inner] = err.InstructionError
    const text =
      typeof inner === 'string'
        ? (INSTRUCTION_TEXT.get(inner) ?? inner)
        : 'Custom' in inner
          ? `custom program error: 0x${inner.Custom.toString(16)}`
          : `Failed to serialize or deserialize account data: ${inner.BorshIoError}`
    return `Error processing Instruction ${index}: ${text}`
  }
  if ('DuplicateInstruction' in err)
    return `Transaction contains a duplicate instruction (${err.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in err)
    return `Transaction results in an account (${err.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  return `Execution of the program referenced by account at index ${err.ProgramExecutionTemporarilyRestricted.account_index} is temporarily restricted.`
}
