/** One endpoint as a whole: its connection, its budget and its health. All its callers share this. */
import type { RpcTransport } from '@solana/kit'
import { type Clock, systemClock } from '../../../kernel/clock.ts'
import type { EndpointHealth } from '../../../ports/endpoint-health.ts'
import type { Budget, Lane } from './budget.ts'
import { classifyFailure, failureOfCode, getRetryAfter } from './call-failures.ts'
import { callTimeout } from '../calls/ask.ts'
import { type CallStatistics, createCallStatistics } from './call-statistics.ts'
import { asksForMoved, atFinal, createEndpointCommitment, type EndpointCommitment } from './commitment.ts'
import type { HighestSlot } from '../cluster/highest-slot.ts'
import { createTransport } from './transport.ts'

export type EndpointOptions = {
  url: string
  name?: string
  clock?: Pick<Clock, 'monotonic' | 'now' | 'sleep'>
  budget?: Budget | null
  slots?: HighestSlot
}
export type Endpoint = {
  name: string
  health: EndpointHealth
  commitment: EndpointCommitment
  transport(lane: Lane): RpcTransport
}

/** The first rest that the endpoint did not ask for; it doubles with each failure in a row. */
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 30_000
const PROBE_TIMEOUT_MS = 3_000
/** A node that is behind says so in its answer. */
const PROBE = { jsonrpc: '2.0', id: 'probe', method: 'getHealth' }
/** Providers refuse a method that they do not serve with 404 or 429: a refusal of this one says nothing of the endpoint. */
const OPTIONAL = 'getAgGenesisCert'
/** How long an endpoint counts as refusing after it has refused a call that others take. */
const REFUSING_MS = 5 * 60_000

type Payload = { method?: string; params?: unknown }
type Config = Parameters<RpcTransport>[0]
type Reply = { result?: unknown; error?: { code?: unknown; data?: { numSlotsBehind?: unknown } | null } }

/** A gateway may answer 200 with words of its own. */
function isReply(answer: unknown): answer is Reply {
  if (typeof answer !== 'object' || answer === null) return false
  const { error } = answer as Reply
  if (error === undefined || error === null) return 'result' in answer
  return typeof error.code === 'bigint' || typeof error.code === 'number'
}

type EndpointState = {
  name: string
  clock: Pick<Clock, 'monotonic' | 'now' | 'sleep'>
  slots: HighestSlot | undefined
  budget: Budget | null
  commitment: EndpointCommitment
  statistics: CallStatistics
  transport: RpcTransport
  restsUntil: number
  /** The endpoint itself demanded the present rest. */
  isRestRequested: boolean
  failures: number
  /** It has failed, and only a call that nobody waits for may find out whether it has recovered. */
  suspect: boolean
  probing: boolean
  foreign: boolean
  /** Slots behind by its own word, until it says otherwise. */
  unhealthyBy: bigint | null
  /** Slots behind the highest, until the next check. */
  lagsBy: bigint | null
  refusedAt: number
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, name = 'endpoint 1', clock = systemClock, budget = null, slots } = options
  const commitment = createEndpointCommitment()
  const state: EndpointState = {
    name,
    clock,
    slots,
    budget,
    commitment,
    statistics: createCallStatistics(clock),
    transport: createTransport(url),
    restsUntil: 0,
    isRestRequested: false,
    failures: 0,
    suspect: false,
    probing: false,
    foreign: false,
    unhealthyBy: null,
    lagsBy: null,
    refusedAt: Number.NEGATIVE_INFINITY,
  }
  return {
    name,
    commitment,
    health: createHealth(state),
    transport: (lane) => (config) => callOrRetryAtFinal(state, lane, config),
  }
}

const createHealth = (state: EndpointState): EndpointHealth => ({
  isWell: () => isWell(state),
  isForeign: () => state.foreign,
  restMs: () => restMs(state),
  requestedRestMs: () => (state.isRestRequested ? restMs(state) : 0),
  statistics: state.statistics.read,
  slotsBehind: () => state.unhealthyBy ?? state.lagsBy,
  refused: () => void (state.refusedAt = state.clock.monotonic()),
  isRefusing: () => state.clock.monotonic() - state.refusedAt < REFUSING_MS,
  moved: state.commitment.moved,
  checked(found) {
    if (found.foreign !== undefined) state.foreign = found.foreign
    if (found.lagsBy !== undefined) state.lagsBy = found.lagsBy
  },
})

const restMs = ({ restsUntil, clock }: EndpointState): number => Math.max(0, restsUntil - clock.monotonic())

function isWell(state: EndpointState): boolean {
  if (state.foreign || state.lagsBy !== null || restMs(state) > 0) return false
  if (state.suspect && !state.probing) void probe(state)
  return !state.suspect
}

