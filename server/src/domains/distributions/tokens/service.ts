/** Distribute and gather tokens: one operation of the engine for each request, however often it comes. */
import { tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { toJsonAmount } from '@purser/contract/money.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type {
  TokenPreview,
  TokenTransferAnswer,
  TokenTransferResult,
} from '@purser/contract/distributions/token-distributions.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Database, Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import { createUserMutex, type UserMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
import type { AccountReads, Blockhashes, Ledger, TokenReads } from '../../../ports/chain.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { sol } from '../result.ts'
import { createFollowUps, type FollowUpRules, type FollowUps } from '../follow-ups.ts'
import {
  hashRequest,
  readTokenIntent,
  toRequested,
  requireOnce,
  type TokenBody,
  type TokenIntent,
} from './intent.ts'
import { noTokenSigners, tokenCollectPacking, tokenKinds, tokenSpreadPacking } from './kinds.ts'
import type { TokenOutcome } from './outcome.ts'
import { planTokenDistribute } from './plan-distribute.ts'
import { planTokenGather } from './plan-gather.ts'
import { requireMovable } from './plan.ts'
import { previewTokens } from './preview.ts'
import { createProposals, type TokenProposals } from './proposals.ts'

export type TokenDistributionsParts = {
  chain: TokenReads & AccountReads & Ledger & Blockhashes
  transfers: Transfers
  wallets: Wallets
  /** Present if other processes share the database: only one of them plans a key at a time. */
  lock?: Database['lock']
}

const TYPES: readonly string[] = ['token-distribute', 'token-gather'] satisfies TokenBody['type'][]

/** The fee that a token withheld on the way is not taken back; if nobody knows how much that was, nothing is. */
const rules: FollowUpRules = {
  undoneBy: { 'token-distribute': 'token-gather', 'token-gather': 'token-distribute' },
  getArrived({ request, result }, { position, amount }) {
    if ((request as { charges?: boolean }).charges !== true) return amount
    return BigInt((result as Partial<TokenOutcome> | null)?.arrived?.[position] ?? 0)
  },
}

/** The operation of this key. Throws idempotency_key_reused if that was another request. */
function same(operation: Operation | undefined, requestHash: string): Operation | null {
  if (!operation) return null
  const { requestHash: former } = operation.request as { requestHash?: string }
  if (former !== undefined && former !== requestHash) throw new Fault('idempotency_key_reused')
  return operation
}

export type TokenDistributions = {
  own(userId: number, id: string): Promise<Operation>
  /** Whether this is an operation of tokens, whoever's it is. */
  holds(id: string): Promise<boolean>
  listMovements: Transfers['lookups']['listMovements']
  totals: Transfers['lookups']['totals']
  /** Answers once the operation is written; its task channel sends the rest. A dry run answers the preview. */
  start(userId: number, originKey: string, typed: TokenBody): Promise<TokenTransferAnswer>
  /** The result of an ended operation; null while it is open, or if its details were lost with the database. */
  result(operation: Operation): Promise<TokenTransferResult | null>
} & TokenProposals

type Engine = TokenDistributionsParts & {
  lookups: Transfers['lookups']
  followUps: FollowUps
  runExclusive: UserMutex
}

async function own({ lookups }: Engine, userId: number, id: string): Promise<Operation> {
  const operation = await lookups.find(id)
  if (!operation || operation.userId !== userId || !TYPES.includes(operation.type))
    throw new Fault('not_found', { what: 'Operation' })
  return operation
}

/** Checks that the wallets are the user's, the mint can be moved, and the amounts fit it. */
async function read({ wallets, chain }: Engine, userId: number, typed: TokenBody) {
  requireOnce(typed)
  const { body } = typed
  const list =
    typed.type === 'token-distribute'
      ? [typed.body.source_wallet, ...typed.body.target_wallets]
      : [typed.body.target_wallet, ...typed.body.source_wallets]
  const [middle, ...others] = await wallets.lookups.getByAddresses(userId, list)
  if (!middle) throw new Fault('not_found', { what: 'Wallet' })
  const mint = await requireMovable(chain, body.token_address)
  const intent = readTokenIntent(typed, mint.decimals)
  return { intent, mint, wallets: { middle, others } }
}

async function plan(engine: Engine, found: Awaited<ReturnType<typeof read>>, requestHash: string) {
  const { chain } = engine
  const { intent, mint, wallets: these } = found
  const details: { intent: TokenIntent; requestHash: string; mint: typeof mint } = {
    intent,
    requestHash,
    mint,
  }
  const packingParts = { chain, signers: noTokenSigners }
  if (intent.type === 'token-distribute') {
    const planned = await planTokenDistribute(engine, details, these)
    return { planned, packing: tokenSpreadPacking(planned.request, packingParts) }
  }
  const planned = await planTokenGather(engine, details, these)
  return { planned, packing: tokenCollectPacking(planned.request, packingParts) }
}

