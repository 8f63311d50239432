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
  type Proposal,
} from '@purser/contract/distributions/distributions.ts'
import { DEFAULT_GROUP_COLOR, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type { Database, Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import { createUserMutex, type UserMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import { toOriginKey, toRoute } from '../../kernel/http/origin.ts'
import type { AccountReads, Balances, Blockhashes } from '../../ports/chain.ts'
import type { Operation, Transfers } from '../transfers/index.ts'
import type { Groups, Wallets } from '../wallets/index.ts'
import { planDistribute } from './plan-distribute.ts'
import { planGather } from './plan-gather.ts'
import { preview } from './preview.ts'
import { toAnswer, readResult, sol } from './result.ts'
import { createFollowUps, type FollowUpRules, type FollowUps } from './follow-ups.ts'
import { createProposals, type RetryQuery } from './proposals.ts'
import { distributePacking, gatherPacking, noSigners, solKinds } from './sol-kinds.ts'
import {
  hashRequest,
  type Intent,
  readDistribute,
  readGather,
  toRequested,
  type TypedBody,
} from './intent.ts'

export type DistributionsParts = {
  chain: Balances & AccountReads & Blockhashes
  transfers: Transfers
  wallets: Wallets
  groups: Groups
  /** Present if other processes share the database: only one of them plans a key at a time. */
  lock?: Database['lock']
}

const UNGROUPED_COLOR = '#6B7280'
/** The answer must leave before the caller's timeout. */
const ANSWER_WITHIN_MS = MONEY_TIMEOUT_MS - 15_000

/** A gather is not undone: each wallet has given what it held. */
const rules: FollowUpRules = { undoneBy: { distribute: 'gather' }, getArrived: (_, { amount }) => amount }

const readIntent = (typed: TypedBody): Intent =>
  typed.type === 'distribute'
    ? { type: typed.type, details: readDistribute(typed.body), of: typed.body.of }
    : { type: typed.type, details: readGather(typed.body), of: typed.body.of }

export type Distributions = {
  /**
   * Writes the operation, or returns the one of this key. A request that is refused because its own duplicate has
   * reserved or moved the funds returns the duplicate.
   */
  begin(userId: number, originKey: string, typed: TypedBody): Promise<Operation>
  answer(operation: Operation): Promise<DistributionAnswer>
  /** Throws not_found for an operation of another user or another domain. */
  own(userId: number, id: string): Promise<Operation>
  operationId: Transfers['submit']['operationId']
  listMovements: Transfers['lookups']['listMovements']
  /**
   * Resolves once every outcome is certain. Throws chain_away if that takes longer than the caller waits; the
   * operation goes on.
   */
  execute(userId: number, originKey: string, typed: TypedBody): Promise<DistributionAnswer>
  minimumRent(): Promise<string | number>
  grouped(userId: number): Promise<DistributionGroup[]>
  /** The origin key of a request with an idempotency key, the same by REST and by channel. */
  toOrigin(userId: number, type: TypedBody['type'], key: string | undefined): string
} & {
  undo(userId: number, id: string): Promise<Proposal>
  retry(userId: number, id: string, query?: RetryQuery): Promise<Proposal>
}

type Engine = DistributionsParts & {
  followUps: FollowUps
  runExclusive: UserMutex
}

async function own({ transfers }: Engine, userId: number, id: string): Promise<Operation> {
  const operation = await transfers.lookups.find(id)
  if (!operation || operation.userId !== userId || !['distribute', 'gather'].includes(operation.type))
    throw new Fault('not_found', { what: 'Operation' })
  return operation
}

async function plan(engine: Engine, userId: number, intent: Intent) {
  const { wallets } = engine
  const { type, details } = intent
  const middle = type === 'distribute' ? details.sourceWalletId : details.destinationWalletId
  const ids = [middle, ...details.lines.map((line) => line.walletId)]
  const [first, ...others] = await wallets.lookups.getByIds(userId, ids)
  if (!first) throw new Fault('not_found', { what: 'Wallet' })
  if (type === 'distribute')
    return {
      ids,
      senders: [first.address],
      async make() {
        const planned = await planDistribute(engine, details, first, others)
        return { planned, packing: distributePacking(planned.request, noSigners) }
      },
    }
  return {
    ids,
    senders: others.map((source) => source.address),
    async make() {
      const planned = await planGather(engine, details, first, others)
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

function write(
  engine: Engine,
  userId: number,
  originKey: string,
  intent: Intent,
  halts: number,
): Promise<Operation> {
  const { followUps, transfers, wallets } = engine
  return followUps.claimed(userId, toRequested(intent), async (followUp) => {
    const { ids, senders, make } = await plan(engine, userId, intent)
    await transfers.funds.requireIdle(senders)
    const { planned } = await make()
    const { movements, spends } = planned
    const request = followUp ? { ...planned.request, of: followUp.of } : planned.request
    const within = async (tx: Db, id: string) => {
      // A wallet that is being deleted neither pays nor is paid.
      await wallets.changes.hold(tx, userId, { ids })
      await followUp?.check({ tx, except: id })
    }
    const { type } = intent
    return transfers.submit.submit({ userId, type, originKey, request, movements, spends, halts, within })
  })
}

async function begin(
  engine: Engine,
  userId: number,
  originKey: string,
  typed: TypedBody,
): Promise<Operation> {
  const { transfers, runExclusive } = engine
  const intent = readIntent(typed)
  const hash = hashRequest(intent.type, intent.details)
  const halts = await transfers.submit.halts(userId)
  return runExclusive(userId, originKey, async () => {
    const first = same(await transfers.lookups.findByOrigin(originKey), hash)
    if (first) return first
    try {
      const operation = await write(engine, userId, originKey, intent, halts)
      // Another process may have been faster with the same key.
      return same(operation, hash) ?? operation
    } catch (error) {
      const twin = same(await transfers.lookups.findSubmitted(originKey), hash)
      if (!twin) throw error
      return twin
    }
  })
}

async function show(engine: Engine, userId: number, typed: TypedBody): Promise<DistributionPreview> {
  const { followUps, transfers, wallets } = engine
  const intent = readIntent(typed)
  await followUps.claim(userId, toRequested(intent))
  const { make } = await plan(engine, userId, intent)
  const { planned, packing } = await make()
  const { movements, spends, request } = planned
  const [shown, limit, commitments] = await Promise.all([
    preview(engine, typed.type, planned, packing),
    transfers.submit.checkLimit({ userId, type: typed.type, request, movements, spends }),
    wallets.commitments.read(userId, spends),
  ])
  return { ...shown, ...limit, ...commitments }
}

const answer = async ({ transfers }: Engine, operation: Operation): Promise<DistributionAnswer> =>
  toAnswer(operation, await readResult(transfers, operation))

async function execute(
  engine: Engine,
  userId: number,
  originKey: string,
  typed: TypedBody,
): Promise<DistributionAnswer> {
  const { transfers } = engine
  if (typed.body.dryRun) return { success: true, preview: await show(engine, userId, typed) }
  const begun = await begin(engine, userId, originKey, typed)
  const operation = await transfers.lookups.waitForEnd(begun.id, ANSWER_WITHIN_MS)
  if (!isFinalStatus(operation.status)) throw new Fault('chain_away')
  return answer(engine, operation)
}

async function minimumRent({ chain }: Engine) {
  return sol(await chain.rentExempt(0))
}

async function grouped({ wallets, groups, chain }: Engine, userId: number): Promise<DistributionGroup[]> {
  const [held, all] = [await wallets.lookups.list(userId), await groups.list(userId)]
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
}

const toOrigin = (userId: number, type: TypedBody['type'], key: string | undefined): string =>
  toOriginKey(userId, toRoute(type === 'distribute' ? distributeSol : gatherSol), key)

export function createDistributions(parts: DistributionsParts): Distributions {
  const { transfers, wallets, chain } = parts
  for (const [type, kind] of Object.entries(solKinds(parts))) transfers.lifecycle.register(type, kind)

  const runExclusive = createUserMutex(parts.lock)
  const followUps = createFollowUps({
    transfers,
    wallets,
    own: (userId, id) => own(engine, userId, id),
    rules,
  })
  const engine: Engine = { ...parts, followUps, runExclusive }
  return {
    begin: (userId, originKey, typed) => begin(engine, userId, originKey, typed),
    answer: (operation) => answer(engine, operation),
    own: (userId, id) => own(engine, userId, id),
    operationId: transfers.submit.operationId,
    listMovements: transfers.lookups.listMovements,
    execute: (userId, originKey, typed) => execute(engine, userId, originKey, typed),
    minimumRent: () => minimumRent(engine),
    grouped: (userId) => grouped(engine, userId),
    ...createProposals({
      chain,
      transfers,
      own: (userId, id) => own(engine, userId, id),
      followUps,
      show: (userId, typed) => show(engine, userId, typed),
    }),
    toOrigin: (userId, type, key) => toOrigin(userId, type, key),
  }
}