/** null: the endpoint did not say how long. */
function startRest(state: EndpointState, retryAfterMs: number | null): void {
  const now = state.clock.monotonic()
  state.failures++
  state.suspect = true
  const ms = retryAfterMs ?? Math.min(FIRST_REST_MS * 2 ** (state.failures - 1), MAX_REST_MS)
  if (now + ms < state.restsUntil) return
  state.restsUntil = now + ms
  state.isRestRequested = retryAfterMs !== null
}

/** Notes an answer: the node's own errors come as answers too. */
function noteReply(state: EndpointState, { error, result }: Reply, { method, params }: Payload): void {
  const code = Number(error?.code ?? 0)
  if (error && failureOfCode(code) === 'unwell') {
    const slotsBehind = error.data?.numSlotsBehind
    if (typeof slotsBehind === 'bigint') state.unhealthyBy = slotsBehind
    state.statistics.failed()
    return startRest(state, null)
  }
  if (method !== PROBE.method) state.failures = 0
  if (state.clock.monotonic() >= state.restsUntil) state.suspect = false
  const slot = reportedSlot(method, params, result)
  if (slot !== null && !state.foreign) state.slots?.seen(state.name, slot)
}

/** A call is counted only once it has begun: a wait for the budget says nothing about the endpoint. */
async function call<T>(state: EndpointState, config: Config): Promise<T> {
  const { clock, statistics, commitment } = state
  const payload = config.payload as Payload
  const began = clock.monotonic()
  let answer: T
  try {
    answer = await state.transport<T>({ ...config, payload: commitment.apply(payload) })
  } catch (error) {
    if (payload.method === OPTIONAL) throw error
    statistics.failed()
    if (classifyFailure(error) === 'unwell') startRest(state, getRetryAfter(error, clock.now()))
    throw error
  }
  if (isReply(answer)) {
    statistics.answered(clock.monotonic() - began)
    noteReply(state, answer, payload)
  } else {
    statistics.failed()
    startRest(state, null)
  }
  return answer
}

async function callWithinBudget<T>(state: EndpointState, lane: Lane, config: Config): Promise<T> {
  const waits = state.budget?.(lane, (config.payload as Payload).method ?? '', config.signal)
  if (waits) await waits
  return call<T>(state, config)
}

/**
 * Raises the commitment if a call is refused as 'confirmed' and answered as 'finalized': it was refused for that alone.
 */
async function callOrRetryAtFinal<T>(state: EndpointState, lane: Lane, config: Config): Promise<T> {
  const { commitment } = state
  const sentCommitment = commitment.moved()
  const answer = await callWithinBudget<T>(state, lane, config)
  const payload = config.payload as Payload
  if (!commitment.mayRefuse(payload, errorCode(answer), sentCommitment)) return answer
  const again = await callWithinBudget<T>(state, lane, { ...config, payload: atFinal(payload) })
  if (isReply(again) && !again.error) commitment.raise()
  return errorCode(again) === errorCode(answer) ? answer : again
}

/** Finds out whether it has recovered. */
async function probe(state: EndpointState): Promise<void> {
  state.probing = true
  try {
    const config = { payload: PROBE, signal: callTimeout(PROBE_TIMEOUT_MS) }
    const answer = await callWithinBudget<unknown>(state, 'money', config)
    if (!isReply(answer)) return
    if (answer.error && failureOfCode(Number(answer.error.code)) === 'unwell') return
    state.suspect = false
    state.unhealthyBy = null
  } catch {
    // It rests again.
  } finally {
    state.probing = false
  }
}

const errorCode = (answer: unknown): number => (isReply(answer) ? Number(answer.error?.code ?? 0) : 0)

/**
 * Only answers at the commitment of moved funds carry a slot that counts: reads at that commitment could not reach a
 * later one.
 */
const WITH_CONTEXT = new Set([
  'getBalance',
  'getMultipleAccounts',
  'getTokenAccountsByOwner',
  'getLatestBlockhash',
  'getAccountInfo',
])
/** A node refuses for good a `minContextSlot` that it cannot read: a number that cannot be a slot is dropped. */
const MAX_SLOT = BigInt(Number.MAX_SAFE_INTEGER)
const readSlot = (slot: unknown): bigint | null =>
  typeof slot === 'bigint' && slot >= 0n && slot <= MAX_SLOT ? slot : null

function reportedSlot(method: string | undefined, params: unknown, result: unknown): bigint | null {
  if (method === 'getSlot' || method === 'getEpochInfo') {
    if (!asksForMoved(params)) return null
    const slot = method === 'getSlot' ? result : (result as { absoluteSlot?: unknown } | null)?.absoluteSlot
    return readSlot(slot)
  }
  if (method === undefined || !WITH_CONTEXT.has(method)) return null
  const slot = (result as { context?: { slot?: unknown } } | null | undefined)?.context?.slot
  return readSlot(slot)
}
