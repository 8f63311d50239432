/**
 * What connections were told of transfers when they asked for the present state. A change is committed before it is
 * published: a state read between the two has it already, and it must neither be told twice nor take a transfer back
 * to what it was before.
 */
import type { TransferChange } from '@purser/contract/distributions.ts'

type State = Pick<TransferChange, 'status' | 'signature'>
/** The states of one replay, by wallet. `heartbeats`: since its end, null while it runs. */
type Replay = { operationId: string; states: Map<number | string, State>; heartbeats: number | null }

const keyOf = ({ walletId, walletName }: TransferChange) => walletId ?? walletName
const FINAL = 3
const ORDER: Record<TransferChange['status'], number> = {
  pending: 0,
  sent: 1,
  resolving: 2,
  confirmed: FINAL,
  failed: FINAL,
}

function isOlder(change: State, told: State): boolean {
  if (ORDER[told.status] === FINAL && ORDER[change.status] < FINAL) return true
  return change.signature === told.signature && ORDER[change.status] <= ORDER[told.status]
}

/** Of each connection, by its object. */
export function createTold() {
  const replays = new WeakMap<object, Replay[]>()
  return {
    /** Runs `work`, which notes what it tells. */
    async during(
      connection: object,
      operationId: string,
      work: (note: (change: TransferChange) => void) => Promise<void>,
    ): Promise<void> {
      const replay: Replay = { operationId, states: new Map(), heartbeats: null }
      replays.set(connection, [...(replays.get(connection) ?? []), replay])
      try {
        await work((change) => replay.states.set(keyOf(change), change))
      } finally {
        replay.heartbeats = 0
      }
    },

    /** Whether this change is news on the connection. */
    isNews(connection: object, operationId: string, change: TransferChange): boolean {
      const key = keyOf(change)
      return (replays.get(connection) ?? []).every((replay) => {
        const told = replay.operationId === operationId ? replay.states.get(key) : undefined
        if (!told) return true
        const older = isOlder(change, told)
        // From the told state on everything is news, a state that is taken up again too.
        if (!older || change.status === told.status) replay.states.delete(key)
        return !older
      })
    },

    /** At each heartbeat: what was committed before a replay has been published by the second one after it. */
    forget(connection: object): void {
      const kept = (replays.get(connection) ?? []).filter(
        (replay) => replay.heartbeats === null || replay.heartbeats++ === 0,
      )
      if (kept.length > 0) replays.set(connection, kept)
      else replays.delete(connection)
    },
  }
}
