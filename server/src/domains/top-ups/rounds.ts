/**
 * One round of top-ups of one user: the wallets in need, those that the funds reach, and one operation for them all.
 * Rounds of a user never overlap: the transaction that writes the operation locks the settings, and requires that they
 * are unchanged, that none of its wallets is in doubt, and that no former round has landed since the balances were
 * read. A former round that is being resolved blocks only its own wallets.
 */
import { DAY_MS } from '@purser/contract/time.ts'
import { topUpTexts } from '@purser/contract/distribution-texts.ts'
import { RESERVE_LAMPORTS, TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { createKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { AccountReads, Balances } from '../../ports/chain.ts'
import { readTerms } from '../distributions/index.ts'
import type { Operation, Spend, Submit, Transfers } from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import type { Guard } from './guard.ts'
import { TOP_UP, type TopUpRequest } from './kind.ts'
import { type Low, messageOf, movementsOf, planRound, type RoundPlan } from './plan-round.ts'
import { refusalsOf } from './refusals.ts'
import { saveRefusals } from './refusals.store.ts'
import type { Settings } from './settings.ts'
import * as store from './top-ups.store.ts'

export type RoundParts = {
  db: Db
  clock: Clock
  chain: Balances & AccountReads
  transfers: Transfers
  wallets: Wallets
  guard: Guard
}
export type Rounds = ReturnType<typeof createRounds>
export type RoundResult = { operationId: string | null; message: string }

/** Between rounds that begin by themselves, however many ticks come at once; a tick comes every minute. */
const APART_MS = 30_000
/** How often a round is planned anew after something has changed between plan and transaction. */
const PLANS = 3
/** A wallet whose top-up failed is skipped for so many minutes, unless the user begins the round. */
const RETRY_FAILED_MINUTES = 10

/** Faults of an outdated plan: settings, balances, the cap, the funds, or a deleted wallet. */
const OUTDATED = ['changed_meanwhile', 'insufficient_balance', 'not_found'] as const

const NOBODY: RoundPlan = { pay: [], fees: 0n, short: [], capped: [], later: [] }

type Watched = Pick<store.SettingsRow, 'userId' | 'fundingWalletId' | 'minimum' | 'groupedOnly'>
export type Ready = Settings & { funding: OwnedWallet }
type By = 'user' | 'worker'
/** `halts`: as they were when the round was requested. */
type Round = { userId: number; originKey: string; by: By; halts: number }

export const dayOf = (clock: Clock, daysAgo = 0): string =>
  new Date(clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

export function createRounds({ db, clock, chain, transfers, wallets, guard }: RoundParts) {
  const { pastMoves } = transfers
  const runExclusive = createKeyedMutex()
  const of = (userId: number) => ({ userId, type: TOP_UP })

  /** Lamports of this day, open operations included. */
  async function spent(userId: number, day: string, handle: Db = db): Promise<bigint> {
    return pastMoves.sumUnfailed(await store.listRounds(handle, userId, day), handle)
  }

  /** The wallets below the minimum, and the oldest slot at which that was read. */
  async function inNeed({ userId, fundingWalletId, minimum, groupedOnly }: Watched) {
    const all = await wallets.lookups.list(userId)
    const watched = all.filter(
      (wallet) => wallet.id !== fundingWalletId && (!groupedOnly || wallet.groupIds.length > 0),
    )
    const read = await chain.balances(watched.map((wallet) => wallet.address))
    const low: Low[] = []
    let slot: bigint | null = null
    watched.forEach(({ id, name, address }, i) => {
      const balance = read[i]
      if (!balance || balance.lamports >= minimum) return
      low.push({ id, name, address, lamports: balance.lamports })
      if (slot === null || balance.slot < slot) slot = balance.slot
    })
    return { watched: watched.length, low, slot: slot ?? 0n }
  }

  /** Counts the wallets it watches, and lists those due and those it skips: in doubt, failed lately, or emptied too often. */
  async function dueOf(settings: Watched, by: By) {
    const { userId } = settings
    // Before balances are read: what has landed by now shows in them, or is found by its slot.
    const inDoubt = await pastMoves.listUncertain(of(userId))
    const { watched, low, slot } = await inNeed(settings)
    const failed =
      by === 'user' ? new Set<string>() : await pastMoves.listFailedWithin(of(userId), RETRY_FAILED_MINUTES)
    const certain = low.filter((wallet) => !inDoubt.has(wallet.address))
    // After the balances: what another round has paid since then is found by its slot.
    const often = await guard.tooOften(userId, certain)
    const others = certain.filter((wallet) => !often.includes(wallet))
    return {
      watched,
      slot,
      due: others.filter((wallet) => !failed.has(wallet.address)),
      spared: others.filter((wallet) => failed.has(wallet.address)),
      doubted: low.filter((wallet) => inDoubt.has(wallet.address)),
      often,
    }
  }

  async function plan(settings: Ready, day: string, due: Low[]) {
    const { userId, amount, dailyCap, funding } = settings
    const [rent, terms, [free = 0n]] = await Promise.all([
      chain.rentExempt(0),
      readTerms(transfers, 'spread', funding.address),
      transfers.funds.free([funding.address]),
    ])
    const keep = rent + RESERVE_LAMPORTS
    const { format, price, size } = terms
    const planned = planRound({
      low: due,
      amount,
      budget: free - keep,
      left: dailyCap === null ? null : dailyCap - (await spent(userId, day)),
      limit: TRANSFERS_PER_OPERATION,
      size,
      price,
    })
    const { pay, fees } = planned
    const spare = free - keep - amount * BigInt(pay.length) - fees
    const later = terms.later(pay.length, spare)
    const request: TopUpRequest = {
      format,
      price: price.toString(),
      ...later.request,
      source: funding.address,
      sourceWalletId: funding.id,
      sourceName: funding.name,
    }
    return { planned, request, extra: later.extra, keep, free }
  }

  /** Checks, in the transaction that writes the operation, that the plan still holds. */
  async function claim(
    tx: Db,
    operationId: string,
    settings: Ready,
    { day, slot, pay, by }: { day: string; slot: bigint; pay: Low[]; by: By },
  ): Promise<void> {
    const { userId, version, amount, funding } = settings
    await wallets.changes.hold(tx, userId, { ids: [funding.id, ...pay.map((wallet) => wallet.id)] })
    const now = await store.lockSettings(tx, userId)
    if (now?.version !== version) throw new Fault('changed_meanwhile', { what: 'setting' })
    if (by === 'worker' && tooSoon(now)) throw new Fault('changed_meanwhile', { what: 'round' })
    const inDoubt = await pastMoves.listUncertain(of(userId), operationId, tx)
    if (pay.some((wallet) => inDoubt.has(wallet.address)))
      throw new Fault('changed_meanwhile', { what: 'wallet' })
    if (await pastMoves.hasLandedAfter(of(userId), slot, tx))
      throw new Fault('changed_meanwhile', { what: 'balance' })
    const total = amount * BigInt(pay.length)
    const { dailyCap } = await guard.inForce(now, tx)
    if (dailyCap !== null && (await spent(userId, day, tx)) + total > dailyCap)
      throw new Fault('changed_meanwhile', { what: 'cap' })
    await store.insertRound(tx, { operationId, userId, day, at: new Date(clock.now()) })
    if (by === 'worker') await store.saveRoundAt(tx, userId, new Date(clock.now()))
  }

  /** Delayed ticks come together, and a clock may be set: still only one round begins. */
  const tooSoon = ({ roundAt }: Pick<Settings, 'roundAt'>) =>
    roundAt !== null && Math.abs(clock.now() - roundAt.getTime()) < APART_MS

  /** `isLimited`: only as many wallets whose keys were ever out as the limits of real money leave room for. */
  async function once(
    settings: Ready,
    { originKey, by, halts }: Round,
    isLimited: boolean,
  ): Promise<RoundResult> {
    const { userId, amount, funding } = settings
    const day = dayOf(clock)
    const { due: all, doubted, often, slot } = await dueOf(settings, by)
    const due = isLimited ? await guard.withinLimits(settings, all) : all
    // Without a wallet in need the chain is not called any more.
    const found = due.length > 0 ? await plan(settings, day, due) : null
    const planned = found?.planned ?? NOBODY
    const { pay, fees } = planned
    let operationId: string | null = null
    if (found && pay.length > 0) {
      const { request, extra, keep } = found
      const spend: Spend = {
        address: funding.address,
        mint: SOL_MINT,
        amount: amount * BigInt(pay.length) + fees + extra,
        keep,
        walletName: funding.name,
        decimals: SOL_DECIMALS,
        symbol: 'SOL',
        exclusive: true,
      }
      const movements = movementsOf(settings, pay)
      const operation = await transfers.submit.submit({
        userId,
        type: TOP_UP,
        originKey,
        request,
        movements,
        spends: [spend],
        halts,
        besideUnresolved: true,
        within: (tx, id) => claim(tx, id, settings, { day, slot, pay, by }),
      })
      operationId = operation.id
    }
    const bound = all.filter((wallet) => !due.includes(wallet))
    const refusals = refusalsOf(settings, { ...planned, often, bound }, day)
    const committed = await db.transaction(async (tx) =>
      guard.report(tx, userId, await saveRefusals(tx, userId, refusals)),
    )
    committed()
    return { operationId, message: messageOf(planned, { doubted: doubted.length, often }) }
  }

  async function ready(userId: number): Promise<Ready> {
    const settings = await store.readSettings(db, userId)
    if (!settings?.enabled) throw new Fault('auto_distribution_off')
    if (settings.fundingWalletId === null) throw new Fault('funding_wallet_missing')
    const [funding] = await wallets.lookups.getByIds(userId, [settings.fundingWalletId])
    if (!funding) throw new Fault('funding_wallet_missing')
    return guard.inForce({ ...settings, funding })
  }

  async function begin(round: Round): Promise<RoundResult> {
    let limited: Fault | null = null
    for (let left = PLANS; ; left--) {
      const settings = await ready(round.userId)
      if (round.by === 'worker' && tooSoon(settings))
        return { operationId: null, message: topUpTexts.nothingToDo }
      await transfers.funds.requireIdle([settings.funding.address], TOP_UP)
      try {
        const result = await once(settings, round, limited !== null)
        if (limited && result.operationId === null) throw limited
        return result
      } catch (error) {
        // Limits of real money bind only what goes to wallets whose keys were ever out: the others still get theirs,
        // and of these as many as there is room for.
        if (isFault(error, 'spending_limit') && limited === null) {
          limited = error
          continue
        }
        if (!OUTDATED.some((code) => isFault(error, code)) || left <= 1) throw error
      }
    }
  }

  async function begun(operation: Operation | undefined): Promise<RoundResult | null> {
    if (!operation) return null
    const count = (await transfers.lookups.totals(operation.id)).total
    return { operationId: operation.id, message: topUpTexts.started(count) }
  }

  return {
    spent,
    inNeed,
    dueOf,
    plan,
    withinLimits: guard.withinLimits,

    /** What the limits of real money say of a round that pays these. */
    limitOf: (settings: Ready, pay: Low[]): ReturnType<Submit['checkLimit']> => {
      const movements = movementsOf(settings, pay)
      return transfers.submit.checkLimit({ ...of(settings.userId), request: {}, movements, spends: [] })
    },

    /**
     * Resolves as soon as the operation is written. Throws auto_distribution_off, funding_wallet_missing,
     * funds_in_flight while the funding wallet is sending, stopped_meanwhile, and chain_away.
     */
    async round(userId: number, originKey: string, by: By): Promise<RoundResult> {
      const halts = await transfers.submit.halts(userId)
      return runExclusive(originKey, async () => {
        const first = await begun(await transfers.lookups.findByOrigin(originKey))
        if (first) return first
        try {
          return await begin({ userId, originKey, by, halts })
        } catch (error) {
          // Refused because of its own duplicate: that is the answer.
          const twin = await begun(await transfers.lookups.findSubmitted(originKey))
          if (!twin) throw error
          return twin
        }
      })
    },
  }
}
