/** The one error class. Its code is a row of the table in the contract, which holds status and sentence. */
import {
  type Detail,
  type FaultAnswer,
  type FaultCode,
  type FaultContext,
  faults,
  formatSentence,
} from '@purser/contract/faults.ts'

type Arguments<C extends FaultCode> = FaultContext[C] extends undefined ? [] : [context: FaultContext[C]]

export class Fault<C extends FaultCode = FaultCode> extends Error {
  readonly code: C
  readonly status: number
  readonly context: FaultContext[C]

  constructor(code: C, ...[context]: Arguments<C>) {
    super(formatSentence(code, context as FaultContext[C]))
    this.name = 'Fault'
    this.code = code
    this.status = faults[code].status
    this.context = context as FaultContext[C]
  }

  get details(): Detail[] | undefined {
    const { context } = this as { context: unknown }
    return context && typeof context === 'object' && 'details' in context
      ? (context.details as Detail[])
      : undefined
  }

  /** Seconds for the Retry-After header, if the code has them. */
  get retryAfterSeconds(): number | undefined {
    const { context } = this as { context: unknown }
    return context && typeof context === 'object' && 'retryAfterSeconds' in context
      ? (context.retryAfterSeconds as number)
      : undefined
  }

  toAnswer(): FaultAnswer {
    const { details } = this
    return { error: this.message, code: this.code, ...(details ? { details } : {}) }
  }
}

export const isFault = <C extends FaultCode>(error: unknown, code?: C): error is Fault<C> =>
  error instanceof Fault && (code === undefined || error.code === code)

/** Invalid input in one field. */
export const invalid = (path: string, message: string) =>
  new Fault('invalid_input', { details: [{ path, message }] })
