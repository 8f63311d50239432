/** The channel of one task of tokens: its present state on opening, then every change until it has ended. */
import { HEARTBEAT_SECONDS } from '@purser/contract/limits.ts'
import { channels as paths } from '@purser/contract/live.ts'
import { ResumeRequest, type TokenTransferMessage } from '@purser/contract/distributions/distribution-live.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Channels, Connection } from '../../../kernel/live/channel.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Log } from '../../../kernel/log.ts'
import { toFault } from '../../../kernel/http/route.ts'
import { read } from '../../../kernel/http/validation.ts'
import type { Operation } from '../../transfers/index.ts'
import { createReplayFilter } from '../replay-filter.ts'
import type { TokenDistributions } from './service.ts'

const toFeed = (taskId: string) => `token_transfer:${taskId}`
const TASK = 'token_transfer'

type Engine = {
  log: Log
  tasks: TokenDistributions
  open: WeakMap<Connection, string>
  replayFilter: ReturnType<typeof createReplayFilter>
}

const failed = ({ log }: Engine, error: unknown) => toFault(error, log, { channel: paths.tokenTransfer })

/** The present state; with its result once it has ended. */
async function readState({ tasks }: Engine, operation: Operation): Promise<TokenTransferMessage> {
  const { total, confirmed, failed: lost } = await tasks.totals(operation.id)
  const result = await tasks.result(operation)
  return {
    type: TASK,
    task_id: operation.id,
    status: operation.status,
    total,
    success: confirmed,
    failed: lost,
    finished: isFinalStatus(operation.status),
    ...(result ? { result } : {}),
  }
}

async function show(engine: Engine, { caller, send }: Connection, id: string): Promise<Operation> {
  const { tasks } = engine
  const operation = await tasks.own(caller.userId, id)
  send(await readState(engine, operation))
  return operation
}

async function watch(engine: Engine, connection: Connection, id: string): Promise<void> {
  const { open } = engine
  const { status } = await show(engine, connection, id)
  if (isFinalStatus(status)) open.delete(connection)
  else open.set(connection, id)
}

/** Transfer by transfer, with the counts up to it, and then the state. */
async function replay(engine: Engine, connection: Connection, id: string): Promise<void> {
  const { tasks, replayFilter } = engine
  const operation = await tasks.own(connection.caller.userId, id)
  await connection.replay(async (send) => {
    const rows = await tasks.listMovements(id)
    const counts = { success: 0, failed: 0 }
    await replayFilter.during(connection, operation.id, (note) =>
      send(
        (function* () {
          for (const { walletId, walletName, status, signature, error } of rows) {
            if (status === 'pending') continue
            if (status === 'confirmed') counts.success++
            if (status === 'failed') counts.failed++
            const transfer = { walletId, walletName, status, signature, error }
            note(transfer)
            const state = { status: operation.status, total: rows.length, finished: false }
            yield { type: TASK, task_id: id, ...state, ...counts, transfer }
          }
        })(),
      ),
    )
    await send([await readState(engine, await tasks.own(connection.caller.userId, id))])
  })
}

export function tokenChannel(channels: Channels, tasks: TokenDistributions, bus: Bus, log: Log): void {
  const replayFilter = createReplayFilter()

  /** Tasks whose end was not sent on a connection yet: another process may end them without an event here. */
  const open = new WeakMap<Connection, string>()

  channels.open(
    paths.tokenTransfer,
    async ({ userId }, { taskId = '' }) => {
      const found = await tasks.own(userId, taskId).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'not_found') throw error
        return null
      })
      return found && toFeed(found.id)
    },
    {
      heartbeat: { message: { type: 'heartbeat' }, everySeconds: HEARTBEAT_SECONDS },
      onOpen: (connection, { taskId = '' }) =>
        void watch(engine, connection, taskId).catch((error) => failed(engine, error)),
      onHeartbeat(connection) {
        replayFilter.forget(connection)
        const id = open.get(connection)
        if (id !== undefined) watch(engine, connection, id).catch((error) => failed(engine, error))
      },
      async onMessage(connection, message) {
        try {
          await replay(engine, connection, read(ResumeRequest, message, 'message').operationId)
        } catch (error) {
          const { message: text, code } = failed(engine, error)
          connection.send({ type: 'error', error: text, code })
        }
      },
    },
  )

  bus.subscribe('operation.progress', (event) => {
    const { operationId, total, changes } = event
    const feed = toFeed(operationId)
    if (!channels.hasSubscribers(feed)) return
    const ended = (status: string) => changes.filter((change) => change.status === status).length
    let success = event.completed - ended('confirmed')
    let lost = event.failed - ended('failed')
    for (const transfer of changes) {
      if (transfer.status === 'confirmed') success++
      if (transfer.status === 'failed') lost++
      const message: TokenTransferMessage = {
        type: TASK,
        task_id: operationId,
        status: transfer.status === 'resolving' ? 'resolving' : 'running',
        total,
        success,
        failed: lost,
        finished: false,
        transfer,
      }
      channels.send(feed, message, (connection) => replayFilter.isNewer(connection, operationId, transfer))
    }
  })
  bus.subscribe('operation.changed', ({ userId, operationId, status }) => {
    const feed = toFeed(operationId)
    if (status === 'pending' || !channels.hasSubscribers(feed)) return
    void tasks
      .own(userId, operationId)
      .then(async (operation) => channels.send(feed, await readState(engine, operation)))
      .catch((error) => failed(engine, error))
  })
  const engine: Engine = { log, tasks, open, replayFilter }
}
