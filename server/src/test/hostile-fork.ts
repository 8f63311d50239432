/** Blocks that only one node has: a fork that the cluster left, and failures that cost nothing. */
import { createHash } from 'node:crypto'
import { toAddress, encodeBase58 } from '@purser/localnet/base58.ts'
import { parseTransaction, type WireTransaction } from '@purser/localnet/wire/parse.ts'
import type { Commitment } from './hostile-script.ts'
import { type Answer, type Ask, type Call, getConfig } from './hostile-wire.ts'
import {
  viewAtSlot,
  BEHIND,
  getCommitment,
  error,
  hasContext,
  moved,
  type Of,
  type Signed,
  type Status,
} from './hostile-views.ts'

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const REFUSED = -32002

export function readSent(call: Call): WireTransaction {
  const encoding = getConfig(call)['encoding'] === 'base64' ? 'base64' : null
  if (encoding === null) throw new Error('a hostile chain reads transactions in base64 alone')
  return parseTransaction(Buffer.from(String(call.params[0]), encoding))
}

const getKeys = (tx: WireTransaction) => tx.keys.map(toAddress)

function formatMemo(tx: WireTransaction): string | null {
  const keys = getKeys(tx)
  const found = tx.instructions.find((ix) => keys[ix.program] === MEMO)
  return found ? `[${found.dataLength}] ${found.data.toString('utf8')}` : null
}

function seenAs(age: number): Commitment {
  if (age >= BEHIND.finalized) return 'finalized'
  return age >= BEHIND.confirmed ? 'confirmed' : 'processed'
}

/** The transactions that only one node has in its blocks, besides the chain's. */
function createOwnBlocks() {
  const own = new Map<string, { slot: number; tx: WireTransaction; err: unknown }>()
  const toOutcome = (err: unknown) => (err === null ? { Ok: null } : { Err: err })

  function findStatus(signature: string, now: number, most: Commitment): Status | null {
    const found = own.get(signature)
    if (!found) return null
    const age = Math.min(now - found.slot, most === 'finalized' ? Infinity : BEHIND[most] + 1)
    const seen = most === 'processed' ? 'processed' : seenAs(age)
    return {
      slot: found.slot,
      confirmations: seen === 'finalized' ? null : age,
      err: found.err,
      status: toOutcome(found.err),
      confirmationStatus: seen,
    }
  }

  return {
    add: (slot: number, tx: WireTransaction, err: unknown = null) =>
      void own.set(tx.signature, { slot, tx, err }),
    has: (signature: string) => own.has(signature),
    /** The chain's answer with the own blocks in it. */
    shown(call: Call, answer: Answer, now: number, most: Commitment): Answer {
      if (answer.error || own.size === 0) return answer
      switch (call.method) {
        case 'getSignatureStatuses': {
          const result = answer.result as { value: (Status | null)[] }
          const asked = call.params[0] as string[]
          const value = asked.map((s, i) => findStatus(s, now, most) ?? result.value[i] ?? null)
          return { ...answer, result: { ...result, value } }
        }
        case 'getSignaturesForAddress': {
          const address = call.params[0] as string
          const mine = [...own].filter(
            ([signature, { tx }]) =>
              getKeys(tx).includes(address) &&
              findStatus(signature, now, most)?.confirmationStatus !== 'processed',
          )
          const rows = mine.reverse().map(([signature, { slot, tx, err }]) => ({
            signature,
            slot,
            err,
            memo: formatMemo(tx),
            blockTime: Math.floor(Date.now() / 1000),
            confirmationStatus: findStatus(signature, now, most)?.confirmationStatus,
          }))
          return { ...answer, result: [...rows, ...(answer.result as Signed[])] }
        }
        case 'getTransaction': {
          const found = own.get(String(call.params[0]))
          if (!found || now - found.slot < BEHIND.confirmed || most === 'processed') return answer
          const { slot, tx, err } = found
          const keys = getKeys(tx)
          const none = keys.map(() => 0)
          const meta = {
            err,
            status: toOutcome(err),
            fee: err === null ? tx.signatures.length * 5_000 : 0,
            preBalances: none,
            postBalances: none,
            preTokenBalances: [],
            postTokenBalances: [],
            innerInstructions: [],
            logMessages: [],
            rewards: [],
            computeUnitsConsumed: 0,
          }
          const transaction = { signatures: [tx.signature], message: { accountKeys: keys, instructions: [] } }
          const blockTime = Math.floor(Date.now() / 1000)
          return { ...answer, result: { slot, blockTime, version: tx.version, meta, transaction } }
        }
        default:
          return answer
      }
    },
  }
}

