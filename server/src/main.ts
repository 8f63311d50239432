/** Starts the desk by the configuration and stops it on a signal. */
import { join } from 'node:path'
import { getStakes, stakesTexts } from '@purser/contract/balances/stakes.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { LockedError } from './kernel/concurrency/lock.ts'
import { createLog, describe } from './kernel/log.ts'
import { MasterKeyError } from './master-key.ts'

/** A stop that hangs ends the process: just before process managers would kill it. */
const STOP_TIMEOUT_MS = 9_500

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  // Loaded once the configuration is known to be valid: an error in it is reported at once.
  const { startDesk } = await import('./desk.ts')
  const starting = startDesk(config, log, { console: join(import.meta.dirname, '../../web/dist') })

  const stopping = new AbortController()
  const stop = (reason: string, code: number) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    // A desk that is still starting is closed once it has started; a failed start is reported below.
    const closed = starting.then((desk) => desk.close())
    closed.then(
      () => process.exit(code),
      (error: unknown) => {
        log.error(describe(error), 'the stop failed')
        process.exit(1)
      },
    )
  }
  // Registered before readiness is announced, because a stop may come right after.
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('unhandledRejection', (error) => log.error(describe(error), 'an unhandled rejection'))

  const desk = await starting
  if (stopping.signal.aborted) return
  process.stdout.write(
    `\nPurser is ready at ${desk.url} (${stakesTexts[getStakes(config)].badge ?? config.cluster})\n${config.outbox ? `Sign-in codes: ${desk.url}/dev/outbox\n` : ''}\n`,
  )
  void desk.failed.then(({ part, error, sentence }) => {
    process.stderr.write(`${sentence}\n`)
    log.error(describe(error), `${part} failed`)
    stop(`${part} failed`, 1)
  })
}

main().catch((thrown: unknown) => {
  let error = thrown
  // Closing failed as well: the error of the start matters more.
  while (error instanceof SuppressedError) error = error.suppressed
  const { code, port, message } = error as { code?: string; port?: number; message?: string }
  const expected = [ConfigError, LockedError, MasterKeyError].some((known) => error instanceof known)
  const line =
    code === 'EADDRINUSE'
      ? `Port ${port ?? ''} is already in use.`
      : code === 'EACCES'
        ? `Not permitted: ${message}`
        : expected
          ? message
          : undefined
  process.stderr.write(
    line === undefined
      ? `Purser could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}\n`
      : `${line}\n`,
  )
  process.exit(1)
})
