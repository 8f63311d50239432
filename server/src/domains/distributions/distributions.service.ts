/**
 * Distribute and gather SOL: one operation of the engine for each request, however often and by whatever channel it
 * comes.
 */
import {
  type DistributionAnswer,
  type DistributionGroup,
  type DistributionPreview,
  distributeSol,
  gatherSol,
} from '@purser/contract/distributions.ts'
import { DEFAULT_GROUP_COLOR, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { isFinalStatus } from '@purser/contract/transfers.ts'
import type { Database, Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import { createUserMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import { originKeyOf, routeOf } from '../../kernel/http/origin.ts'
import type { AccountReads, Balances, Blockhashes } from '../../ports/chain.ts'
import type { Operation, Transfers } from '../transfers/index.ts'
import type { Groups, Wallets } from '../wallets/index.ts'
import { planDistribute } from './plan-distribute.ts'
import { planGather } from './plan-gather.ts'
import { preview } from './preview.ts'
import { answerOf, resultOf, sol } from './result.ts'
import { createFollowUps, type FollowUpRules } from './follow-ups.ts'
import { createProposals } from './proposals.ts'
import { distributePacking, gatherPacking, noSigners, solKinds } from './sol-kinds.ts'
import { hashOf, type Intent, readDistribute, readGather, requestedOf, type TypedBody } from './intent.ts'

export type DistributionsParts = {
  chain: Balances & AccountReads & Blockhashes
  transfers: Transfers
  wallets: Wallets
  groups: Groups
  /** Present if other processes share the database: only one of them plans a key at a time. */
  lock?: Database['lock']
}
export type Distributions = ReturnType<typeof createDistributions>

const UNGROUPED_COLOR = '#6B7280'
/** The answer must leave before the caller's timeout. */
const ANSWER_WITHIN_MS = MONEY_TIMEOUT_MS - 15_000

/** A gather is not undone: each wallet has given what it held. */
const rules: FollowUpRules = { undoneBy: { distribute: 'gather' }, broughtBy: (_, { amount }) => amount }

const readIntent = (typed: TypedBody): Intent =>
  typed.type === 'distribute'
    ? { type: typed.type, details: readDistribute(typed.body), of: typed.body.of }
    : { type: typed.type, details: readGather(typed.body), of: typed.body.of }

export function createDistributions(parts: DistributionsParts) {
  const { chain, transfers, wallets, groups } = parts
  for (const [type, kind] of Object.entries(solKinds(parts))) transfers.lifecycle.register(type, kind)

  const runExclusive = createUserMutex(parts.lock)

  /** Throws not_found for an operation of another user or another domain. */
  async function own(userId: number, id: string): Promise<Operation> {
    const operation = await transfers.lookups.find(id)
    if (!operation || operation.userId !== userId || !['distribute', 'gather'].includes(operation.type))
      throw new Fault('not_found', { what: 'Operation' })
    return operation
  }
  const followUps = createFollowUps({ transfers, wallets, own, rules })

  async function plan(userId: number, intent: Intent) {
    const { type, details } = intent
    const middle = type === 'distribute' ? details.sourceWalletId : details.destinationWalletId
    const ids = [middle, ...details.lines.map((line) => line.walletId)]
    const [first, ...others] = await wallets.ownedByIds(userId, ids)
    if (!first) throw new Fault('not_found', { what: 'Wallet' })
    if (type === 'distribute')
      return {
        ids,
        senders: [first.address],
        async make() {
          const planned = await planDistribute(parts, details, first, others)
          return { planned, packing: distributePacking(planned.request, noSigners) }
        },
      }
    return {
      ids,
      senders: others.map((source) => source.address),
      async make() {
        const planned = await planGather(parts, details, first, others)
        return { planned, packing: gatherPacking(planned.request, noSigners) }
      },
    }
  }

  /** The operation of this key. Throws idempotency_key_reused if that was another request. */
  function same(operation: Operation | undefined, hash: string): Operation | null {
    if (!operation) return null
    const { requestHash: former } = operation.request as { requestHash?: string }
    // A restored operation may have lost the hash: the use of its key suffices.
    if (former !== undefined && former !== hash) throw new Fault('idempotency_key_reused')
    return operation
  }

  function write(userId: number, originKey: string, intent: Intent, halts: number): Promise<Operation> {
    return followUps.claimed(userId, requestedOf(intent), async (followUp) => {
      const { ids, senders, make } = await plan(userId, intent)
      await transfers.funds.requireIdle(senders)
      const { planned } = await make()
      const { movements, spends } = planned
      const request = followUp ? { ...planned.request, of: followUp.of } : planned.request
      const within = async (tx: Db, id: string) => {
        // A wallet that is being deleted neither pays nor is paid.
        await wallets.hold(tx, userId, { ids })
        await followUp?.check({ tx, except: id })
      }
      const { type } = intent
      return transfers.submit.submit({ userId, type, originKey, request, movements, spends, halts, within })
    })
  }

  /**
   * Writes the operation, or returns the one of this key. A request that is refused because its own duplicate has
   * reserved or moved the funds returns the duplicate.
   */
  async function begin(userId: number, originKey: string, typed: TypedBody): Promise<Operation> {
    const intent = readIntent(typed)
    const hash = hashOf(intent.type, intent.details)
    const halts = await transfers.submit.halts(userId)
    return runExclusive(userId, originKey, async () => {
      const first = same(await transfers.lookups.findByOrigin(originKey), hash)
      if (first) return first
      try {
        const operation = await write(userId, originKey, intent, halts)
        // Another process may have been faster with the same key.
        return same(operation, hash) ?? operation
      } catch (error) {
        const twin = same(await transfers.lookups.findSubmitted(originKey), hash)
        if (!twin) throw error
        return twin
      }
    })
  }

  async function show(userId: number, typed: TypedBody): Promise<DistributionPreview> {
    const intent = readIntent(typed)
    await followUps.claim(userId, requestedOf(intent))
    const { make } = await plan(userId, intent)
    const { planned, packing } = await make()
    const { movements, spends, request } = planned
    const [shown, limit, commitments] = await Promise.all([
      preview(parts, typed.type, planned, packing),
      transfers.submit.checkLimit({ userId, type: typed.type, request, movements, spends }),
      wallets.readCommitments(userId, spends),
    ])
    return { ...shown, ...limit, ...commitments }
  }

  const answer = async (operation: Operation): Promise<DistributionAnswer> =>
    answerOf(operation, await resultOf(transfers, operation))

  return {
    begin,
    answer,
    own,
    idOf: transfers.submit.operationId,
    movementsOf: transfers.lookups.listMovements,

    /**
     * Resolves once every outcome is certain. Throws chain_away if that takes longer than the caller waits; the
     * operation goes on.
     */
    async execute(userId: number, originKey: string, typed: TypedBody): Promise<DistributionAnswer> {
      if (typed.body.dryRun) return { success: true, preview: await show(userId, typed) }
      const begun = await begin(userId, originKey, typed)
      const operation = await transfers.lookups.waitForEnd(begun.id, ANSWER_WITHIN_MS)
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

    ...createProposals({ chain, transfers, own, followUps, show }),

    /** The origin key of a request with an idempotency key, the same by REST and by channel. */
    originOf: (userId: number, type: TypedBody['type'], key: string | undefined): string =>
      originKeyOf(userId, routeOf(type === 'distribute' ? distributeSol : gatherSol), key),
  }
}
