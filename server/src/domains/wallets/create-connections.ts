/** Composes the handle that connects wallets to sessions. */
import type { WalletsState } from './parts.ts'
import { toOwned } from './views.ts'
import type { Connections } from './wallets.ts'
import * as store from './wallets.store.ts'

export function createConnections({ db, rows }: WalletsState): Connections {
  return {
    async connect({ userId, sessionId }, address) {
      const row = await rows.one(userId, address)
      await store.connect(db, sessionId, row.id)
    },
    async find({ userId, sessionId }) {
      const row = await store.findConnected(db, userId, sessionId)
      return row ? toOwned(row) : null
    },
    disconnect: (sessionId) => store.disconnect(db, sessionId),
  }
}
