/**
 * `npm run login-code -- EMAIL`: issues a sign-in code to an owner who gets no mail. On PostgreSQL it is written to the
 * database; on the embedded one the running server writes it, or this program if none runs.
 */
import { Email } from '@purser/contract/accounts.ts'
import { CODE_TTL_SECONDS } from '@purser/contract/limits.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { askServer } from './control-socket.ts'
import { openDatabase } from '../database.ts'
import { issueLoginCode } from '../domains/accounts/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { lockDirectory, LockedError } from '../kernel/concurrency/lock.ts'
import { createLog } from '../kernel/log.ts'

async function issueHere(config: Config, email: string): Promise<string | null> {
  const release = config.databaseUrl === null ? await lockDirectory(config.dataDir) : null
  const database = await openDatabase(config, createLog('error'))
  try {
    const code = await issueLoginCode(database.db, systemClock, email)
    await database.sync()
    return code
  } finally {
    await database.close()
    await release?.()
  }
}

async function issue(config: Config, email: string): Promise<string | null> {
  if (config.databaseUrl !== null) return issueHere(config, email)
  const reply = await askServer(config.dataDir, 'login-code', { email })
  if (reply === 'absent') return issueHere(config, email)
  if (reply === 'failed')
    throw new ConfigError('The running server could not issue a code; its log says why.')
  if ('refused' in reply) throw new ConfigError(reply.refused)
  return typeof reply.answer.code === 'string' ? reply.answer.code : null
}

async function main(): Promise<void> {
  const [given, ...more] = process.argv.slice(2)
  const email = Email.safeParse(given)
  if (!email.success || more.length > 0)
    throw new ConfigError('Give one email address: npm run login-code -- ann@example.com')
  const code = await issue(readConfig(), email.data)
  if (code === null) throw new ConfigError(`There is no account for ${email.data}.`)
  process.stdout.write(
    `The code for ${email.data}, valid once within ${CODE_TTL_SECONDS / 60} minutes:\n\n  ${code}\n\nEnter it on the login page, under 'I have a code'.\n`,
  )
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof LockedError
    process.stderr.write(
      `${expected ? error.message : `No code was issued: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
    )
    process.exit(1)
  },
)
