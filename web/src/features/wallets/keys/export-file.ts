import type { FileAnswer } from '@purser/contract/endpoint.ts'
import {
  exportAllWallets,
  exportSpreadsheet,
  exportText,
  exportWallets,
} from '@purser/contract/wallets/wallets.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'

export type FileKind = 'xlsx' | 'csv'
type Wanted = {
  kind: FileKind
  keys: boolean
  walletIds: number[] | undefined
  groupId: number | null
  code: string | undefined
}

/** The file and its media type. There is no automatic retry: each export with keys is recorded and mailed. */
export async function exportFile(wanted: Wanted): Promise<{ file: FileAnswer; type: string }> {
  const { kind, keys, walletIds, groupId, code } = wanted
  const named = code === undefined ? {} : { code }
  const query = { ...named, _t: String(Date.now()), ...(keys ? {} : { keys: 'false' as const }) }
  const type = (kind === 'xlsx' ? exportSpreadsheet : exportText).file ?? ''
  if (walletIds === undefined && kind === 'xlsx') {
    const within = groupId === null ? query : { ...query, groupId }
    return { file: await call(exportWallets, { query: within, retry: never }), type }
  }
  if (walletIds === undefined && groupId === null)
    return { file: await call(exportAllWallets, { query, retry: never }), type }
  const body = { keys, groupId, ...named, ...(walletIds === undefined ? {} : { walletIds }) }
  const file = await call(kind === 'xlsx' ? exportSpreadsheet : exportText, { body, retry: never })
  return { file, type }
}
