/** Logging. Secrets are not logged in the first place; fields with secret names are redacted as a second defence. */
import { DrizzleQueryError } from 'drizzle-orm'
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

/** The error's message; for a query only its text: its parameters may hold secrets. */
const getMessage = (error: Error): string =>
  error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message

/** The loggable part of an error: never a query's parameters. */
export function describe(error: unknown): { error: string; cause?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  const { cause, stack } = error
  return {
    error: getMessage(error),
    ...(cause instanceof Error ? { cause: getMessage(cause) } : {}),
    ...(stack === undefined || error instanceof DrizzleQueryError ? {} : { stack }),
  }
}
