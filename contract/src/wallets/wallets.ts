/** Wallets: keys are generated, sealed and used by the server. Only endpoints that say so return a private key. */
import * as z from 'zod/mini'
import { Code } from '../accounts.ts'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { BULK_WALLETS_MAX, NAME_MAX } from '../limits.ts'
import { Address, Id, Name, Nothing, QueryId, readable, Time, UpdatedAt, WalletIds } from '../values.ts'
import { GroupName, WalletGroup } from './wallet-groups.ts'

export { WalletGroup } from './wallet-groups.ts'

/** The badge of a group on a wallet. */
export const GroupBadge = z.object({ id: Id, name: z.string(), color: z.string() })
export type GroupBadge = z.infer<typeof GroupBadge>

export const Wallet = z.object({
  id: Id,
  name: z.string(),
  address: Address,
  is_default: z.boolean(),
  groups: z.array(GroupBadge),
  created_at: Time,
  updated_at: Time,
})
export type Wallet = z.infer<typeof Wallet>

/** `private_key`: base58 of the 64-byte secret key. */
export const WalletWithKey = z.extend(Wallet, { private_key: z.string() })
export type WalletWithKey = z.infer<typeof WalletWithKey>

/**
 * The request says `key: false` if it wants none. `key_withheld`: it wanted the key, but keys_need_code is on and no
 * code came with it, or the request is a repeat, whose code is used up. The key can be revealed later.
 */
export const GeneratedWallet = z.extend(Wallet, {
  private_key: z.optional(z.string()),
  key_withheld: z.optional(z.literal(true)),
})
export type GeneratedWallet = z.infer<typeof GeneratedWallet>

const generate = (path: '/wallet/generate' | '/wallets/generate') =>
  endpoint({
    method: 'POST',
    path,
    summary:
      'Generate a wallet; its private key is in this answer only, and in none where a code is needed for it',
    access: 'session',
    failure: 'Failed to generate wallet',
    status: 201,
    body: z.optional(
      // A code is checked wherever it is given.
      z.strictObject({ name: z.optional(Name), key: z.optional(z.boolean()), code: z.optional(Code) }),
    ),
    answer: GeneratedWallet,
    secret: true,
  })

export const generateWallet = generate('/wallet/generate')
export const generateWalletAlias = generate('/wallets/generate')

const NUMBER_TEXT = `Please enter a valid number between 1 and ${BULK_WALLETS_MAX}`
/** Leaves room for a space and six digits. */
export const NAME_PREFIX_MAX = NAME_MAX - 7
const NamePrefix = z
  .string('Name prefix is required')
  .check(
    z.trim(),
    z.minLength(1, 'Name prefix is required'),
    z.maxLength(NAME_PREFIX_MAX, `must have at most ${NAME_PREFIX_MAX} characters`),
    readable,
  )

/** The wallets are added to a new group (createNewGroup), to groupId, or to none. Names: the prefix and a free number. */
export const generateBulk = endpoint({
  method: 'POST',
  path: '/wallets/generate-bulk',
  summary: 'Generate up to 1000 wallets at once; never a private key',
  access: 'session',
  failure: 'Failed to generate wallets',
  status: 201,
  body: z.strictObject({
    count: z.int(NUMBER_TEXT).check(z.minimum(1, NUMBER_TEXT), z.maximum(BULK_WALLETS_MAX, NUMBER_TEXT)),
    namePrefix: NamePrefix,
    groupId: z.optional(z.nullable(Id)),
    createNewGroup: z.optional(z.boolean()),
    newGroupName: z.optional(z.nullable(GroupName)),
  }),
  answer: z.object({
    success: z.literal(true),
    count: z.int(),
    group_id: z.nullable(Id),
    wallets: z.array(Wallet),
  }),
})

