/** Operations that have ended: the tokens that they moved are read a moment later, many operations at once. */
import { isDatabaseAway } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'

export type EndedOperationsParts = {
  bus: Bus
  clock: Clock
  log: Log
  /** Ends the reading. */
  signal: AbortSignal
  /** Reads the movements of these operations. */
  read(operationIds: string[]): Promise<void>
}

export type EndedOperations = {
  /** Resolves once the operations of these users have been read, except for those that cannot be read. */
  readNow(wallets: { userId: number }[]): Promise<void>
  close(): void
}

type EndedState = EndedOperationsParts & {
  /** Operations that were not read yet, and their users. */
  ended: Map<string, number>
  /** The operations among them that could not be read once. */
  failed: Set<string>
  reading: Promise<void>
  isGathering: boolean
}

/** Operations that end within this time are read together. */
const GATHER_MS = 500
const FINAL = ['completed', 'partial', 'failed']

export function createEndedOperations(parts: EndedOperationsParts): EndedOperations {
  const state: EndedState = {
    ...parts,
    ended: new Map(),
    failed: new Set(),
    reading: Promise.resolve(),
    isGathering: false,
  }
  const close = parts.bus.subscribe('operation.changed', ({ operationId, userId, status }) => {
    if (FINAL.includes(status)) addEnded(state, operationId, userId)
  })
  return { readNow: (wallets) => readNow(state, wallets), close }
}

function addEnded(state: EndedState, operationId: string, userId: number): void {
  const { clock, signal, ended } = state
  if (signal.aborted) return
  ended.set(operationId, userId)
  if (state.isGathering) return
  state.isGathering = true
  void clock.sleep(GATHER_MS, signal, { background: true }).then(() => {
    state.isGathering = false
    if (!signal.aborted) void readEnded(state)
  })
}

async function readNow(state: EndedState, wallets: { userId: number }[]): Promise<void> {
  const users = new Set(wallets.map(({ userId }) => userId))
  const concerned = [...state.ended.values()].some((userId) => users.has(userId))
  await (concerned ? readEnded(state) : state.reading)
}

/**
 * Reads one batch after another. An operation that cannot be read stays: it is read with the next one that ends, or by
 * readNow.
 */
function readEnded(state: EndedState): Promise<void> {
  const { ended, read } = state
  if (ended.size === 0) return state.reading
  const batch = [...ended]
  ended.clear()
  state.reading = state.reading
    .then(() => read(batch.map(([operationId]) => operationId)))
    .catch(() => readEach(state, batch))
  return state.reading
}

/** One that fails twice alone would fail for ever: it is dropped, unless the database is away. */
async function readEach(
  { ended, failed, log, read }: EndedState,
  batch: [operationId: string, userId: number][],
): Promise<void> {
  for (const [operationId, userId] of batch) {
    try {
      await read([operationId])
      failed.delete(operationId)
    } catch (error) {
      const isDropped = !isDatabaseAway(error) && failed.delete(operationId)
      log.warn({ operationId, isDropped, ...describe(error) }, 'what an operation moved could not be read')
      if (isDropped) continue
      if (!isDatabaseAway(error)) failed.add(operationId)
      ended.set(operationId, userId)
    }
  }
}
