/** Distribute and gather SOL: one operation of the engine for each request, however often and by whatever way it comes. */
import { randomUUID } from 'node:crypto'
import type {
  DistributeBody,
  DistributionAnswer,
  DistributionGroup,
  DistributionPreview,
  GatherBody,
  Proposal,
} from '@purser/contract/distributions.ts'
import { DEFAULT_GROUP_COLOR, GATHER_KEEP_LAMPORTS, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { isFinalStatus } from '@purser/contract/transfers.ts'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Operation, Transfers } from '../transfers/index.ts'
import type { Groups, Wallets } from '../wallets/index.ts'
import { planDistribute } from './plan-distribute.ts'
import { planGather } from './plan-gather.ts'
import { preview } from './preview.ts'
import { answerOf, resultOf, sol } from './result.ts'
import {
  type DistributeRequest,
  distributePacking,
  gatherPacking,
  type GatherRequest,
  noSigners,
  solKinds,
} from './sol-kinds.ts'
import { hashOf, readDistribute, readGather } from './wish.ts'

export type DistributionsParts = { chain: Chain; transfers: Transfers; wallets: Wallets; groups: Groups }
export type Distributions = ReturnType<typeof createDistributions>
export type Asked = { type: 'distribute'; body: DistributeBody } | { type: 'gather'; body: GatherBody }

const UNGROUPED_COLOR = '#6B7280'
/** The answer must leave before the caller stops waiting. */
const ANSWER_WITHIN_MS = MONEY_TIMEOUT_MS - 15_000

