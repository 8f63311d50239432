/** Logging. Secrets are kept out by what is logged, and struck out by name should one slip in. */
import { pino } from 'pino'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

const SECRET_FIELDS = [
  'authorization',
  'token',
  'ticket',
  'code',
  'private_key',
  'privateKey',
  'keys',
  'device_token',
  'deviceToken',
  'sealedKey',
  'masterKey',
  'secret',
  'password',
  'cookie',
]

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`, `*.*.${f}`]), censor: '[REDACTED]' },
  })
}

/** What may be logged of an error: never a query's parameters, which may hold what must not be seen. */
export function describe(error: unknown): { error: string; cause?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  const isQuery = error.message.startsWith('Failed query:')
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return {
    error: isQuery ? (error.message.split('\nparams:')[0] ?? '') : error.message,
    ...(cause === undefined ? {} : { cause }),
    ...(error.stack === undefined || isQuery ? {} : { stack: error.stack }),
  }
}
