/**
 * Export of keys in bulk, to a file or for the chat. Each is recorded before it is opened, their number is limited, and
 * the owner is notified by e-mail.
 */
import { EXPORTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { WalletWithKey } from '@purser/contract/wallets.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import * as exportStore from './exports.store.ts'
import * as groupStore from './groups.store.ts'
import { createKeyring, type MasterKeys, ownerOf } from './keys.ts'
import type { Caller } from '../accounts/index.ts'
import { createKeyMails, type KeyMailParts } from './key-mails.ts'
import { toCsv, toSpreadsheet } from './sheets.ts'
import { badgesOf, toWallet } from './views.ts'
import * as store from './wallets.store.ts'

export type ExportParts = KeyMailParts & { limiter: Limiter; masterKey: MasterKeys }
export type Exports = ReturnType<typeof createExports>
export type Asking = Caller & { client: string; device: string; code: string | undefined }
type Kind = 'spreadsheet' | 'text' | 'chat'
const FORMATS = { spreadsheet: 'spreadsheet', text: 'CSV' } as const

export function createExports(parts: ExportParts) {
  const { db, clock, limiter, accounts, masterKey } = parts
  const mails = createKeyMails(parts)
  const keyring = createKeyring(masterKey)
  const day = () => new Date(clock.now()).toISOString().slice(0, 10)

  /** Recorded first: keys that left without a record would be worse than a record of some that did not. */
  async function record(
    asking: Asking,
    { kind, rows, group }: { kind: Kind; rows: store.WalletRow[]; group: string | null },
  ): Promise<void> {
    const { userId, client, device } = asking
    await db.transaction(async (tx) => {
      await exportStore.writeAudits(tx, {
        userId,
        client,
        wallets: rows,
        action: kind === 'chat' ? 'chat' : 'export',
      })
      await writeAudit(tx, {
        userId,
        type: kind === 'chat' ? 'chatbot-data' : 'export',
        detail: { wallets: rows.length, ...(kind === 'chat' ? {} : { as: FORMATS[kind] }), group },
        address: client,
        device,
      })
      await mails.add(tx, { userId, kind, client, wallets: rows.length })
    })
  }

  async function take(asking: Asking, kind: Kind, where: store.Within): Promise<WalletWithKey[]> {
    const { userId, sessionId, code } = asking
    const groups = await groupStore.listGroups(db, userId)
    const groupId = where !== null && where !== 'ungrouped' ? where.groupId : null
    const inGroup = groups.find((g) => g.id === groupId)
    if (groupId !== null && !inGroup) throw new Fault('not_found', { what: 'Wallet group' })
    const rows = await store.listSealed(db, userId, where)
    if (rows.length === 0 && kind !== 'chat') throw new Fault('nothing_to_export')
    await accounts.requireKeyCode({ userId, sessionId }, code, 'key-leaves')
    const retryAfterSeconds = await limiter.hit(`exports:${userId}`, EXPORTS_PER_MINUTE, 60)
    if (retryAfterSeconds !== null) throw new Fault('too_many_exports', { retryAfterSeconds })
    if (rows.length === 0) return []
    await record(asking, { kind, rows, group: inGroup?.name ?? null })
    const badges = await badgesOf(db, userId, groups)
    const open = await keyring.opener(db, ownerOf(userId))
    return rows.map((row) => ({
      ...toWallet(row, badges(row.id)),
      private_key: open(row.sealedKey, `wallet:${row.id}`),
    }))
  }

  return {
    mails,

    /** All wallets with their keys, for the chat. */
    forChat: (asking: Asking): Promise<WalletWithKey[]> => take(asking, 'chat', null),

    async spreadsheet(asking: Asking, groupId: number | null): Promise<FileAnswer> {
      const wallets = await take(asking, 'spreadsheet', groupId === null ? null : { groupId })
      return toSpreadsheet(wallets, day(), groupId)
    },

    async text(asking: Asking): Promise<FileAnswer> {
      return toCsv(await take(asking, 'text', null), day())
    },
  }
}
