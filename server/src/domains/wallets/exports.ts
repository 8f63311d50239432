/**
 * Export in bulk, to a file or for the chat. Keys are recorded before they are opened, their number is limited, and the
 * owner is notified by e-mail. A list without keys is recorded and limited.
 */
import { EXPORTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { Wallet, WalletWithKey } from '@purser/contract/wallets.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import * as exportStore from './exports.store.ts'
import * as groupStore from './groups.store.ts'
import { createKeyring, type MasterKeys, ownerOf, revealed } from './keyring.ts'
import { walletBoundTo } from './keys.ts'
import type { Caller } from '../accounts/index.ts'
import { createKeyMails, type KeyMailParts } from './key-mails.ts'
import { fileName, nameOfAll, toCsv, toSpreadsheet } from './sheets.ts'
import { badgesOf, toWallet } from './views.ts'
import * as store from './wallets.store.ts'

export type ExportParts = KeyMailParts & { limiter: Limiter; masterKey: MasterKeys }
export type Exports = ReturnType<typeof createExports>
export type Asking = Caller & { client: string; device: string; code: string | undefined }
type FileKind = 'spreadsheet' | 'text'
type Kind = FileKind | 'chat'
type Wanted = { walletIds?: number[] | undefined; groupId?: number | null | undefined; keys: boolean }
const FORMATS = { spreadsheet: 'spreadsheet', text: 'CSV' } as const

export function createExports(parts: ExportParts) {
  const { db, clock, limiter, accounts, masterKey } = parts
  const mails = createKeyMails(parts)
  const keyring = createKeyring(masterKey)
  const day = () => new Date(clock.now()).toISOString().slice(0, 10)

  /** Recorded and marked first: keys that left without a record would be worse than a record of some that did not. */
  async function record(
    asking: Asking,
    { kind, rows, group }: { kind: Kind; rows: store.WalletRow[]; group: string | null },
  ): Promise<void> {
    const { userId, client, device } = asking
    await db.transaction(async (tx) => {
      // Two exports that mark the same rows in another order would wait for each other.
      await store.lockUser(tx, userId)
      await store.markKeysOut(
        tx,
        rows.map(({ id }) => id),
        new Date(clock.now()),
      )
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

  /** The name of the group asked for; null for all wallets. Throws not_found for what is not the user's. */
  function groupNamed(groups: { id: number; name: string }[], where: store.Within): string | null {
    if (where === null || where === 'ungrouped' || !('groupId' in where)) return null
    const found = groups.find((group) => group.id === where.groupId)
    if (!found) throw new Fault('not_found', { what: 'Wallet group' })
    return found.name
  }

  /** One wallet of another refuses the whole list. */
  function requireAll(rows: unknown[], where: store.Within): void {
    if (
      where !== null &&
      where !== 'ungrouped' &&
      'walletIds' in where &&
      rows.length !== where.walletIds.length
    )
      throw new Fault('not_found', { what: 'Wallet' })
  }

  async function limit(bucket: 'exports' | 'lists', userId: number): Promise<void> {
    const retryAfterSeconds = await limiter.hit(`${bucket}:${userId}`, EXPORTS_PER_MINUTE, 60)
    if (retryAfterSeconds !== null)
      throw new Fault('too_many_exports', { retryAfterSeconds, keys: bucket === 'exports' })
  }

  async function take(asking: Asking, kind: Kind, where: store.Within): Promise<WalletWithKey[]> {
    const { userId, sessionId, code } = asking
    const groups = await groupStore.listGroups(db, userId)
    const group = groupNamed(groups, where)
    const rows = await store.listSealed(db, userId, where)
    requireAll(rows, where)
    if (rows.length === 0 && kind !== 'chat') throw new Fault('nothing_to_export')
    await accounts.keyCodes.require({ userId, sessionId }, code, 'export')
    await limit('exports', userId)
    if (rows.length === 0) return []
    await record(asking, { kind, rows, group })
    const badges = await badgesOf(db, userId, groups)
    return keyring.open(db, ownerOf(userId), {
      // Those that are on record, whatever has come since.
      read: async (again) =>
        again ? store.listSealed(db, userId, { walletIds: rows.map(({ id }) => id) }) : rows,
      use: (open, sealed) =>
        sealed.map((row) => ({
          ...toWallet(row, badges(row.id)),
          private_key: revealed(open(row.sealedKey, walletBoundTo(row.id))),
        })),
    })
  }

  /** The same without keys: none is read, so none can leave. Audited; no code, no mail. */
  async function takeList(asking: Asking, kind: FileKind, where: store.Within): Promise<Wallet[]> {
    const { userId, client, device } = asking
    const groups = await groupStore.listGroups(db, userId)
    const group = groupNamed(groups, where)
    const rows = await store.listWallets(db, userId, where)
    requireAll(rows, where)
    if (rows.length === 0) throw new Fault('nothing_to_export')
    await limit('lists', userId)
    const detail = { wallets: rows.length, as: FORMATS[kind], group }
    await writeAudit(db, { userId, type: 'export-list', detail, address: client, device })
    const badges = await badgesOf(db, userId, groups)
    return rows.map((row) => toWallet(row, badges(row.id)))
  }

  const takeWallets = (
    asking: Asking,
    kind: FileKind,
    where: store.Within,
    keys: boolean,
  ): Promise<Wallet[]> => (keys ? take(asking, kind, where) : takeList(asking, kind, where))

  return {
    mails,

    /** All wallets with their keys, for the chat. */
    forChat: (asking: Asking): Promise<WalletWithKey[]> => take(asking, 'chat', null),

    async spreadsheet(
      asking: Asking,
      { groupId, keys }: { groupId: number | null; keys: boolean },
    ): Promise<FileAnswer> {
      const wallets = await takeWallets(asking, 'spreadsheet', groupId === null ? null : { groupId }, keys)
      return toSpreadsheet(wallets, fileName(day(), groupId, keys), keys)
    },

    async text(asking: Asking, { keys }: { keys: boolean }): Promise<FileAnswer> {
      return toCsv(await takeWallets(asking, 'text', null, keys), nameOfAll(day(), keys), keys)
    },

    /** Those that are wanted, with their keys or without. */
    async file(asking: Asking, kind: FileKind, wanted: Wanted): Promise<FileAnswer> {
      const { walletIds, groupId = null, keys } = wanted
      if (walletIds !== undefined && groupId !== null)
        throw invalid('groupId', 'must be null where wallets are named')
      const where = walletIds !== undefined ? { walletIds } : groupId !== null ? { groupId } : null
      const wallets = await takeWallets(asking, kind, where, keys)
      const name = fileName(day(), walletIds === undefined ? groupId : 'chosen', keys)
      return kind === 'text' ? toCsv(wallets, name, keys) : toSpreadsheet(wallets, name, keys)
    },
  }
}
