/**
 * Export in bulk, to a file or for the chat. Keys are recorded before they are opened, their number is limited, and the
 * owner is notified by e-mail. A list without keys is recorded and limited.
 */
import { EXPORTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FileAnswer } from '@purser/contract/endpoint.ts'
import type { Wallet, WalletWithKey } from '@purser/contract/wallets/wallets.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/concurrency/limiter.ts'
import * as exportStore from './exports.store.ts'
import * as groupStore from '../groups/groups.store.ts'
import { createKeyring, type Keyring, type MasterKeys, toOwner, revealed } from '../keys/keyring.ts'
import { walletBoundTo } from '../keys/keys.ts'
import type { Caller } from '../../accounts/index.ts'
import { createKeyMails, type KeyMailParts, type KeyMails } from './key-mails.ts'
import { fileName, nameOfAll, toCsv, toSpreadsheet } from './sheets.ts'
import { loadBadges, toWallet } from '../views.ts'
import * as store from '../wallets.store.ts'

export type ExportParts = KeyMailParts & { limiter: Limiter; masterKey: MasterKeys }
/** The caller, the mailed code, and the browser and address that the request comes from. */
export type ExportCaller = Caller & { client: string; device: string; code: string | undefined }
type FileKind = 'spreadsheet' | 'text'
type Kind = FileKind | 'chat'
type Selection = { walletIds?: number[] | undefined; groupId?: number | null | undefined; keys: boolean }
const FORMATS = { spreadsheet: 'spreadsheet', text: 'CSV' } as const

/**
 * All throw not_found for a wallet or group of another, nothing_to_export (but for the chat) and too_many_exports; with
 * keys also key_code_needed and wrong_key_code.
 */
export type Exports = {
  /** E-mails about keys. */
  mails: KeyMails
  /** All wallets with their keys, for the chat. */
  forChat(caller: ExportCaller): Promise<WalletWithKey[]>
  /** groupId null: all wallets. */
  spreadsheet(caller: ExportCaller, selection: { groupId: number | null; keys: boolean }): Promise<FileAnswer>
  /** All wallets as CSV. */
  text(caller: ExportCaller, selection: { keys: boolean }): Promise<FileAnswer>
  /** The wallets that are named, or those of a group, with their keys or without. */
  file(caller: ExportCaller, kind: FileKind, selection: Selection): Promise<FileAnswer>
}
type ExportState = ExportParts & { mails: KeyMails; keyring: Keyring }

export function createExports(parts: ExportParts): Exports {
  const mails = createKeyMails(parts)
  const state: ExportState = { ...parts, mails, keyring: createKeyring(parts.masterKey) }
  return {
    mails,
    forChat: (caller) => exportWithKeys(state, caller, 'chat', null),
    spreadsheet: (caller, selection) => exportSpreadsheet(state, caller, selection),
    text: (caller, selection) => exportText(state, caller, selection),
    file: (caller, kind, selection) => exportFile(state, caller, kind, selection),
  }
}

const today = ({ clock }: ExportState): string => new Date(clock.now()).toISOString().slice(0, 10)

async function exportSpreadsheet(
  state: ExportState,
  caller: ExportCaller,
  { groupId, keys }: { groupId: number | null; keys: boolean },
): Promise<FileAnswer> {
  const where = groupId === null ? null : { groupId }
  const wallets = await exportWallets(state, caller, 'spreadsheet', { where, keys })
  return toSpreadsheet(wallets, fileName(today(state), groupId, keys), keys)
}

async function exportText(
  state: ExportState,
  caller: ExportCaller,
  { keys }: { keys: boolean },
): Promise<FileAnswer> {
  const wallets = await exportWallets(state, caller, 'text', { where: null, keys })
  return toCsv(wallets, nameOfAll(today(state), keys), keys)
}

