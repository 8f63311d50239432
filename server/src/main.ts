/** Configuration, data directory, network, database, application: in this order up, and in the other down. */
import { join } from 'node:path'
import { startDesk } from './desk.ts'
import { ConfigError, readConfig } from './config.ts'
import { LockedError } from './kernel/lock.ts'
import { createLog, describe } from './kernel/log.ts'
import { MasterKeyError } from './master-key.ts'

const STOP_WITHIN_MS = 9_500

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const desk = await startDesk(config, log, { console: join(import.meta.dirname, '../../web/dist') })
  process.stdout.write(
    `\nPurser is ready at ${desk.url} (${config.cluster})\n${config.outbox ? `Sign-in codes: ${desk.url}/dev/outbox\n` : ''}\n`,
  )

  let stopping = false
  const stop = (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    desk.close().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error(describe(error), 'the stop was not clean')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  void desk.failed.then((error) => {
    log.error(describe(error), 'the local network has died')
    stop('the local network has died', 1)
  })
  process.on('unhandledRejection', (error) => log.error(describe(error), 'a rejection that nobody handled'))
}

main().catch((error: unknown) => {
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