export function createDistributions(parts: DistributionsParts) {
  const { chain, transfers, wallets, groups } = parts
  for (const [type, kind] of Object.entries(solKinds(parts))) transfers.kind(type, kind)

  async function plan(userId: number, asked: Asked) {
    if (asked.type === 'distribute') {
      const wish = readDistribute(asked.body)
      const ids = [wish.sourceWalletId, ...wish.lines.map((line) => line.walletId)]
      const [source, ...targets] = await wallets.ownedByIds(userId, ids)
      if (!source) throw new Fault('not_found', { what: 'Wallet' })
      return {
        hash: hashOf('distribute', wish),
        ids,
        senders: [source.address],
        async make() {
          const planned = await planDistribute(parts, wish, source, targets)
          return { planned, packing: distributePacking(planned.request, noSigners) }
        },
      }
    }
    const wish = readGather(asked.body)
    const ids = [wish.destinationWalletId, ...wish.lines.map((line) => line.walletId)]
    const [destination, ...sources] = await wallets.ownedByIds(userId, ids)
    if (!destination) throw new Fault('not_found', { what: 'Wallet' })
    return {
      hash: hashOf('gather', wish),
      ids,
      senders: sources.map((source) => source.address),
      async make() {
        const planned = await planGather(parts, wish, destination, sources)
        return { planned, packing: gatherPacking(planned.request, noSigners) }
      },
    }
  }

  /** What has been asked for under this key before; another wish under it is refused. */
  async function known(originKey: string, hash: string): Promise<Operation | null> {
    const operation = await transfers.findByOrigin(originKey)
    if (!operation) return null
    const { wish } = operation.request as { wish?: string }
    // An operation that only the journal remembered has lost its wish: that its key was used is enough.
    if (wish !== undefined && wish !== hash) throw new Fault('idempotency_key_reused')
    return operation
  }

  /** Writes the operation down, or meets the one that is there under this key. */
  async function begin(userId: number, originKey: string, asked: Asked): Promise<Operation> {
    const { hash, ids, senders, make } = await plan(userId, asked)
    const first = await known(originKey, hash)
    if (first) return first
    await transfers.requireIdle(senders)
    const { planned } = await make()
    const { request, movements, spends } = planned
    // One that is deleted in this very moment is neither paid nor asked to pay.
    const within = (tx: Db) => wallets.hold(tx, userId, { ids })
    const submission = { userId, type: asked.type, originKey, request, movements, spends, within }
    const operation = await transfers.submit(submission)
    // Another request may have been quicker with the same key.
    return (await known(operation.originKey, hash)) ?? operation
  }

  async function show(userId: number, asked: Asked): Promise<DistributionPreview> {
    const { make } = await plan(userId, asked)
    const { planned, packing } = await make()
    return preview(chain, asked.type, planned, packing)
  }

  const answer = async (operation: Operation): Promise<DistributionAnswer> =>
    answerOf(operation, await resultOf(transfers, operation))

  /** Of this user and made here; else as one that does not exist. */
  async function own(userId: number, id: string): Promise<Operation> {
    const operation = /^[0-9a-f-]{36}$/.test(id) ? await transfers.find(id) : undefined
    if (!operation || operation.userId !== userId || !['distribute', 'gather'].includes(operation.type))
      throw new Fault('not_found', { what: 'Operation' })
    return operation
  }

  async function over(userId: number, id: string) {
    const operation = await own(userId, id)
    if (!isFinalStatus(operation.status)) throw new Fault('operation_not_over')
    const held = new Set((await wallets.held(userId)).map((wallet) => wallet.id))
    const rows = await transfers.movementsOf(id)
    return { operation, rows: rows.filter((row) => row.walletId !== null && held.has(row.walletId)) }
  }

  return {
    begin,
    answer,
    own,
    movementsOf: transfers.movementsOf,

    /** Answers when every outcome is certain. Throws chain_away when that takes longer than anybody waits; it goes on. */
    async carryOut(userId: number, originKey: string, asked: Asked): Promise<DistributionAnswer> {
      if (asked.body.dryRun) return { success: true, preview: await show(userId, asked) }
      const begun = await begin(userId, originKey, asked)
      const operation = await transfers.ended(begun.id, ANSWER_WITHIN_MS)
      if (!isFinalStatus(operation.status)) throw new Fault('chain_away')
      return answer(operation)
    },

    async minimumRent() {
      return sol(await chain.rentExempt(0))
    },

    async grouped(userId: number): Promise<DistributionGroup[]> {
      const [held, all] = [await wallets.held(userId), await groups.list(userId)]
      const balances = await chain.lamports(held.map((wallet) => wallet.address))
      const tiles = held.map(({ id, name, address, groupIds }, i) => ({
        groupIds,
        tile: { id, _id: id, name, publicKey: address, balance: sol(balances[i] ?? 0n) },
      }))
      const inGroup = (id: number | null) =>
        tiles
          .filter(({ groupIds }) => (id === null ? groupIds.length === 0 : groupIds.includes(id)))
          .map(({ tile }) => tile)
      return [
        ...all.map(({ id, name, color }) => ({
          id,
          name,
          color: color || DEFAULT_GROUP_COLOR,
          wallets: inGroup(id),
        })),
        { id: null, name: 'Ungrouped', color: UNGROUPED_COLOR, wallets: inGroup(null) },
      ]
    },

    /** The gather that reverses a distribution: from each what it got, as far as it is still there. */
    async undo(userId: number, id: string): Promise<Proposal> {
      const { operation, rows } = await over(userId, id)
      if (operation.type !== 'distribute') throw new Fault('nothing_to_repeat')
      const got = rows.filter((row) => row.status === 'confirmed')
      const [rent, frees] = await Promise.all([
        chain.rentExempt(0),
        transfers.free(got.map((row) => row.destination)),
      ])
      const keep = rent > GATHER_KEEP_LAMPORTS ? rent : GATHER_KEEP_LAMPORTS
      const sources = got.flatMap((row, i) => {
        const left = (frees[i] ?? 0n) - keep
        const amount = left < row.amount ? left : row.amount
        return amount > 0n ? [{ walletId: row.walletId ?? 0, amount: formatUnits(amount, SOL_DECIMALS) }] : []
      })
      if (sources.length === 0) throw new Fault('nothing_to_repeat')
      const { sourceWalletId } = operation.request as DistributeRequest
      const gather: GatherBody = { destinationWalletId: sourceWalletId, sources, gatherAll: false }
      return { type: 'gather', gather, preview: await show(userId, { type: 'gather', body: gather }) }
    },

    /** The same request with only what failed. */
    async retry(userId: number, id: string): Promise<Proposal> {
      const { operation, rows } = await over(userId, id)
      const failed = rows.filter((row) => row.status === 'failed')
      if (failed.length === 0) throw new Fault('nothing_to_repeat')
      const lines = failed.map((row) => ({
        walletId: row.walletId ?? 0,
        amount: formatUnits(row.amount, SOL_DECIMALS),
      }))
      if (operation.type === 'distribute') {
        const { sourceWalletId } = operation.request as DistributeRequest
        const distribute: DistributeBody = { sourceWalletId, destinations: lines }
        const body = { type: 'distribute' as const, body: distribute }
        return { type: 'distribute', distribute, preview: await show(userId, body) }
      }
      const { destinationWalletId, gatherAll, emptyWallets } = operation.request as GatherRequest
      const gather: GatherBody = {
        destinationWalletId,
        sources: gatherAll ? lines.map((line) => line.walletId) : lines,
        gatherAll,
        emptyWallets,
      }
      return { type: 'gather', gather, preview: await show(userId, { type: 'gather', body: gather }) }
    },

    /** The origin of a request that carries a key, the same by REST and by channel. */
    originOf: (userId: number, type: Asked['type'], key: string | undefined): string =>
      `${userId}:POST /api/solana-distribution/${type}:${key ?? randomUUID()}`,
  }
}
