import type { Bank } from '../chain/bank.ts'
import type { TxEntry } from '../chain/record/history.ts'
import { MAX_SIGNATURES_FOR_ADDRESS, MAX_STATUSES, STATUS_CACHE_SLOTS } from '../constants.ts'
import { encodeTransaction, transactionEncoding } from '../encode/transaction.ts'
import { invalidParams } from './errors.ts'
import type { Methods } from './context.ts'
import {
  atLeastConfirmed,
  checkMinContext,
  configAt,
  keyAtIndex,
  stringAt,
  toCount,
  toSignature,
  withContext,
  type Config,
} from './params.ts'

function toStatus(bank: Bank, entry: TxEntry): object {
  const commitment = bank.getCommitment(entry.slot)
  return {
    slot: entry.slot,
    confirmations: commitment === 'finalized' ? null : bank.slot - entry.slot,
    err: entry.err,
    status: entry.err === null ? { Ok: null } : { Err: entry.err },
    confirmationStatus: commitment,
  }
}

/** The position of `before` or `until` in the list of getSignaturesForAddress. */
function findPosition(bank: Bank, list: readonly TxEntry[], value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const entry = bank.history.get(toSignature(value))
  if (!entry) return -1
  const at = list.indexOf(entry)
  // Not a transaction of this address: its slot gives the position.
  return at !== -1 ? at : list.findIndex((e) => e.slot >= entry.slot)
}

/** Calls about executed transactions. */
export const transactionMethods: Methods = {
  getSignatureStatuses({ bank }, params) {
    const list = params[0]
    if (!Array.isArray(list)) throw invalidParams('Invalid params: invalid type, expected a sequence')
    if (list.length > MAX_STATUSES) throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`)
    const config = configAt(params, 1)
    const oldest = config.searchTransactionHistory === true ? 0 : bank.slot - STATUS_CACHE_SLOTS
    checkMinContext(config, bank.slot)
    return withContext(
      bank.slot,
      list.map((text) => {
        const entry = bank.history.get(toSignature(text))
        return entry && entry.slot >= oldest ? toStatus(bank, entry) : null
      }),
    )
  },

  getTransaction({ bank }, params) {
    const signature = toSignature(stringAt(params, 0))
    const config: Config = typeof params[1] === 'string' ? { encoding: params[1] } : configAt(params, 1)
    const newest = bank.slotAt(atLeastConfirmed(config))
    checkMinContext(config, newest)
    const entry = bank.history.get(signature)
    if (!entry || entry.slot > newest) return null
    const encoding = transactionEncoding(config.encoding)
    const encoded = encodeTransaction(
      bank.readRecord(entry),
      encoding,
      config.maxSupportedTransactionVersion ?? undefined,
    )
    const transactionIndex = bank.history.inSlot(entry.slot).indexOf(entry)
    return { blockTime: entry.time, slot: entry.slot, transactionIndex, ...encoded }
  },

  getSignaturesForAddress({ bank }, params) {
    const key = keyAtIndex(params, 0)
    const config = configAt(params, 1)
    const newest = bank.slotAt(atLeastConfirmed(config))
    checkMinContext(config, newest)
    const limit = config.limit === undefined ? MAX_SIGNATURES_FOR_ADDRESS : toCount(config.limit, 'limit')
    if (limit === 0 || limit > MAX_SIGNATURES_FOR_ADDRESS)
      throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES_FOR_ADDRESS}`)
    const list = bank.history.ofAddress(key)
    const before = findPosition(bank, list, config.before)
    const until = findPosition(bank, list, config.until)
    const found: object[] = []
    for (let i = (before ?? list.length) - 1; i > (until ?? -1) && found.length < limit; i--) {
      const entry = list[i]!
      if (entry.slot > newest) continue
      found.push({
        signature: entry.signature,
        slot: entry.slot,
        err: entry.err,
        memo: entry.memo,
        blockTime: entry.time,
        confirmationStatus: bank.getCommitment(entry.slot),
        transactionIndex: bank.history.inSlot(entry.slot).indexOf(entry),
      })
    }
    return found
  },

  getTransactionCount({ bank }, params) {
    checkMinContext(configAt(params, 0), bank.slot)
    return bank.count
  },
}
