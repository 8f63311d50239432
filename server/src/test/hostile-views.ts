/** Nodes with a false view of the chain: behind it, ahead of it, or without its past. */
import type { Commitment, Effect } from './hostile-script.ts'
import { type Answer, type Call, getConfig, withConfig } from './hostile-wire.ts'

export type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>
export type Status = {
  slot: number
  confirmations: number | null
  err: unknown
  status: unknown
  confirmationStatus: Commitment
}
export type Signed = { signature: string; slot: number; err: unknown; memo: string | null }
type Epoch = { absoluteSlot: number; blockHeight: number }
type Context = { context: { slot: number }; value: unknown }

/** Slots that a commitment lies behind the newest. */
export const BEHIND: Record<Commitment, number> = { processed: 0, confirmed: 2, finalized: 32 }
const HEIGHTS = ['getSlot', 'getBlockHeight']
const MIN_CONTEXT = -32016

export const getCommitment = (call: Call, name = 'commitment'): Commitment =>
  (getConfig(call)[name] as Commitment | undefined) ?? 'finalized'

export const error = (call: Call, code: number, message: string, data?: unknown): Answer => ({
  jsonrpc: '2.0',
  id: call.id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

export const hasContext = (result: unknown): result is Context =>
  typeof result === 'object' && result !== null && 'context' in result && 'value' in result

/** Every slot and height of an answer, moved. */
export function moved(call: Call, answer: Answer, by: (slot: number) => number): Answer {
  const { result } = answer
  if (HEIGHTS.includes(call.method)) return { ...answer, result: by(result as number) }
  if (call.method === 'getEpochInfo') {
    const epoch = result as Epoch
    const { absoluteSlot, blockHeight } = epoch
    return {
      ...answer,
      result: {
        ...epoch,
        absoluteSlot: by(absoluteSlot),
        blockHeight: blockHeight + by(absoluteSlot) - absoluteSlot,
      },
    }
  }
  if (!hasContext(result)) return answer
  const { context, value } = result
  return { ...answer, result: { context: { ...context, slot: by(context.slot) }, value } }
}

/** Maps the status of each signature through `see`. */
export function mapStatuses(answer: Answer, see: (status: Status) => Status | null): Answer {
  const result = answer.result as { context: object; value: (Status | null)[] } | undefined
  if (!result) return answer
  return { ...answer, result: { ...result, value: result.value.map((s) => (s === null ? null : see(s))) } }
}

/** A view of the chain as it was at an earlier slot, as far as the past can be reconstructed. */
export function viewAtSlot(call: Call, answer: Answer, newest: number): Answer {
  if (answer.error) return answer
  switch (call.method) {
    case 'getSignatureStatuses':
      return mapStatuses(answer, (status) => {
        if (status.slot > newest) return null
        const age = newest - status.slot
        const seen =
          age >= BEHIND.finalized ? 'finalized' : age >= BEHIND.confirmed ? 'confirmed' : 'processed'
        return { ...status, confirmationStatus: seen, confirmations: seen === 'finalized' ? null : age }
      })
    case 'getSignaturesForAddress': {
      const list = answer.result as Signed[]
      return { ...answer, result: list.filter((s) => s.slot <= newest - BEHIND[getCommitment(call)]) }
    }
    case 'getTransaction': {
      const found = answer.result as { slot: number } | null
      const known = found !== null && found.slot <= newest - BEHIND[getCommitment(call)]
      return { ...answer, result: known ? found : null }
    }
    default:
      return answer
  }
}

const STATE = [
  'isBlockhashValid',
  'getLatestBlockhash',
  'getBalance',
  'getMultipleAccounts',
  'getAccountInfo',
  'getTokenAccountsByOwner',
]

/** The call that a lagging node makes to the chain instead: for the state that lies furthest back. */
export function lagAsked(call: Call): Call {
  if (STATE.includes(call.method)) return withConfig(call, { commitment: 'finalized', minContextSlot: null })
  if (call.method === 'sendTransaction') return withConfig(call, { preflightCommitment: 'finalized' })
  return jumpAsked(call)
}

/** null: it can answer; otherwise it answers that it is not that far yet. */
export function tooFar(call: Call, { slots }: Of<'lag'>, now: number): Answer | null {
  const { minContextSlot } = getConfig(call)
  const reached = now - slots - BEHIND[getCommitment(call)]
  if (typeof minContextSlot !== 'number' || minContextSlot <= reached) return null
  return error(call, MIN_CONTEXT, 'Minimum context slot has not been reached', { contextSlot: reached })
}

export function lagged(call: Call, answer: Answer, { slots }: Of<'lag'>, now: number): Answer {
  const newest = now - slots
  const reached = newest - BEHIND[call.method === 'getSignatureStatuses' ? 'processed' : getCommitment(call)]
  return viewAtSlot(
    call,
    moved(call, answer, (slot) => Math.min(slot, reached)),
    newest,
  )
}

/** A node that claims to be ahead counts every slot as reached. */
export const jumpAsked = (call: Call): Call =>
  'minContextSlot' in getConfig(call) ? withConfig(call, { minContextSlot: null }) : call

export function jumped(call: Call, answer: Answer, { slots, commitments, only }: Of<'jump'>): Answer {
  if (answer.error) return answer
  const at = call.method === 'getSignatureStatuses' ? 'processed' : getCommitment(call)
  if (commitments && !commitments.includes(at)) return answer
  if (only === 'heights') return higher(call, answer, slots)
  // No recently signed transaction may land this late.
  if (call.method === 'isBlockhashValid' && hasContext(answer.result))
    return { ...answer, result: { ...answer.result, value: false } }
  return moved(call, answer, (slot) => slot + slots)
}

const NO_HISTORY = 'Transaction history is not available from this node'
const looksBack = (call: Call) =>
  call.method === 'getSignatureStatuses' && getConfig(call)['searchTransactionHistory'] === true

function higher(call: Call, answer: Answer, by: number): Answer {
  const { result } = answer
  if (call.method === 'getBlockHeight') return { ...answer, result: (result as number) + by }
  if (call.method !== 'getEpochInfo') return answer
  const epoch = result as Epoch
  return { ...answer, result: { ...epoch, blockHeight: epoch.blockHeight + by } }
}

/** A node that has kept nothing. */
export function forgot(call: Call, answer: Answer, { how }: Of<'forget'>, now: number): Answer {
  if (answer.error) return answer
  const past = ['getSignaturesForAddress', 'getTransaction'].includes(call.method)
  if (how === 'refuses') return past || looksBack(call) ? error(call, -32011, NO_HISTORY) : answer
  switch (call.method) {
    case 'getSignatureStatuses':
      return mapStatuses(answer, () => null)
    case 'getSignaturesForAddress':
      return { ...answer, result: [] }
    case 'getTransaction':
      return { ...answer, result: null }
    case 'getFirstAvailableBlock':
    case 'minimumLedgerSlot':
      return how === 'secretly' ? answer : { ...answer, result: now }
    default:
      return answer
  }
}

/** Lists of another length than requested. */
export function resized(answer: Answer, { kind, by }: Of<'short'> | Of<'long'>): Answer {
  const { result } = answer
  const resize = (list: unknown[]) =>
    kind === 'short'
      ? list.slice(0, Math.max(0, list.length - by))
      : [...list, ...Array.from({ length: by }, () => list[0] ?? null)]
  if (Array.isArray(result)) return { ...answer, result: resize(result) }
  if (hasContext(result) && Array.isArray(result.value))
    return { ...answer, result: { ...result, value: resize(result.value) } }
  return answer
}

/** A blockhash whose stated end is too early. */
export function shortLived(call: Call, answer: Answer, { blocks }: Of<'short-lived'>): Answer {
  if (call.method !== 'getLatestBlockhash' || answer.error) return answer
  const result = answer.result as { context: object; value: { lastValidBlockHeight: number } }
  const lastValidBlockHeight = result.value.lastValidBlockHeight - blocks
  return { ...answer, result: { ...result, value: { ...result.value, lastValidBlockHeight } } }
}