async function write(
  engine: Engine,
  { userId, originKey, halts }: { userId: number; originKey: string; halts: number },
  typed: TokenBody,
): Promise<Operation> {
  const { followUps, transfers, wallets } = engine
  const found = await read(engine, userId, typed)
  const { middle, others } = found.wallets
  return followUps.claimed(userId, toRequested(found.intent, found.wallets), async (followUp) => {
    const senders = typed.type === 'token-distribute' ? [middle] : others
    await transfers.funds.requireIdle(senders.map(({ address }) => address))
    const { planned } = await plan(engine, found, hashRequest(typed))
    const { movements, spends, closing } = planned
    const request = followUp ? { ...planned.request, of: followUp.of } : planned.request
    const within = async (tx: Db, id: string) => {
      // A wallet that is being deleted neither pays nor is paid.
      await wallets.changes.hold(tx, userId, { ids: [middle, ...others].map((wallet) => wallet.id) })
      await followUp?.check({ tx, except: id })
    }
    return transfers.submit.submit({
      userId,
      type: typed.type,
      originKey,
      request,
      movements,
      spends,
      closing,
      halts,
      within,
    })
  })
}

/** Writes the operation, or returns the one of this key. */
async function begin(
  engine: Engine,
  userId: number,
  originKey: string,
  typed: TokenBody,
): Promise<Operation> {
  const { transfers, runExclusive, lookups } = engine
  const requestHash = hashRequest(typed)
  const halts = await transfers.submit.halts(userId)
  return runExclusive(userId, originKey, async () => {
    const first = same(await lookups.findByOrigin(originKey), requestHash)
    if (first) return first
    try {
      const operation = await write(engine, { userId, originKey, halts }, typed)
      // Another process may have been faster with the same key.
      return same(operation, requestHash) ?? operation
    } catch (error) {
      const twin = same(await lookups.findSubmitted(originKey), requestHash)
      if (!twin) throw error
      return twin
    }
  })
}

async function show(engine: Engine, userId: number, typed: TokenBody): Promise<TokenPreview> {
  const { followUps, transfers, wallets } = engine
  const found = await read(engine, userId, typed)
  await followUps.claim(userId, toRequested(found.intent, found.wallets))
  const { planned, packing } = await plan(engine, found, hashRequest(typed))
  const { movements, spends, closing, request } = planned
  const [shown, limit, commitments] = await Promise.all([
    previewTokens(transfers, planned, packing),
    transfers.submit.checkLimit({ userId, type: typed.type, request, movements, spends, closing }),
    wallets.commitments.read(
      userId,
      spends.filter(({ mint }) => mint !== SOL_MINT),
    ),
  ])
  return { ...shown, ...limit, ...commitments }
}

const holds = async ({ lookups }: Engine, id: string): Promise<boolean> =>
  TYPES.includes((await lookups.find(id))?.type ?? '')

async function start(
  engine: Engine,
  userId: number,
  originKey: string,
  typed: TokenBody,
): Promise<TokenTransferAnswer> {
  const { started } = typed.type === 'token-distribute' ? tokenTexts.distribute : tokenTexts.gather
  if (!typed.body.dryRun) {
    const { id } = await begin(engine, userId, originKey, typed)
    return { status: 'success', task_id: id, message: started }
  }
  return { status: 'success', message: tokenTexts.preview, preview: await show(engine, userId, typed) }
}

async function result({ lookups }: Engine, operation: Operation): Promise<TokenTransferResult | null> {
  const { decimals, initial } = operation.request as { decimals?: number; initial?: string }
  if (!isFinalStatus(operation.status) || decimals === undefined) return null
  const { final, received, rent } = (operation.result ?? {}) as Partial<TokenOutcome>
  const totals = await lookups.totals(operation.id)
  const tokens = (units: bigint | string) => toJsonAmount(BigInt(units), decimals)
  const wallet = {
    initialBalance: tokens(initial ?? '0'),
    finalBalance: tokens(final ?? initial ?? '0'),
  }
  return {
    moved: tokens(totals.moved),
    received: tokens(received ?? totals.moved),
    transactions: totals.transactions,
    fees: sol(totals.fees),
    ...(rent === undefined ? {} : { rent: sol(BigInt(rent)) }),
    ...(operation.type === 'token-gather' ? { destinationWallet: wallet } : { sourceWallet: wallet }),
  }
}

export function createTokenDistributions(parts: TokenDistributionsParts): TokenDistributions {
  const { transfers, chain, wallets } = parts
  const { lookups } = transfers
  const kinds = tokenKinds({ chain, listMovements: lookups.listMovements, signers: wallets.keys.signers })
  for (const [type, kind] of Object.entries(kinds)) transfers.lifecycle.register(type, kind)
  const runExclusive = createUserMutex(parts.lock)

  const followUps = createFollowUps({
    transfers,
    wallets,
    own: (userId, id) => own(engine, userId, id),
    rules,
  })
  const engine: Engine = { ...parts, lookups, followUps, runExclusive }
  return {
    own: (userId, id) => own(engine, userId, id),
    ...createProposals({
      ...parts,
      own: (userId, id) => own(engine, userId, id),
      followUps,
      rules,
      show: (userId, typed) => show(engine, userId, typed),
    }),
    holds: (id) => holds(engine, id),
    listMovements: lookups.listMovements,
    totals: lookups.totals,
    start: (userId, originKey, typed) => start(engine, userId, originKey, typed),
    result: (operation) => result(engine, operation),
  }
}
