/** Operations as rows of a file. The code that writes the file escapes names that a spreadsheet would run. */
import { STANDING_NAMES, storyWords } from '@purser/contract/transfers/story-words.ts'
import { type ListedOperation, OPERATION_NAMES } from '@purser/contract/transfers/transfers.ts'

export const HEADER = [
  'Time',
  'Type',
  'What happened',
  'Status',
  'Final',
  'Since then',
  'Transfers',
  'Confirmed',
  'Failed',
  'Amount',
  'Token',
  'Network fees (SOL)',
  'Signature',
  'Operation',
]

export function toCells(operation: ListedOperation): string[] {
  const { id, type, status, finalized, created_at, summary, story, standing } = operation
  return [
    created_at,
    OPERATION_NAMES[type] ?? type,
    storyWords(operation),
    status,
    finalized ? 'yes' : 'no',
    standing === null ? '' : STANDING_NAMES[standing],
    String(summary.total),
    String(summary.confirmed),
    String(summary.failed),
    summary.amount === null ? '' : String(summary.amount),
    summary.symbol ?? '',
    String(summary.fees),
    story.signature ?? '',
    id,
  ]
}
