/** The shape of an answer: the console takes it for final by its length and by the word before the last sentence. */
import type { Present } from '../../strategies/index.ts'

const FINAL =
  'These are the figures of your desk at this moment; asking changes nothing, and nothing is started by it.'

/** `summary`: one sentence that answers the question by itself. */
export const withSummary = (lines: string[], summary: string): string =>
  [...lines, `Summary: ${summary} ${FINAL}`].join('\n')

export const NO_STRATEGY = 'This agent has not run a strategy yet. Tell me what to trade.'

export const statusWords = ({ strategy: { status } }: Present): string =>
  status === 'active' ? 'running' : status
