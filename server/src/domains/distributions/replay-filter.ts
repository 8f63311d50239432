/**
 * The states of transfers that connections were sent when they asked for the present state. A change is committed
 * before it is published: a state read between the two has it already, and it must not be sent twice.
 */
import type { TransferChange } from '@purser/contract/distributions.ts'

type State = Pick<TransferChange, 'status' | 'signature'>
/** The states of one replay, by wallet. `heartbeats`: since its end, null while it runs. */
type Replay = { operationId: string; states: Map<number | string, State>; heartbeats: number | null }

/** The newest replays of one connection. */
const REPLAYS_KEPT = 4
const keyOf = ({ walletId, walletName }: TransferChange) => walletId ?? walletName

/**
 * True only where it is certain: a stale change that is sent once more is mended by the next, a new one that is dropped
 * is not. So states of one signature are compared, of which 'pending' is always newer (to be sent again), and a
 * transaction that has landed or failed was sent before.
 */
function isOlder(change: State, shown: State): boolean {
  if (change.signature !== shown.signature) return false
  const isSent = change.status === 'sent' || change.status === 'resolving'
  return (
    change.status === shown.status || (isSent && (shown.status === 'confirmed' || shown.status === 'failed'))
  )
}

/** Keeps the replays of each connection by its object. */
export function createReplayFilter() {
  const replays = new WeakMap<object, Replay[]>()
  return {
    /** Runs `work`, which notes what it tells. */
    async during(
      connection: object,
      operationId: string,
      work: (note: (change: TransferChange) => void) => Promise<void>,
    ): Promise<void> {
      const replay: Replay = { operationId, states: new Map(), heartbeats: null }
      const others = (replays.get(connection) ?? []).filter((former) => former.operationId !== operationId)
      replays.set(connection, [...others, replay].slice(-REPLAYS_KEPT))
      try {
        await work((change) => {
          const { status, signature } = change
          replay.states.set(keyOf(change), { status, signature })
        })
      } finally {
        replay.heartbeats = 0
      }
    },

    /** Whether this connection has not been sent this change. */
    isNewer(connection: object, operationId: string, change: TransferChange): boolean {
      const states = replays.get(connection)?.find((replay) => replay.operationId === operationId)?.states
      const key = keyOf(change)
      const shown = states?.get(key)
      if (!shown) return true
      const older = isOlder(change, shown)
      // Everything after the state that was sent is newer, a state that is taken up again too.
      if (!older || change.status === shown.status) states?.delete(key)
      return !older
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