async function exportFile(
  state: ExportState,
  caller: ExportCaller,
  kind: FileKind,
  { walletIds, groupId = null, keys }: Selection,
): Promise<FileAnswer> {
  if (walletIds !== undefined && groupId !== null)
    throw invalid('groupId', 'must be null where wallets are named')
  const where = walletIds !== undefined ? { walletIds } : groupId !== null ? { groupId } : null
  const wallets = await exportWallets(state, caller, kind, { where, keys })
  const name = fileName(today(state), walletIds === undefined ? groupId : 'chosen', keys)
  return kind === 'text' ? toCsv(wallets, name, keys) : toSpreadsheet(wallets, name, keys)
}

const exportWallets = (
  state: ExportState,
  caller: ExportCaller,
  kind: FileKind,
  { where, keys }: { where: store.Within; keys: boolean },
): Promise<Wallet[]> =>
  keys ? exportWithKeys(state, caller, kind, where) : exportList(state, caller, kind, where)

async function exportWithKeys(
  state: ExportState,
  caller: ExportCaller,
  kind: Kind,
  where: store.Within,
): Promise<WalletWithKey[]> {
  const { db, accounts, keyring } = state
  const { userId, sessionId, code } = caller
  const groups = await groupStore.listGroups(db, userId)
  const group = findGroupName(groups, where)
  const rows = await store.listSealed(db, userId, where)
  requireAll(rows, where)
  if (rows.length === 0 && kind !== 'chat') throw new Fault('nothing_to_export')
  await accounts.keyCodes.require({ userId, sessionId }, code, 'export')
  await limitExports(state, 'exports', userId)
  if (rows.length === 0) return []
  await recordExport(state, caller, { kind, rows, group })
  const badges = await loadBadges(db, userId, groups)
  return keyring.open(db, toOwner(userId), {
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

/** Reads no key, so none can leave. It is audited; there is no code and no e-mail. */
async function exportList(
  state: ExportState,
  { userId, client, device }: ExportCaller,
  kind: FileKind,
  where: store.Within,
): Promise<Wallet[]> {
  const { db } = state
  const groups = await groupStore.listGroups(db, userId)
  const group = findGroupName(groups, where)
  const rows = await store.listWallets(db, userId, where)
  requireAll(rows, where)
  if (rows.length === 0) throw new Fault('nothing_to_export')
  await limitExports(state, 'lists', userId)
  const detail = { wallets: rows.length, as: FORMATS[kind], group }
  await writeAudit(db, { userId, type: 'export-list', detail, address: client, device })
  const badges = await loadBadges(db, userId, groups)
  return rows.map((row) => toWallet(row, badges(row.id)))
}

/** Comes before the keys are opened: keys that left without a record would be worse than a record of some that did not. */
async function recordExport(
  { db, clock, mails }: ExportState,
  { userId, client, device }: ExportCaller,
  { kind, rows, group }: { kind: Kind; rows: store.WalletRow[]; group: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Two exports that mark the same rows in another order would wait for each other.
    await store.lockUser(tx, userId)
    await store.markKeysOut(
      tx,
      rows.map(({ id }) => id),
      new Date(clock.now()),
    )
    const action = kind === 'chat' ? 'chat' : 'export'
    await exportStore.writeAudits(tx, { userId, client, wallets: rows, action })
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

/** The name of the group asked for; null for all wallets. Throws not_found for another user's. */
function findGroupName(groups: { id: number; name: string }[], where: store.Within): string | null {
  if (where === null || where === 'ungrouped' || !('groupId' in where)) return null
  const found = groups.find((group) => group.id === where.groupId)
  if (!found) throw new Fault('not_found', { what: 'Wallet group' })
  return found.name
}

/** One wallet of another refuses the whole list. */
function requireAll(rows: unknown[], where: store.Within): void {
  const isNamed = where !== null && where !== 'ungrouped' && 'walletIds' in where
  if (isNamed && rows.length !== where.walletIds.length) throw new Fault('not_found', { what: 'Wallet' })
}

async function limitExports(
  { limiter }: ExportState,
  bucket: 'exports' | 'lists',
  userId: number,
): Promise<void> {
  const retryAfterSeconds = await limiter.hit(`${bucket}:${userId}`, EXPORTS_PER_MINUTE, 60)
  if (retryAfterSeconds !== null)
    throw new Fault('too_many_exports', { retryAfterSeconds, keys: bucket === 'exports' })
}
