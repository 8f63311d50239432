/** `npm run keys:rotate`: a new master key. A running server does it; where none runs, it is done here. */
import { randomBytes } from 'node:crypto'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { createWalletKeys, opensDataKeys } from './domains/wallets/index.ts'
import { lockDirectory, LockedError } from './kernel/lock.ts'
import { createLog } from './kernel/log.ts'
import { MasterKeyError, openMasterKey } from './master-key.ts'
import { requestRotation } from './rotation.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Shown before it is used, so that its owner has both keys whatever happens. */
function newConfiguredKey(): Uint8Array {
  const key = new Uint8Array(randomBytes(32))
  say(
    `The new key, shown this once. Keep it, and set it as MASTER_KEY before the next start:\n\n  MASTER_KEY=${Buffer.from(key).toString('base64')}\n`,
  )
  return key
}

async function main(): Promise<void> {
  const config = readConfig()
  const outcome = await requestRotation(config.dataDir, (configured) =>
    configured ? newConfiguredKey() : null,
  )
  if (outcome === 'failed')
    throw new ConfigError(
      'The running server could not change the master key; its log says why. If the next start refuses the old MASTER_KEY, set the new one.',
    )
  if (outcome === 'absent') await rotateHere(config)
  say(
    config.masterKey === null
      ? 'The master key was changed. The new one is in the data directory.'
      : 'The keys lie under the new MASTER_KEY now. Other servers on this database need it too: set it and restart them.',
  )
}

async function rotateHere(config: ReturnType<typeof readConfig>): Promise<void> {
  const log = createLog('error')
  const release = await lockDirectory(config.dataDir)
  const database = await openDatabase(config, log)
  try {
    const { db } = database
    const opens = (key: Uint8Array) => opensDataKeys(db, key)
    const masterKey = await openMasterKey(config.masterKey, config.dataDir, opens, database.sync)
    const keys = createWalletKeys({ db, masterKey })
    await masterKey.rotate({
      reseal: keys.rotate,
      settled: database.sync,
      ...(masterKey.configured ? { next: newConfiguredKey() } : {}),
    })
  } finally {
    await database.close()
    await release()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected =
      error instanceof ConfigError || error instanceof LockedError || error instanceof MasterKeyError
    process.stderr.write(
      `${expected ? error.message : `The master key was not changed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
    )
    process.exit(1)
  },
)
