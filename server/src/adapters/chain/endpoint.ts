/** One endpoint as a whole: its connection, its budget, and how well it does. All callers of it share this. */
import type { RpcTransport } from '@solana/kit'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { EndpointHealth } from '../../ports/endpoint-health.ts'
import type { Budget, Lane } from './budget.ts'
import { failureOf, failureOfCode, retryAfterOf } from './call-failures.ts'
import { callTimeout } from './ask.ts'
import { createCallStatistics } from './call-statistics.ts'
import { asksForMoved, atFinal, createEndpointCommitment, type EndpointCommitment } from './commitment.ts'
import type { HighestSlot } from './highest-slot.ts'
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

/** Rests that nobody asked for: the first, doubled with each failure in a row. */
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 30_000
const PROBE_TIMEOUT_MS = 3_000
/** A node that is behind says so. */
const PROBE = { jsonrpc: '2.0', id: 'probe', method: 'getHealth' }
/** Providers refuse a method that they do not serve with 404 or 429: of this one that says nothing of the endpoint. */
const OPTIONAL = 'getAgGenesisCert'
/** For so long after it has refused a call that others take. */
const REFUSING_MS = 5 * 60_000

type Payload = { method?: string; params?: unknown }
type Reply = { result?: unknown; error?: { code?: unknown; data?: { numSlotsBehind?: unknown } | null } }

/** A gateway may answer 200 with words of its own. */
function isReply(answer: unknown): answer is Reply {
  if (typeof answer !== 'object' || answer === null) return false
  const { error } = answer as Reply
  if (error === undefined || error === null) return 'result' in answer
  return typeof error.code === 'bigint' || typeof error.code === 'number'
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, name = 'endpoint 1', clock = systemClock, budget = null, slots } = options
  const send = createTransport(url)
  const statistics = createCallStatistics(clock)
  let restsUntil = 0
  let told = false
  let failures = 0
  /** It has failed, and only a call that nobody waits for may find out whether it is well again. */
  let suspect = false
  let probing = false
  let foreign = false
  /** By its own word, until it says otherwise. */
  let unhealthyBy: bigint | null = null
  /** By the highest slot, until the next check. */
  let lagsBy: bigint | null = null
  let refusedAt = Number.NEGATIVE_INFINITY
  const commitment = createEndpointCommitment()

  function rest(retryAfterMs: number | null): void {
    const now = clock.monotonic()
    failures++
    suspect = true
    const ms = retryAfterMs ?? Math.min(FIRST_REST_MS * 2 ** (failures - 1), MAX_REST_MS)
    if (now + ms < restsUntil) return
    restsUntil = now + ms
    told = retryAfterMs !== null
  }

  /** Of the node's own errors, which come as answers. */
  function read({ error, result }: Reply, { method, params }: Payload): void {
    const code = Number(error?.code ?? 0)
    if (error && failureOfCode(code) === 'unwell') {
      const slotsBehind = error.data?.numSlotsBehind
      if (typeof slotsBehind === 'bigint') unhealthyBy = slotsBehind
      statistics.failed()
      return rest(null)
    }
    if (method !== PROBE.method) failures = 0
    if (clock.monotonic() >= restsUntil) suspect = false
    const slot = slotOf(method, params, result)
    if (slot !== null && !foreign) slots?.seen(name, slot)
  }

  /** A call is counted only once it is under way: what waits in the budget says nothing of the endpoint. */
  const call: RpcTransport = async <T>(config: Parameters<RpcTransport>[0]): Promise<T> => {
    const began = clock.monotonic()
    let answer: T
    try {
      answer = await send<T>({ ...config, payload: commitment.apply(config.payload as Payload) })
    } catch (error) {
      if ((config.payload as Payload).method === OPTIONAL) throw error
      statistics.failed()
      if (failureOf(error) === 'unwell') rest(retryAfterOf(error, clock.now()))
      throw error
    }
    if (isReply(answer)) {
      statistics.answered(clock.monotonic() - began)
      read(answer, config.payload as Payload)
    } else {
      statistics.failed()
      rest(null)
    }
    return answer
  }

  const paced =
    (lane: Lane): RpcTransport =>
    async (config) => {
      const waits = budget?.(lane, (config.payload as Payload).method ?? '', config.signal)
      if (waits) await waits
      return call(config)
    }

  /** What is refused as 'confirmed' and answered as 'finalized' was refused for that alone: from then on it is not asked for. */
  const orAtFinal =
    (send: RpcTransport): RpcTransport =>
    async <T>(config: Parameters<RpcTransport>[0]): Promise<T> => {
      const sentCommitment = commitment.moved()
      const answer = await send<T>(config)
      const payload = config.payload as Payload
      if (!commitment.mayRefuse(payload, errorCode(answer), sentCommitment)) return answer
      const again = await send<T>({ ...config, payload: atFinal(payload) })
      if (isReply(again) && !again.error) commitment.raise()
      return errorCode(again) === errorCode(answer) ? answer : again
    }

  async function probe(): Promise<void> {
    probing = true
    try {
      const answer = await paced('money')({ payload: PROBE, signal: callTimeout(PROBE_TIMEOUT_MS) })
      if (!isReply(answer)) return
      if (answer.error && failureOfCode(Number(answer.error.code)) === 'unwell') return
      suspect = false
      unhealthyBy = null
    } catch {
      // It rests again.
    } finally {
      probing = false
    }
  }

  const restMs = () => Math.max(0, restsUntil - clock.monotonic())
  return {
    name,
    commitment,
    health: {
      isWell() {
        if (foreign || lagsBy !== null || restMs() > 0) return false
        if (suspect && !probing) void probe()
        return !suspect
      },
      isForeign: () => foreign,
      restMs,
      toldMs: () => (told ? restMs() : 0),
      statistics: statistics.read,
      slotsBehind: () => unhealthyBy ?? lagsBy,
      refused: () => void (refusedAt = clock.monotonic()),
      isRefusing: () => clock.monotonic() - refusedAt < REFUSING_MS,
      moved: commitment.moved,
      checked(found) {
        if (found.foreign !== undefined) foreign = found.foreign
        if (found.lagsBy !== undefined) lagsBy = found.lagsBy
      },
    },
    transport: (lane) => orAtFinal(paced(lane)),
  }
}

const errorCode = (answer: unknown): number => (isReply(answer) ? Number(answer.error?.code ?? 0) : 0)

/** Of answers as of what has moved alone: a later one could not be reached by those. */
const WITH_CONTEXT = new Set([
  'getBalance',
  'getMultipleAccounts',
  'getTokenAccountsByOwner',
  'getLatestBlockhash',
  'getAccountInfo',
])
/** A node refuses a `minContextSlot` that it cannot read, for good: what cannot be a slot is none. */
const MAX_SLOT = BigInt(Number.MAX_SAFE_INTEGER)
const readSlot = (slot: unknown): bigint | null =>
  typeof slot === 'bigint' && slot >= 0n && slot <= MAX_SLOT ? slot : null

function slotOf(method: string | undefined, params: unknown, result: unknown): bigint | null {
  if (method === 'getSlot' || method === 'getEpochInfo') {
    if (!asksForMoved(params)) return null
    const slot = method === 'getSlot' ? result : (result as { absoluteSlot?: unknown } | null)?.absoluteSlot
    return readSlot(slot)
  }
  if (method === undefined || !WITH_CONTEXT.has(method)) return null
  const slot = (result as { context?: { slot?: unknown } } | null | undefined)?.context?.slot
  return readSlot(slot)
}
