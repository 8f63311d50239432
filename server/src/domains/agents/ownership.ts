/** The agent of a caller, the wallets that it trades with, and its state. */
import type { AgentState } from '@purser/contract/agents/agents.ts'
import { WALLETS_PER_STRATEGY } from '@purser/contract/limits.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Db } from '../../db/client.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { RowStatus } from '../strategies/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import type { Caller } from './agents.ts'
import * as store from './agents.store.ts'

/** The agent's state by the requested status of its strategy. */
export const stateOfStatus = (status: RowStatus): AgentState =>
  status === 'active' ? 'running' : status === 'paused' || status === 'stopping' ? status : 'stopped'

type Live = { status: RowStatus; state: { pending: number; doubts?: unknown[] } }

/** The agent's state by its live strategy. Paused only once no order is in flight. */
export function toAgentState(strategy: Live | undefined): AgentState {
  if (strategy?.status !== 'paused') return strategy ? stateOfStatus(strategy.status) : 'stopped'
  const { pending, doubts = [] } = strategy.state
  return pending > 0 || doubts.length > 0 ? 'stopping' : 'paused'
}

/** Throws not_found for what cannot be an agent's. */
export function toAgentId(id: string): number {
  if (!ROW_ID.test(id)) throw new Fault('not_found', { what: 'Agent' })
  return Number(id)
}

/** Throws not_found for another user's agent, too. */
export async function getAgent(db: Db, userId: number, id: string): Promise<store.AgentRow> {
  const row = await store.findAgent(db, userId, toAgentId(id))
  if (!row) throw new Fault('not_found', { what: 'Agent' })
  return row
}

/**
 * The named wallets, else those of the group, else the one connected to this session, else the default. Throws not_found
 * for a group that is not the caller's.
 */
export async function chooseWallets(
  { connections, lookups }: Wallets,
  caller: Caller,
  addresses: string[],
  groupId: number | null,
): Promise<{ chosen: OwnedWallet[]; assumption: string | null }> {
  const { userId } = caller
  const members = groupId === null ? null : await lookups.listInGroup(userId, groupId)
  if (addresses.length > 0)
    return { chosen: await lookups.getByAddresses(userId, [...new Set(addresses)]), assumption: null }
  if (members !== null) {
    if (members.length > WALLETS_PER_STRATEGY)
      throw invalid('group_id', `must hold at most ${WALLETS_PER_STRATEGY} wallets`)
    return { chosen: members, assumption: null }
  }
  const fallback = (await connections.find(caller)) ?? (await lookups.findDefault(userId))
  return fallback
    ? { chosen: [fallback], assumption: `Wallet: ${fallback.name}, because none was selected.` }
    : { chosen: [], assumption: null }
}
