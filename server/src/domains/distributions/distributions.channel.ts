/**
 * The live channel of distributions and gathers: begins them, reports each transfer, and resumes after a lost
 * connection.
 */
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'
import { channels as paths } from '@purser/contract/live.ts'
import { DistributionRequest } from '@purser/contract/distributions/distribution-live.ts'
import { HEARTBEAT_SECONDS, PROGRESS_BATCH } from '@purser/contract/limits.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type { Bus, BusEvents } from '../../kernel/bus.ts'
import type { Channels, Connection } from '../../kernel/live/channel.ts'
import type { Log } from '../../kernel/log.ts'
import { read } from '../../kernel/http/validation.ts'
import { toFault } from '../../kernel/http/route.ts'
import type { Operation, TransferRow } from '../transfers/index.ts'
import type { Distributions } from './distributions.service.ts'
import { createReplayFilter } from './replay-filter.ts'

const toFeed = (operationId: string) => `distribution:${operationId}`
type Way = 'distribute' | 'gather'
type Counts = { operationId: string; completed: number; failed: number; total: number }

const progress = (way: Way, counts: Counts, transfer: TransferChange) => ({
  type: `${way}_progress`,
  ...counts,
  batch: Math.ceil(counts.completed / PROGRESS_BATCH),
  transfer,
})

/** One message for each change, with the counts after it. */
function* toMessages(event: BusEvents['operation.progress']) {
  const { operationId, total, changes } = event
  const ended = (status: string) => changes.filter((change) => change.status === status).length
  let completed = event.completed - ended('confirmed')
  let failed = event.failed - ended('failed')
  for (const change of changes) {
    if (change.status === 'confirmed') completed++
    if (change.status === 'failed') failed++
    yield progress(event.type as Way, { operationId, completed, failed, total }, change)
  }
}

/** One message for each transfer that has begun, with the counts up to it. */
function* toStateMessages(
  { id, type }: Operation,
  rows: TransferRow[],
  note: (change: TransferChange) => void,
) {
  const counts: Counts = { operationId: id, completed: 0, failed: 0, total: rows.length }
  for (const { walletId, walletName, status: at, signature, error } of rows) {
    if (at === 'pending') continue
    if (at === 'confirmed') counts.completed++
    if (at === 'failed') counts.failed++
    const change = { walletId, walletName, status: at, signature, error }
    note(change)
    yield progress(type as Way, counts, change)
  }
}

const MESSAGES: Record<string, string> = {
  pending: 'Preparing the transfers',
  running: 'Confirming transactions',
  resolving: 'The network is not responding; the outcome is being resolved',
}

type Engine = {
  distributions: Distributions
  open: WeakMap<Connection, Set<string>>
  replayFilter: ReturnType<typeof createReplayFilter>
  beginning: Map<string, Set<{ connection: Connection; joined: boolean }>>
  channels: Channels
}

const status = ({ id, type, status: now }: Pick<Operation, 'id' | 'type'> & { status: string }) => ({
  type: `${type}_status`,
  operationId: id,
  status: now,
  message: MESSAGES[now] ?? 'All outcomes are known',
})

async function complete({ distributions }: Engine, operation: Operation) {
  const { success, data, error } = await distributions.answer(operation)
  const { id, type, status: now } = operation
  return {
    type: `${type}_complete`,
    operationId: id,
    status: now,
    success,
    data,
    ...(error ? { error } : {}),
  }
}

const watchEnd = ({ open }: Engine, connection: Connection, id: string) =>
  open.set(connection, (open.get(connection) ?? new Set()).add(id))

async function recheck(engine: Engine, connection: Connection): Promise<void> {
  const { open, distributions } = engine
  const ids = open.get(connection) ?? new Set()
  for (const id of ids) {
    const operation = await distributions.own(connection.caller.userId, id)
    if (!isFinalStatus(operation.status)) connection.send(status(operation))
    else {
      const end = await complete(engine, operation)
      ids.delete(id)
      await connection.replay((send) => send([end]))
    }
  }
}

/** Joins the feed before the present state is read: messages published meanwhile are sent after it. */
async function follow(engine: Engine, connection: Connection, { id }: Operation): Promise<void> {
  const { distributions, replayFilter } = engine
  connection.join(toFeed(id))
  const operation = await distributions.own(connection.caller.userId, id)
  connection.send(status(operation))
  await connection.replay(async (send) => {
    const rows = await distributions.listMovements(id)
    await replayFilter.during(connection, id, (note) => send(toStateMessages(operation, rows, note)))
    // The end may be sent here and on the feed: twice does no harm, never would.
    if (isFinalStatus(operation.status)) await send([await complete(engine, operation)])
  })
  if (!isFinalStatus(operation.status)) watchEnd(engine, connection, id)
}

