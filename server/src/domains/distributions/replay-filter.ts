/**
 * The states of transfers that connections were sent with the present state. A change is committed before it is
 * published: a state read between the two includes it already, and it must not be sent twice.
 */
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'

type State = Pick<TransferChange, 'status' | 'signature'>
/** The states of one replay, by wallet. `heartbeats`: since its end, null while it runs. */
type Replay = { operationId: string; states: Map<number | string, State>; heartbeats: number | null }

/** The newest replays of one connection. */
const REPLAYS_KEPT = 4
const toKey = ({ walletId, walletName }: TransferChange) => walletId ?? walletName

/**
 * True only if it is certain: a stale change that is sent again is corrected by the next, a new one that is dropped is
 * lost. So states of one signature are compared; of these 'pending' is always newer (to be sent again), and 'sent' is
 * older than a landed or failed state.
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
    /** Runs `work`, which notes the states that it sends. */
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
          replay.states.set(toKey(change), { status, signature })
        })
      } finally {
        replay.heartbeats = 0
      }
    },

    /** Whether this connection has not been sent this change. */
    isNewer(connection: object, operationId: string, change: TransferChange): boolean {
      const states = replays.get(connection)?.find((replay) => replay.operationId === operationId)?.states
      const key = toKey(change)
      const shown = states?.get(key)
      if (!shown) return true
      const older = isOlder(change, shown)
      // Every later change is newer, and so is a return to an earlier state.
      if (!older || change.status === shown.status) states?.delete(key)
      return !older
    },

    /** Runs at each heartbeat: a change committed before a replay has been published by the second one after it. */
    forget(connection: object): void {
      const kept = (replays.get(connection) ?? []).filter(
        (replay) => replay.heartbeats === null || replay.heartbeats++ === 0,
      )
      if (kept.length > 0) replays.set(connection, kept)
      else replays.delete(connection)
    },
  }
}
