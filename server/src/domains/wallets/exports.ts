/**
 * Keys that leave in bulk: for a file, or for the chat's own export. Each is written down before it is opened, their
 * number is limited, and the owner is told by mail.
 */
import { EXPORTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { WalletWithKey } from '@purser/contract/wallets.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Jobs } from '../../kernel/jobs.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { Accounts } from '../accounts/index.ts'
import { exportJob } from './exports.worker.ts'
import * as exportStore from './exports.store.ts'
import * as groupStore from './groups.store.ts'
import { createKeyring, type MasterKeys, ownerOf } from './keys.ts'
import { exportLetter } from './letters.ts'
import { toCsv, toSpreadsheet } from './sheets.ts'
import { badgesOf, toWallet } from './views.ts'
import * as store from './wallets.store.ts'

export type ExportParts = {
  db: Db
  clock: Clock
  limiter: Limiter
  jobs: Jobs
  mailer: Mailer
  accounts: Accounts
  masterKey: MasterKeys
}
export type Exports = ReturnType<typeof createExports>
export type Asking = { userId: number; sessionId: string; client: string; code: string | undefined }
type Kind = exportStore.ExportRow['kind']

export function createExports({ db, clock, limiter, jobs, mailer, accounts, masterKey }: ExportParts) {
  const keyring = createKeyring(masterKey)
  const day = () => new Date(clock.now()).toISOString().slice(0, 10)

  /** Written first: keys that left without a record would be worse than a record of some that did not. */
  async function record(asking: Asking, kind: Kind, rows: store.WalletRow[]): Promise<void> {
    const { userId, client } = asking
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db
      const wallets = rows.map(({ id, address }) => ({ id, address }))
      await exportStore.writeAudits(tx, {
        userId,
        client,
        wallets,
        action: kind === 'chat' ? 'chat' : 'export',
      })
      const exportId = await exportStore.insertExport(tx, {
        userId,
        kind,
        client,
        wallets: rows.length,
        at: new Date(clock.now()),
      })
      await jobs.send(exportJob, { exportId }, { db: tx, key: String(exportId) })
    })
  }

  async function take(asking: Asking, kind: Kind, where: store.Within): Promise<WalletWithKey[]> {
    const { userId, sessionId, code } = asking
    const groups = await groupStore.listGroups(db, userId)
    if (where !== null && where !== 'ungrouped' && !groups.some((g) => g.id === where.groupId))
      throw new Fault('not_found', { what: 'Wallet group' })
    const rows = await store.listSealed(db, userId, where)
    if (rows.length === 0 && kind !== 'chat') throw new Fault('nothing_to_export')
    await accounts.requireKeyCode({ userId, sessionId }, code)
    const retryAfterSeconds = await limiter.hit(`exports:${userId}`, EXPORTS_PER_MINUTE, 60)
    if (retryAfterSeconds !== null) throw new Fault('too_many_exports', { retryAfterSeconds })
    if (rows.length === 0) return []
    await record(asking, kind, rows)
    const badges = await badgesOf(db, userId, groups)
    const open = await keyring.opener(db, ownerOf(userId))
    return rows.map((row) => ({
      ...toWallet(row, badges(row.id)),
      private_key: open(row.sealedKey, `wallet:${row.id}`),
    }))
  }

  return {
    /** All wallets with their keys, for the chat. */
    forChat: (asking: Asking): Promise<WalletWithKey[]> => take(asking, 'chat', null),

    async spreadsheet(asking: Asking, groupId: number | null): Promise<FileAnswer> {
      const wallets = await take(asking, 'spreadsheet', groupId === null ? null : { groupId })
      return toSpreadsheet(wallets, day(), groupId)
    },

    async text(asking: Asking): Promise<FileAnswer> {
      return toCsv(await take(asking, 'text', null), day())
    },

    /** Tells the owner of an export, once. */
    async tell(exportId: number): Promise<void> {
      const row = await exportStore.findExport(db, exportId)
      if (!row || row.toldAt) return
      const { email } = await accounts.profile(row.userId)
      await mailer.send({ to: email, ...exportLetter(row) })
      await exportStore.markTold(db, exportId, new Date(clock.now()))
    },
  }
}
