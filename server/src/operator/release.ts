/**
 * `npm run release`: lists what is on hold and ends holds. The running server does it; if none runs this program does,
 * as far as that is possible without the chain.
 */
import { join } from 'node:path'
import { ConfigError, readConfig } from '../config/config.ts'
import { askServer } from './control-socket.ts'
import { openDatabase } from '../database.ts'
import { type ReleaseAnswer, releaseOffline, type ReleaseRequest } from '../domains/transfers/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { LockedError, lockDirectory } from '../kernel/concurrency/lock.ts'
import { createLog } from '../kernel/log.ts'
import { isRefused, parseRelease, readRelease, releaseText } from './release-request.ts'

async function main(): Promise<void> {
  const request = parseRelease(process.argv.slice(2))
  const config = readConfig()
  const reply = await askServer(config.dataDir, 'release', { ...request })
  if (reply === 'failed')
    throw new ConfigError('The running server could not complete the request; its log says why.')
  if (reply !== 'absent' && 'refused' in reply) throw new ConfigError(reply.refused)
  const answer =
    reply === 'absent' ? await releaseHere(config, request) : (reply.answer as unknown as ReleaseAnswer)
  if (isRefused(answer)) throw new ConfigError(releaseText(answer))
  process.stdout.write(`${releaseText(answer)}\n`)
}

async function releaseHere(
  config: ReturnType<typeof readConfig>,
  request: ReleaseRequest,
): Promise<ReleaseAnswer> {
  const log = createLog('error')
  const unlock = await lockDirectory(config.dataDir)
  try {
    const database = await openDatabase(config, log)
    try {
      const journalPath = join(config.dataDir, 'journal', 'transactions.jsonl')
      const { db, sync } = database
      return await releaseOffline({ db, sync, log, journalPath, clock: systemClock }, readRelease(request))
    } finally {
      await database.close()
    }
  } finally {
    await unlock()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof LockedError
    process.stderr.write(
      `${expected ? error.message : `Nothing was released: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
    )
    process.exit(1)
  },
)
