/**
 * `npm run keys:rotate`: a new master key; with `-- --deep` also new data keys, under which everything is sealed anew.
 * A running server does it; if none runs, this program does.
 */
import { randomBytes } from 'node:crypto'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { openDatabase } from '../database.ts'
import { opensDataKeys } from '../domains/wallets/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { lockDirectory, LockedError } from '../kernel/concurrency/lock.ts'
import { createLog } from '../kernel/log.ts'
import { MasterKeyError, openMasterKey } from '../master-key.ts'
import { createRotation, type DataKeyCounts, type Rotation, runningRotation } from './rotation.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
/** The time between two checks whether the other servers have ended. */
const WAIT_MS = 1_000
/** How often it reports its progress. */
const LINES = 20

/** Shown before it is used, so that its owner has both keys whatever happens. */
function newConfiguredKey(): Uint8Array {
  const key = new Uint8Array(randomBytes(32))
  say(
    `The new key, shown only this once. Save it and set it as MASTER_KEY before the next start:\n\n  MASTER_KEY=${Buffer.from(key).toString('base64')}\n`,
  )
  return key
}

async function rotate(rotation: Rotation, deep: boolean): Promise<void> {
  const { configured } = await rotation.state()
  await rotation.rotate({ deep, ...(configured ? { next: newConfiguredKey() } : {}) })
  say(
    configured
      ? 'The keys are now sealed under the new MASTER_KEY. Other servers on this database need it too: set it and restart them.'
      : 'The master key was changed. The new one is in the data directory.',
  )
}

const howFar = ({ replaced, users }: DataKeyCounts): string =>
  `Wallets of ${replaced} of ${users} users are re-encrypted.`

/** Goes on with an unfinished rotation, else begins one. False: something did not open. */
async function rotateDeep(rotation: Rotation): Promise<boolean> {
  const { unfinished } = await rotation.state()
  if (unfinished)
    say(
      `An earlier run was not finished and now continues; the master key stays the same. ${howFar(unfinished)}`,
    )
  else await rotate(rotation, true)
  const damaged: string[] = []
  let after = ''
  let [line, waiting] = [-1, 0]
  for (;;) {
    const done = await rotation.replace(after)
    damaged.push(...done.damaged)
    if (done.waiting > 0) {
      if (done.waiting !== waiting)
        say(
          `Waiting: ${done.waiting} ${done.waiting === 1 ? 'other server has' : 'other servers have'} the former MASTER_KEY. Set the new one there and restart; to continue later, stop this and run it again.`,
        )
      await systemClock.sleep(WAIT_MS)
    } else {
      const reached = Math.floor((done.replaced * LINES) / Math.max(done.users, 1))
      if (reached !== line || done.after === null) say(howFar(done))
      line = reached
    }
    waiting = done.waiting
    if (done.after === null) return ended(done, damaged)
    after = done.after
  }
}

function ended({ stale, unopened }: DataKeyCounts, damaged: string[]): boolean {
  say(
    'The private keys themselves are unchanged: if someone may have the key of a wallet, replace that wallet with a new one. Earlier backups and WAL still open with the former master key.',
  )
  if (stale === 0 && unopened === 0) return true
  if (damaged.length > 0) say(`Could not be opened and was left unchanged:\n${damaged.join('\n')}`)
  say(
    `Not everything could be re-encrypted: ${unopened} ${unopened === 1 ? 'value' : 'values'} and ${stale} ${stale === 1 ? 'data key' : 'data keys'} did not open. The log names them.`,
  )
  return false
}

async function main(): Promise<boolean> {
  const [option, ...more] = process.argv.slice(2)
  if (more.length > 0 || (option !== undefined && option !== '--deep'))
    throw new ConfigError('The only option is --deep: npm run keys:rotate -- --deep')
  const run = async (rotation: Rotation): Promise<boolean> => {
    if (option === '--deep') return rotateDeep(rotation)
    await rotate(rotation, false)
    return true
  }
  const config = readConfig()
  const running = await runningRotation(config.dataDir)
  return running ? run(running) : withoutServer(config, run)
}

async function withoutServer(
  config: Config,
  run: (rotation: Rotation) => Promise<boolean>,
): Promise<boolean> {
  const log = createLog('error')
  const release = await lockDirectory(config.dataDir)
  const database = await openDatabase(config, log)
  try {
    const opens = (key: Uint8Array) => opensDataKeys(database.db, key)
    const masterKey = await openMasterKey(config.masterKey, config.dataDir, opens, database.sync)
    return await run(createRotation({ database, masterKey, log, process: null }))
  } finally {
    await database.close()
    await release()
  }
}

main().then(
  (isWhole) => process.exit(isWhole ? 0 : 1),
  (error: unknown) => {
    const expected =
      error instanceof ConfigError || error instanceof LockedError || error instanceof MasterKeyError
    process.stderr.write(
      `${expected ? error.message : `The keys were not rotated: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
    )
    process.exit(1)
  },
)
