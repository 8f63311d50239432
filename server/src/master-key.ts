/** The key under which all data keys are sealed: MASTER_KEY, or one generated into the data directory (mode 0600). */
import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKey } from './kernel/vault.ts'

export type MasterKey = {
  current(): Uint8Array
  /** A key for one use, that tells nothing about the master key. */
  derive(use: string): Uint8Array
  /**
   * Makes a new key and has everything sealed anew under it. Answers null when the new key was written to the data
   * directory, else its base64, to be set as MASTER_KEY.
   */
  rotate(reseal: (next: Uint8Array, adopt: () => void) => Promise<unknown>): Promise<string | null>
}

export function openMasterKey(configured: Uint8Array | null, dataDir: string): MasterKey {
  const file = join(dataDir, 'master.key')
  let key = configured ?? readOrMake(file)
  return {
    current: () => key,
    derive: (use) => new Uint8Array(createHmac('sha256', key).update(use).digest()),
    async rotate(reseal) {
      const next = newKey()
      // The new key is on the disk before anything is sealed with it; a crash between leaves both keys at hand.
      if (!configured) write(`${file}.next`, next)
      await reseal(next, () => {
        key = next
      })
      if (configured) return Buffer.from(next).toString('base64')
      renameSync(`${file}.next`, file)
      return null
    },
  }
}

function readOrMake(file: string): Uint8Array {
  if (existsSync(file)) return new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'))
  const key = newKey()
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  write(file, key)
  return key
}

function write(file: string, key: Uint8Array): void {
  writeFileSync(file, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flush: true })
  chmodSync(file, 0o600)
}
