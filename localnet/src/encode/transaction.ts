import { toAddress, encodeBase58, type Key } from '../base58.ts'
import type { TransactionError } from '../chain/errors.ts'
import type { TxRecord } from '../chain/record/history.ts'
import type { InnerCall } from '../chain/svm.ts'
import type { TokenBalance } from '../chain/record/token-balances.ts'
import { writableIndexes } from '../chain/record/record.ts'
import { invalidParams, RpcError } from '../rpc/errors.ts'
import { parseTransaction, type WireTransaction } from '../wire/parse.ts'
import { parseInstruction } from './parsed-instructions.ts'
import { tokenAmount } from './token-amount.ts'

export type TransactionEncoding = 'binary' | 'base58' | 'base64' | 'json' | 'jsonParsed'
const ENCODINGS = new Set(['binary', 'base58', 'base64', 'json', 'jsonParsed'])

export function transactionEncoding(value: unknown): TransactionEncoding {
  const encoding = (value ?? 'json') as TransactionEncoding
  if (!ENCODINGS.has(encoding)) throw invalidParams(`Invalid params: unknown variant \`${encoding}\``)
  return encoding
}

/** Throws for a transaction version above maxSupportedTransactionVersion, with the real RPC's message. */
export function checkVersion(tx: WireTransaction, max: unknown): void {
  if (tx.version === 'legacy' || (typeof max === 'number' && max >= tx.version)) return
  throw new RpcError(
    -32015,
    `Transaction version (${tx.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${tx.version}`,
  )
}

const toStatus = (err: TransactionError | null): unknown => (err === null ? { Ok: null } : { Err: err })

const balances = (list: readonly TokenBalance[]): unknown[] =>
  list.map((b) => ({
    accountIndex: b.index,
    mint: toAddress(b.mint),
    owner: toAddress(b.owner),
    programId: toAddress(b.program),
    uiTokenAmount: tokenAmount(b.amount, b.decimals),
  }))

type Call = { program: number; accounts: Uint8Array; data: Uint8Array }

const plainInstruction = (ix: Call, stackHeight: number): unknown => ({
  accounts: [...ix.accounts],
  data: encodeBase58(ix.data),
  programIdIndex: ix.program,
  stackHeight,
})

function toMeta(record: TxRecord, keys: Key[], parsed: boolean): unknown {
  const one = (ix: InnerCall): unknown =>
    parsed ? parseInstruction(ix, keys, ix.height) : plainInstruction(ix, ix.height)
  return {
    computeUnitsConsumed: record.units,
    costUnits: record.units,
    err: record.err,
    fee: record.fee,
    innerInstructions: record.inner.map((i) => ({ index: i.index, instructions: i.calls.map(one) })),
    ...(parsed
      ? {}
      : {
          loadedAddresses: {
            readonly: record.loaded.readonly.map(toAddress),
            writable: record.loaded.writable.map(toAddress),
          },
        }),
    logMessages: record.logs,
    postBalances: [...record.post],
    postTokenBalances: balances(record.postTokens),
    preBalances: [...record.pre],
    preTokenBalances: balances(record.preTokens),
    ...(record.returned
      ? {
          returnData: {
            programId: toAddress(record.returned.program),
            data: [Buffer.from(record.returned.data).toString('base64'), 'base64'],
          },
        }
      : {}),
    rewards: [],
    status: toStatus(record.err),
  }
}

function toConfig(tx: WireTransaction): object {
  if (!tx.config) return {}
  const { priorityFee, unitLimit, loadedLimit, heap } = tx.config
  return {
    transactionConfig: {
      ...(priorityFee === undefined ? {} : { priorityFeeLamports: priorityFee }),
      ...(unitLimit === undefined ? {} : { computeUnitLimit: unitLimit }),
      ...(loadedLimit === undefined ? {} : { loadedAccountsDataSizeLimit: loadedLimit }),
      ...(heap === undefined ? {} : { heapSize: heap }),
    },
  }
}

function toJson(tx: WireTransaction, record: TxRecord, keys: Key[], parsed: boolean): unknown {
  const signatures = tx.signatures.map(encodeBase58)
  const recentBlockhash = toAddress(tx.blockhash)
  const tables =
    tx.version === 0
      ? tx.lookups.map((l) => ({
          accountKey: toAddress(l.table),
          writableIndexes: [...l.writable],
          readonlyIndexes: [...l.readonly],
        }))
      : undefined
  const lookups = tables ? { addressTableLookups: tables } : {}
  if (parsed) {
    const writable = new Set(writableIndexes(tx, record.loaded.writable))
    const accountKeys = keys.map((key, i) => ({
      pubkey: toAddress(key),
      signer: i < tx.required,
      source: i < tx.keys.length ? 'transaction' : 'lookupTable',
      writable: writable.has(i),
    }))
    const instructions = tx.instructions.map((ix) => parseInstruction(ix, keys, 1))
    return {
      message: { accountKeys, instructions, recentBlockhash, ...lookups, ...toConfig(tx) },
      signatures,
    }
  }
  const header = {
    numReadonlySignedAccounts: tx.readonlySigned,
    numReadonlyUnsignedAccounts: tx.readonlyUnsigned,
    numRequiredSignatures: tx.required,
  }
  const instructions = tx.instructions.map((ix) => plainInstruction(ix, 1))
  return {
    message: {
      accountKeys: tx.keys.map(toAddress),
      header,
      instructions,
      recentBlockhash,
      ...lookups,
      ...toConfig(tx),
    },
    signatures,
  }
}

/** A transaction with its meta, for getTransaction and getBlock. */
export function encodeTransaction(
  record: TxRecord,
  encoding: TransactionEncoding,
  maxVersion: unknown,
): object {
  const tx = parseTransaction(Buffer.from(record.wire))
  checkVersion(tx, maxVersion)
  const keys = [...tx.keys, ...record.loaded.writable, ...record.loaded.readonly]
  const parsed = encoding === 'jsonParsed'
  const wire = (): unknown => {
    if (encoding === 'base64') return [tx.bytes.toString('base64'), 'base64']
    return encoding === 'binary' ? encodeBase58(tx.bytes) : [encodeBase58(tx.bytes), 'base58']
  }
  return {
    meta: toMeta(record, keys, parsed),
    transaction: encoding === 'json' || parsed ? toJson(tx, record, keys, parsed) : wire(),
    // Without maxSupportedTransactionVersion there is no version field.
    ...(maxVersion === undefined ? {} : { version: tx.version }),
  }
}

/** getBlock with transactionDetails 'accounts'. */
export function encodeParticipants(record: TxRecord, maxVersion: unknown): object {
  const full = encodeTransaction(record, 'jsonParsed', maxVersion) as {
    meta: Record<string, unknown>
    transaction: { message: { accountKeys: unknown }; signatures: unknown }
  }
  const { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances, status } = full.meta
  return {
    ...full,
    meta: { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances, status },
    transaction: {
      accountKeys: full.transaction.message.accountKeys,
      signatures: full.transaction.signatures,
    },
  }
}