export type Fork = ReturnType<typeof createFork>

/**
 * A fork that began at this slot. Its own slots go on, and are finalized only if it says so; its blockhashes are its
 * own; its contents at the first call stay.
 */
export function createFork({ lands, finalizes = false, forward = false }: Of<'fork'>, since: number) {
  const own = createOwnBlocks()
  const kept = new Map<string, unknown>()
  const hashes = new Set<string>()
  const computeHash = (slot: number) =>
    encodeBase58(createHash('sha256').update(`fork ${since} ${slot}`).digest())
  const most: Commitment = lands === 'never' ? 'processed' : lands

  /** Without finality the root stays at the beginning of the fork. */
  const seen = (call: Call, now: number) => (slot: number) =>
    getCommitment(call) === 'finalized' && !finalizes ? slot - (now - since) : slot

  return {
    /** null: nothing of it goes to the chain. */
    send(call: Call, now: number): { answer: Answer; forward: boolean } {
      const tx = readSent(call)
      if (lands !== 'never' && !own.has(tx.signature)) own.add(now, tx)
      return { answer: { jsonrpc: '2.0', id: call.id, result: tx.signature }, forward }
    },
    answered(call: Call, answer: Answer, now: number): Answer {
      if (answer.error) return answer
      const key = JSON.stringify([call.method, call.params])
      const view = moved(call, answer, seen(call, now))
      const { result } = view
      switch (call.method) {
        case 'getLatestBlockhash': {
          const { context, value } = result as { context: { slot: number }; value: object }
          const blockhash = computeHash(context.slot)
          hashes.add(blockhash)
          return { ...view, result: { context, value: { ...value, blockhash } } }
        }
        case 'isBlockhashValid':
          if (!hasContext(result)) return view
          return { ...view, result: { ...result, value: hashes.has(String(call.params[0])) } }
        case 'getBalance':
        case 'getAccountInfo':
        case 'getMultipleAccounts':
        case 'getTokenAccountsByOwner':
          if (!hasContext(result)) return view
          if (!kept.has(key)) kept.set(key, result.value)
          return { ...view, result: { ...result, value: kept.get(key) } }
        default:
          return own.shown(call, viewAtSlot(call, view, since), now, most)
      }
    },
  }
}

export type ZeroFee = ReturnType<typeof createZeroFee>

/** Transactions that would fail on the chain never get there: they are in no block, or in one that charges nothing. */
export function createZeroFee({ recorded }: Of<'zero-fee'>, ask: Ask) {
  const own = createOwnBlocks()
  return {
    /** null: it would succeed, and the chain executes it. */
    async send(call: Call, now: number): Promise<Answer | null> {
      const tx = readSent(call)
      if (own.has(tx.signature)) return { jsonrpc: '2.0', id: call.id, result: tx.signature }
      const { value } = await ask<{ value: { err: unknown } }>('simulateTransaction', call.params[0], {
        encoding: 'base64',
        commitment: 'processed',
        sigVerify: false,
      })
      if (value.err === null || value.err === 'BlockhashNotFound' || value.err === 'AlreadyProcessed')
        return null
      if (getConfig(call)['skipPreflight'] !== true)
        return error(call, REFUSED, `Transaction simulation failed: ${JSON.stringify(value.err)}`, {
          logs: [],
        })
      if (recorded) own.add(now, tx, value.err)
      return { jsonrpc: '2.0', id: call.id, result: tx.signature }
    },
    answered: (call: Call, answer: Answer, now: number) => own.shown(call, answer, now, 'finalized'),
  }
}
