/** The agent of a caller, the wallets that it trades with, and its state. */
import type { AgentState } from '@purser/contract/agents.ts'
import { WALLETS_PER_STRATEGY } from '@purser/contract/limits.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Db } from '../../db/client.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { RowStatus } from '../strategies/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import * as store from './agents.store.ts'

export type Caller = { userId: number; sessionId: string }
export type Ownership = ReturnType<typeof createOwnership>

/** The agent's state by the requested status of its strategy. */
export const stateOfStatus = (status: RowStatus): AgentState =>
  status === 'active' ? 'running' : status === 'paused' || status === 'stopping' ? status : 'stopped'

type Live = { status: RowStatus; state: { pending: number; doubts?: unknown[] } }

/** The agent's state by its live strategy. Paused only once no order is in flight. */
export function stateOf(strategy: Live | undefined): AgentState {
  if (strategy?.status !== 'paused') return strategy ? stateOfStatus(strategy.status) : 'stopped'
  const { pending, doubts = [] } = strategy.state
  return pending > 0 || doubts.length > 0 ? 'stopping' : 'paused'
}

export function createOwnership({ db, wallets }: { db: Db; wallets: Wallets }) {
  const notFound = () => new Fault('not_found', { what: 'Agent' })
  function idOf(id: string): number {
    if (!ROW_ID.test(id)) throw notFound()
    return Number(id)
  }
  return {
    /** Throws not_found for what cannot be an agent's. */
    idOf,

    /** Throws not_found for another user's agent, too. */
    async agent(userId: number, id: string, handle: Db = db): Promise<store.AgentRow> {
      const row = await store.findAgent(handle, userId, idOf(id))
      if (!row) throw notFound()
      return row
    },

    /**
     * The named wallets, else those of the group, else the one connected to this session, else the default. Throws
     * not_found for a group that is not the caller's.
     */
    async walletsFor(
      caller: Caller,
      addresses: string[],
      groupId: number | null,
    ): Promise<{ chosen: OwnedWallet[]; assumption: string | null }> {
      const members = groupId === null ? null : await wallets.inGroup(caller.userId, groupId)
      if (addresses.length > 0)
        return { chosen: await wallets.owned(caller.userId, [...new Set(addresses)]), assumption: null }
      if (members !== null) {
        if (members.length > WALLETS_PER_STRATEGY)
          throw invalid('group_id', `must hold at most ${WALLETS_PER_STRATEGY} wallets`)
        return { chosen: members, assumption: null }
      }
      const fallback = (await wallets.connected(caller)) ?? (await wallets.defaultWallet(caller.userId))
      return fallback
        ? { chosen: [fallback], assumption: `Wallet: ${fallback.name}, because none was selected.` }
        : { chosen: [], assumption: null }
    },
  }
}
