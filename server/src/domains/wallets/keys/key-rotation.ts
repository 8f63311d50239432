/**
 * Rotation. The master key alone: every data key is resealed, in one transaction. Deep: then every data key is replaced as
 * well, and what is sealed under it sealed anew, in portions that may end anywhere; the next run goes on.
 */
import type { Db } from '../../../db/client.ts'
import { type AuditEntry, writeAudit } from '../../../kernel/audit.store.ts'
import { countOlder } from '../../../kernel/heartbeat.ts'
import type { Log } from '../../../kernel/log.ts'
import { type MasterKeys, openDataKey, openDataKeys, sealDataKey } from './keyring.ts'
import * as store from './keys.store.ts'
import { replacePortion } from './reseal.ts'
import type { SealedTable } from './secrets.ts'

export type WalletKeysParts = {
  db: Db
  masterKey: MasterKeys
  log: Log
  /** Tables of other domains. */
  tables: SealedTable[]
  /** This process by its heartbeat; null where it has none. */
  process: string | null
  /** Wallets that are sealed anew in one transaction; less in tests. */
  portion?: number
}
/** How far a deep rotation is. `after`: after which owner to go on; null: it is at its end. */
export type DeepProgress = store.DataKeyCounts & {
  after: string | null
  /** Records of this portion that could not be opened, such as 'wallet:7 of user:3'. */
  damaged: string[]
  /** Other processes that have the former master key: nothing is done before they have ended. */
  waiting: number
}

/** The limits of one call, so that it answers soon. */
const VALUES_A_CALL = 1_000
const OWNERS_A_CALL = 100

/** An audit row for each user whose keys are resealed. */
function rotationEntry(owner: string): AuditEntry[] {
  const userId = /^user:(\d+)$/.exec(owner)?.[1]
  return userId === undefined
    ? []
    : [{ userId: Number(userId), type: 'rotation', detail: {}, address: 'server' }]
}

/** Whether this master key opens the data keys of a database; null when there is none yet. */
export async function opensDataKeys(db: Db, key: Uint8Array): Promise<boolean | null> {
  const rows = await db.transaction(async (tx) => {
    // Waits for a rotation whose answer was lost and that may still run in the database.
    await store.lockDataKeys(tx, 'row share')
    return store.allDataKeys(tx)
  })
  if (rows.length === 0) return null
  return rows.every(({ owner, sealedKey }) => openDataKey([key], sealedKey, owner) !== null)
}

export function createWalletKeys(parts: WalletKeysParts) {
  const { db, masterKey, log } = parts

  /** In one transaction. `deep`: from then on all data keys are to be replaced. */
  const reseal = (next: Uint8Array, adopt: () => void, deep: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      await store.lockDataKeys(tx, 'exclusive')
      const rows = await store.allDataKeys(tx)
      for (const row of rows) {
        const { owner } = row
        const keys = openDataKeys(masterKey.candidates(), row)
        const [key, former] = keys ?? []
        if (key === undefined) throw new Error(`the data key of ${owner} is under another master key`)
        await store.writeDataKey(tx, owner, {
          sealedKey: sealDataKey(next, key, owner),
          formerKey: former ? sealDataKey(next, former, owner) : null,
        })
      }
      if (deep) await store.markStale(tx)
      await writeAudit(tx, ...rows.flatMap(({ owner }) => rotationEntry(owner)))
      adopt()
    })

  async function waiting(): Promise<number> {
    const since = await store.staleSince(db)
    return since === null ? 0 : countOlder(db, since, parts.process)
  }

  return {
    /** Reseals every data key under another master key; `adopt` puts that into use before the change commits. */
    rotate: (next: Uint8Array, adopt: () => void): Promise<void> => reseal(next, adopt, false),

    /** The same, and all data keys are to be replaced by `replace`. */
    rotateDeep: (next: Uint8Array, adopt: () => void): Promise<void> => reseal(next, adopt, true),

    /** The work that is left of a deep rotation; null: none is unfinished. */
    async unfinished(): Promise<store.DataKeyCounts | null> {
      const counts = await store.countDataKeys(db)
      return counts.stale > 0 ? counts : null
    },

    /** Replaces some more data keys: in the order of their owners, after this one. */
    async replace(from = ''): Promise<DeepProgress> {
      const others = await waiting()
      let after: string | null = from
      const damaged: string[] = []
      let values = 0
      for (let n = 0; others === 0 && after !== null && n < OWNERS_A_CALL && values < VALUES_A_CALL; n++) {
        const done = await replacePortion(parts, after)
        for (const value of done.damaged)
          log.error({ value }, 'a sealed value cannot be opened and is left as it is')
        damaged.push(...done.damaged)
        values += done.values
        after = done.after
      }
      return { ...(await store.countDataKeys(db)), after, damaged, waiting: others }
    },
  }
}