/** The result of one line, counted from 1. `error`: the message for the user, null when imported. */
export const ImportResult = z.object({
  line: z.int(),
  status: z.enum(['imported', 'duplicate', 'failed']),
  address: z.nullable(Address),
  error: z.nullable(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

/**
 * `keys` is a text of one key a line, or a list of keys; a key is base58 of 64 bytes or the JSON array of the Solana
 * CLI. Valid lines are imported even if others are not. When none is valid: 409 keys_already_there if one of them is a
 * wallet already, else 400 invalid_input; `details` has the path 'keys.{line}' and the message of each line.
 */
export const importWallets = endpoint({
  method: 'POST',
  path: '/wallets/import',
  summary: 'Import wallets by private key; no answer ever holds a key',
  access: 'session',
  status: 201,
  body: z.strictObject({
    keys: z.union([z.string(), z.array(z.union([z.string(), z.array(z.int())]))]),
    /** For a single key. */
    name: z.optional(Name),
    /** For many keys, followed by a number; 'Imported' by default. */
    namePrefix: z.optional(NamePrefix),
    groupId: z.optional(z.nullable(Id)),
    /** Needed while keys_need_code is on. */
    code: z.optional(Code),
  }),
  answer: z.object({
    success: z.literal(true),
    count: z.int(),
    wallets: z.array(Wallet),
    results: z.array(ImportResult),
  }),
})

const WalletList = z.object({ wallets: z.array(Wallet), groups: z.array(WalletGroup) })

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  summary: 'The wallets of the user, or of one group, oldest first; never a private key',
  access: 'session',
  failure: 'Failed to fetch wallets',
  query: z.object({ groupId: z.optional(QueryId) }),
  answer: WalletList,
})

export const listUngrouped = endpoint({
  method: 'GET',
  path: '/wallets/ungrouped',
  summary: 'The wallets that are in no group',
  access: 'session',
  failure: 'Failed to fetch ungrouped wallets',
  answer: WalletList,
})

export const getWallet = endpoint({
  method: 'GET',
  path: '/wallets/:id',
  summary: 'One wallet; never its private key',
  access: 'session',
  failure: 'Failed to fetch wallet',
  answer: Wallet,
})

/**
 * Only fields that are given change. is_default: false is refused on the default wallet (409): choose another one
 * instead.
 */
export const updateWallet = endpoint({
  method: 'PUT',
  path: '/wallets/:id',
  summary: 'Rename a wallet or make it the default; 409 when it is newer than the updated_at given',
  access: 'session',
  failure: 'Failed to update wallet',
  body: z.strictObject({
    name: z.optional(Name),
    is_default: z.optional(z.boolean()),
    updated_at: z.optional(UpdatedAt),
  }),
  answer: Wallet,
})

/**
 * 409 wallet_holds_funds while the wallet has funds, or its balance cannot be read, unless `name` is the wallet's name and
 * `acknowledged` is true. 409 wallet_in_use while a strategy or a transfer needs it.
 */
export const deleteWallet = endpoint({
  method: 'DELETE',
  path: '/wallets/:id',
  summary: 'Delete a wallet and its key for good',
  access: 'session',
  failure: 'Failed to delete wallet',
  body: z.optional(
    z.strictObject({
      name: z.optional(z.string()),
      acknowledged: z.optional(z.boolean()),
      /** Needed for a wallet with funds while keys_need_code is on. */
      code: z.optional(Code),
    }),
  ),
  /** `message`: what else changed; default_id: the new default wallet. */
  answer: z.object({ success: z.literal(true), message: z.string(), default_id: z.nullable(Id) }),
})

const KeyCode = z.optional(Code)
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CSV_TYPE = 'text/csv; charset=utf-8'

/** `_t` bypasses the browser's cache. */
export const chatbotData = endpoint({
  method: 'GET',
  path: '/wallets/chatbot-data',
  summary: 'All wallets with their private keys (audited, rate-limited, reported by email)',
  access: 'session',
  failure: 'Failed to fetch wallet data',
  query: z.object({ code: KeyCode, _t: z.optional(z.string()) }),
  answer: z.object({ wallets: z.array(WalletWithKey) }),
  secret: true,
})

/** false: without the column of keys, no code, no mail. */
const Keys = z.optional(z.enum(['true', 'false']))

/** wallets_all_{date}.xlsx or wallets_group_{id}_{date}.xlsx: name, address, private key, groups, created. */
export const exportWallets = endpoint({
  method: 'GET',
  path: '/wallets/export',
  summary:
    'Wallets as a spreadsheet, with private keys unless keys=false (audited, rate-limited, reported by email)',
  access: 'session',
  failure: 'Failed to export wallets to Excel',
  query: z.object({ groupId: z.optional(QueryId), keys: Keys, code: KeyCode, _t: z.optional(z.string()) }),
  answer: FileAnswer,
  file: XLSX_TYPE,
  secret: true,
})

/** all_wallets_{date}.csv, the same columns, UTF-8 with a byte-order mark. */
export const exportAllWallets = endpoint({
  method: 'GET',
  path: '/wallets/export/all',
  summary:
    'All wallets as text, with private keys unless keys=false (audited, rate-limited, reported by email)',
  access: 'session',
  failure: 'Failed to export wallets to Excel',
  query: z.object({ keys: Keys, code: KeyCode, _t: z.optional(z.string()) }),
  answer: FileAnswer,
  file: CSV_TYPE,
  secret: true,
})

/** Names wallets, one group, or neither for all. Without `keys` it needs no code and sends no mail; it is audited. */
const ExportWanted = z.strictObject({
  walletIds: z.optional(WalletIds),
  groupId: z.optional(z.nullable(Id)),
  keys: z.boolean(),
  code: KeyCode,
})
export type ExportWanted = z.input<typeof ExportWanted>

const exportWanted = (as: 'spreadsheet' | 'text') =>
  endpoint({
    method: 'POST',
    path: `/wallets/export/${as}`,
    summary: `Chosen wallets as a ${as === 'text' ? 'text file' : as}, with their private keys or without (audited, limited)`,
    access: 'session',
    failure: 'Failed to export wallets to Excel',
    body: ExportWanted,
    answer: FileAnswer,
    file: as === 'text' ? CSV_TYPE : XLSX_TYPE,
    secret: true,
    idempotent: false,
  })

/**
 * wallets_all_{date}, wallets_group_{id}_{date} or wallet_export, with _without_keys if it has none, as .xlsx or .csv.
 */
export const exportSpreadsheet = exportWanted('spreadsheet')
export const exportText = exportWanted('text')

export const revealKey = endpoint({
  method: 'POST',
  path: '/wallets/get-private-key',
  summary: 'Reveal the private key of a wallet (audited)',
  access: 'session',
  failure: 'Failed to fetch wallet private key',
  body: z.strictObject({ address: Address, code: z.optional(Code) }),
  answer: z.object({ private_key: z.string() }),
  secret: true,
  idempotent: false,
})

export const connectWallet = endpoint({
  method: 'POST',
  path: '/wallet/connect',
  summary: 'Connect a wallet of the user to the session',
  access: 'session',
  body: z.strictObject({ walletAddress: Address }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

export const disconnectWallet = endpoint({
  method: 'POST',
  path: '/wallet/disconnect',
  summary: 'Disconnect the connected wallet',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})