/** A new operation runs only after this event: its requester gets every change and needs no present state. */
function joinBegun(
  { beginning }: Engine,
  { userId, operationId: id, type, status: now }: BusEvents['operation.changed'],
): void {
  if (now !== 'pending') return
  for (const request of beginning.get(id) ?? []) {
    const { connection } = request
    if (connection.caller.userId !== userId) continue
    connection.join(toFeed(id))
    connection.send(status({ id, type, status: now }))
    request.joined = true
  }
}

async function joinsWhile(
  { beginning }: Engine,
  connection: Connection,
  id: string,
  begin: () => Promise<Operation>,
) {
  const request = { connection, joined: false }
  const requests = beginning.get(id) ?? new Set()
  beginning.set(id, requests.add(request))
  try {
    return { operation: await begin(), joined: request.joined }
  } finally {
    requests.delete(request)
    if (requests.size === 0 && beginning.get(id) === requests) beginning.delete(id)
  }
}

/** `begun` is called as soon as the operation exists: later errors are no refusal. */
async function take(
  engine: Engine,
  connection: Connection,
  message: unknown,
  begun: (operationId: string) => void,
): Promise<void> {
  const { distributions } = engine
  const request = read(DistributionRequest, message, 'message')
  const { userId } = connection.caller
  if (request.type === 'resume')
    return follow(engine, connection, await distributions.own(userId, request.operationId))
  const { idempotencyKey, type, ...body } = request
  const origin = distributions.toOrigin(userId, type, idempotencyKey)
  const typed = { type, body } as Parameters<typeof distributions.begin>[2]
  const id = await distributions.operationId({ userId, type, originKey: origin })
  const { operation, joined } = await joinsWhile(engine, connection, id, () =>
    distributions.begin(userId, origin, typed),
  )
  begun(operation.id)
  if (joined) watchEnd(engine, connection, operation.id)
  else await follow(engine, connection, operation)
}

async function publish(engine: Engine, userId: number, operationId: string, now: string): Promise<void> {
  const { channels, distributions } = engine
  if (now === 'pending' || !channels.hasSubscribers(toFeed(operationId))) return
  const operation = await distributions.own(userId, operationId)
  const message = isFinalStatus(operation.status) ? await complete(engine, operation) : status(operation)
  channels.send(toFeed(operationId), message)
}

export function distributionChannel(
  channels: Channels,
  distributions: Distributions,
  bus: Bus,
  log: Log,
): void {
  const replayFilter = createReplayFilter()

  /** Operations whose end was not sent on a connection yet: another process may end them without an event here. */
  const open = new WeakMap<Connection, Set<string>>()

  /** Requests in progress, by the id of their future operation. */
  const beginning = new Map<string, Set<{ connection: Connection; joined: boolean }>>()

  channels.open(paths.solanaDistribution, async ({ userId }) => `distributions:${userId}`, {
    heartbeat: { message: { type: 'heartbeat' }, everySeconds: HEARTBEAT_SECONDS },
    onHeartbeat(connection) {
      replayFilter.forget(connection)
      recheck(engine, connection).catch((error: unknown) =>
        toFault(error, log, { channel: paths.solanaDistribution }),
      )
    },
    async onMessage(connection, message) {
      let operationId: string | undefined
      try {
        await take(engine, connection, message, (id) => (operationId = id))
      } catch (error) {
        const fault = toFault(error, log, { channel: paths.solanaDistribution })
        const { type } = (message ?? {}) as { type?: unknown }
        const messageType = type === 'distribute' || type === 'gather' ? `${type}_error` : 'error'
        connection.send({ type: messageType, error: fault.message, code: fault.code, operationId })
      }
    },
  })

  bus.subscribe('operation.progress', (event) => {
    if (!channels.hasSubscribers(toFeed(event.operationId))) return
    const { operationId } = event
    for (const message of toMessages(event))
      channels.send(toFeed(operationId), message, (connection) =>
        replayFilter.isNewer(connection, operationId, message.transfer),
      )
  })
  bus.subscribe('operation.changed', (event) => {
    const { userId, operationId, status: now } = event
    joinBegun(engine, event)
    void publish(engine, userId, operationId, now).catch((error: unknown) =>
      toFault(error, log, { channel: paths.solanaDistribution }),
    )
  })
  const engine: Engine = { distributions, open, replayFilter, beginning, channels }
}
