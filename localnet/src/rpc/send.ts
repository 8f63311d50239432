import { toAddress, keyBytes } from '../base58.ts'
import type { Bank } from '../chain/bank.ts'
import { errorText } from '../chain/errors.ts'
import { computeFee } from '../chain/fees.ts'
import { loadedAddresses } from '../chain/lookups.ts'
import type { Simulation } from '../chain/svm.ts'
import { UPGRADEABLE_LOADER } from '../programs.ts'
import { keyAt } from '../base58.ts'
import { accountFormat, encodeAccount } from '../encode/account.ts'
import { parseInstruction } from '../encode/parsed-instructions.ts'
import { readMessage, readTransaction } from '../wire/limits.ts'
import type { WireTransaction } from '../wire/parse.ts'
import { invalidParams, RpcError } from './errors.ts'
import type { Methods } from './context.ts'
import { configAt, resolveSlot, stringAt, toKey, withContext, type Config } from './params.ts'

/** Bytes that each loaded account counts besides its data (SIMD-0186). */
const LOADED_ACCOUNT_OVERHEAD = 64

function failed(err: Simulation['err']): Simulation {
  return { err, logs: [], inner: [], units: 0n, returned: undefined, after: new Map() }
}

/** Simulates at a slot, with blockhash and duplicate checks. */
function simulateAt(
  bank: Bank,
  tx: WireTransaction,
  slot: number,
  checks: { signatures: boolean; lifetime: boolean },
): Simulation {
  const refusal = checks.lifetime ? bank.refusal(tx, slot) : undefined
  return refusal === undefined ? bank.simulate(tx, slot, checks.signatures) : failed(refusal)
}

const allKeys = (bank: Bank, tx: WireTransaction, slot: number): string[] => {
  const loaded = loadedAddresses(tx, (key) => bank.read(key, slot))
  return [...tx.keys, ...loaded.writable, ...loaded.readonly]
}

/** Loaded accounts data size, which a v1 transaction must request. */
function loadedSize(bank: Bank, tx: WireTransaction, slot: number): number {
  let size = tx.lookups.length * 8248
  const counted = new Set<string>()
  const count = (key: string): void => {
    const account = bank.read(key, slot)
    if (!account || counted.has(key)) return
    counted.add(key)
    size += LOADED_ACCOUNT_OVERHEAD + account.data.length
    if (account.executable && account.owner === UPGRADEABLE_LOADER && account.data.length === 36)
      count(keyAt(Buffer.from(account.data), 4))
  }
  for (const key of allKeys(bank, tx, slot)) count(key)
  return size
}

function toReturnData(run: Simulation): unknown {
  if (!run.returned) return null
  return {
    programId: toAddress(run.returned.program),
    data: [Buffer.from(run.returned.data).toString('base64'), 'base64'],
  }
}

function toResult(bank: Bank, tx: WireTransaction, slot: number, run: Simulation): Record<string, unknown> {
  return {
    accounts: null,
    err: run.err,
    fee: computeFee(tx),
    innerInstructions: null,
    loadedAccountsDataSize: loadedSize(bank, tx, slot),
    logs: run.logs,
    replacementBlockhash: null,
    returnData: toReturnData(run),
    unitsConsumed: run.units,
  }
}

const SIGNATURE_FAILURE = (): RpcError => new RpcError(-32003, 'Transaction signature verification failure')

function getEncoding(config: Config): string {
  return typeof config.encoding === 'string' ? config.encoding : 'base58'
}

/** The accounts whose state after the simulation was requested. */
function accountsAfter(bank: Bank, config: Config, slot: number, run: Simulation): unknown {
  const wanted = config.accounts as { addresses?: unknown; encoding?: unknown } | undefined | null
  if (!wanted) return null
  if (!Array.isArray(wanted.addresses)) throw invalidParams('Invalid params: accounts: expected addresses')
  const keys = wanted.addresses.map(toKey)
  if (run.err !== null) return keys.map(() => null)
  const read: Parameters<typeof accountFormat>[2] = (key) => {
    const after = run.after.get(key) ?? bank.read(key, slot)
    return after && after.lamports > 0n ? after : undefined
  }
  const format = accountFormat({ encoding: wanted.encoding ?? 'base64' }, 'base64', read)
  return keys.map((key) => encodeAccount(read(key), format))
}

/** Calls that submit or simulate a transaction. */
export const sendMethods: Methods = {
  sendTransaction({ bank }, params) {
    const text = stringAt(params, 0)
    const config = configAt(params, 1)
    const tx = readTransaction(text, getEncoding(config))
    if (config.skipPreflight !== true) {
      const slot = resolveSlot(bank, config, 'preflightCommitment')
      const run = simulateAt(bank, tx, slot, { signatures: true, lifetime: true })
      if (run.err === 'SignatureFailure') throw SIGNATURE_FAILURE()
      if (run.err !== null)
        throw new RpcError(
          -32002,
          `Transaction simulation failed: ${errorText(run.err)}`,
          toResult(bank, tx, slot, run),
        )
    }
    bank.announce(tx.signature)
    // From here on an invalid transaction is silently dropped, as on a real cluster.
    bank.submit(tx)
    return tx.signature
  },

  simulateTransaction({ bank }, params) {
    const text = stringAt(params, 0)
    const config = configAt(params, 1)
    const tx = readTransaction(text, getEncoding(config))
    const replace = config.replaceRecentBlockhash === true
    const signatures = config.sigVerify === true
    if (replace && signatures) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    const slot = resolveSlot(bank, config)
    const run = simulateAt(bank, tx, slot, { signatures, lifetime: !replace })
    if (run.err === 'SignatureFailure') throw SIGNATURE_FAILURE()
    const keys = allKeys(bank, tx, slot)
    return withContext(slot, {
      ...toResult(bank, tx, slot, run),
      accounts: accountsAfter(bank, config, slot, run),
      innerInstructions:
        config.innerInstructions === true
          ? run.inner.map((i) => ({
              index: i.index,
              instructions: i.calls.map((ix) => parseInstruction(ix, keys, ix.height)),
            }))
          : null,
      replacementBlockhash: replace
        ? { blockhash: bank.blockhashes.text(slot), lastValidBlockHeight: bank.lastValidHeight(slot) }
        : null,
    })
  },

  getFeeForMessage({ bank }, params) {
    const message = readMessage(stringAt(params, 0))
    const slot = resolveSlot(bank, configAt(params, 1))
    return withContext(slot, bank.blockhashes.isValid(message.blockhash, slot) ? computeFee(message) : null)
  },

  getLatestBlockhash({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 0))
    return withContext(slot, {
      blockhash: bank.blockhashes.text(slot),
      lastValidBlockHeight: bank.lastValidHeight(slot),
    })
  },

  isBlockhashValid({ bank }, params) {
    const hash = toKey(stringAt(params, 0))
    const slot = resolveSlot(bank, configAt(params, 1))
    return withContext(slot, bank.blockhashes.isValid(hash, slot))
  },

  getRecentPrioritizationFees({ bank }, params) {
    const keys = (params[0] ?? []) as unknown[]
    if (!Array.isArray(keys) || keys.length > 128) throw invalidParams('Too many inputs provided; max 128')
    keys.forEach((key) => keyBytes(toKey(key)))
    const newest = bank.slotAt('confirmed')
    const count = Math.min(150, newest - bank.firstSlot + 1)
    return Array.from({ length: count }, (_, i) => ({ slot: newest - count + 1 + i, prioritizationFee: 0 }))
  },
}
