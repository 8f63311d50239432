/** Automatic top-up: settings, rounds by hand and every minute, and their logs. */
import { TOP_UP_LOGS } from '@purser/contract/limits.ts'
import type {
  EligibleWallet,
  FundingWallet,
  TopUpChange,
  TopUpLog,
  TopUpPreview,
  TopUpSettings,
} from '@purser/contract/top-ups.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import pLimit from 'p-limit'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Caller } from '../accounts/index.ts'
import type { Groups } from '../wallets/index.ts'
import { type CapChange, createGuard, type RealFunds } from './guard.ts'
import { TOP_UP, topUpKind } from './kind.ts'
import { listLogs } from './logs.ts'
import { lowestFirst } from './plan-round.ts'
import { sweepRefusals } from './refusals.store.ts'
import { previewRound } from './preview.ts'
import { createRounds, dayOf, type RoundParts, type RoundResult } from './rounds.ts'
import { changeSettings, settingsAfter, settingsOf, sol, viewSettings } from './settings.ts'
import * as store from './top-ups.store.ts'

export type TopUpParts = Omit<RoundParts, 'guard'> & {
  groups: Groups
  log: Log
  bus: Bus
  /** Where they are. */
  realFunds?: RealFunds
}
export type TopUps = ReturnType<typeof createTopUps>

const MINUTE_MS = 60_000
const MAX_CONCURRENT_USERS = 4
/** Where a change is asked from. */
type From = { client: string; device: string }

const DAYS_KEPT = { rounds: 7, refusals: 90 }

export function createTopUps(parts: TopUpParts) {
  const { db, clock, chain, transfers, wallets, groups } = parts
  const changed = (userId: number) => parts.bus.publish('top-ups.changed', { userId })
  const guard = createGuard({ db, clock, transfers, wallets, changed }, parts.realFunds)
  const log = parts.log.child({ part: 'top-ups' })
  const rounds = createRounds({ ...parts, guard })
  let unavailable = false
  let ending = false
  transfers.lifecycle.register(TOP_UP, topUpKind(wallets))
  parts.bus.subscribe('operation.changed', ({ userId, type }) => void (type === TOP_UP && changed(userId)))

  // A chosen wallet that is not in use may be deleted: the choice goes with it.
  wallets.guardDeletion({
    async needed({ id, userId }, handle) {
      const settings = await store.lockSettings(handle, userId)
      return settings?.enabled && settings.fundingWalletId === id ? { code: 'top_ups' } : null
    },
  })

  const view = async (userId: number): Promise<TopUpSettings> =>
    viewSettings({ wallets, guard }, await settingsOf(db, userId), await rounds.spent(userId, dayOf(clock)))

  /** An outage of the chain is logged once. */
  function missed(userId: number, error: unknown): void {
    if (!isFault(error))
      return log.error({ userId, ...describe(error) }, 'a round of top-ups could not start')
    // The funding wallet is sending, or it was just switched off: the next minute shows.
    if (error.status < 500) return log.debug({ userId, reason: error.message }, 'no round of top-ups now')
    if (!unavailable) log.warn({ reason: error.message }, 'no top-ups while the network is unavailable')
    unavailable = true
  }

  return {
    settings: view,

    /**
     * Throws funding_wallet_missing where it is switched on without one; key_code_needed and wrong_key_code where it raises
     * the cap that holds and funds are real.
     */
    async change(caller: Caller, change: TopUpChange, from: From): Promise<TopUpSettings> {
      const { userId } = caller
      const halts = await transfers.submit.halts(userId)
      const caps = { before: await settingsOf(db, userId), after: await settingsAfter(db, userId, change) }
      const isAllowed = await guard.allowRaise(caps, caller, change.code)
      await db.transaction(async (tx) => {
        if (change.enabled) await transfers.submit.requireUnhalted(tx, userId, halts)
        const before = (await store.lockSettings(tx, userId)) ?? caps.before
        await changeSettings(tx, wallets, userId, change)
        const after = await settingsOf(tx, userId)
        if (!isAllowed && (await guard.raises({ before, after }, tx)))
          throw new Fault('changed_meanwhile', { what: 'setting' })
        if (isAllowed) await recordRaise(tx, { before, after }, from)
      })
      changed(userId)
      return view(userId)
    },

    /** The settings as they would be stored, and what the first round under them would do. */
    async preview(userId: number, change: TopUpChange): Promise<{ data: TopUpSettings } & TopUpPreview> {
      const day = dayOf(clock)
      const set = await settingsAfter(db, userId, change)
      const settings = await guard.inForce(set)
      const data = await viewSettings({ wallets, guard }, set, await rounds.spent(userId, day))
      const { fundingWalletId: id } = settings
      const [funding = null] = id === null ? [] : await wallets.ownedByIds(userId, [id])
      return { data, ...(await previewRound(rounds, { settings, funding, ownCap: set.dailyCap, day })) }
    },

    /** Whether rounds begin by themselves. */
    isOn: async (userId: number): Promise<boolean> =>
      (await store.readSettings(db, userId))?.enabled ?? false,

    /**
     * In the caller's transaction: a round that is planned but not written does not begin any more. False: it was off.
     */
    async switchOff(tx: Db, userId: number): Promise<boolean> {
      const settings = await store.lockSettings(tx, userId)
      if (!settings?.enabled) return false
      await store.changeSettings(tx, settings, { enabled: false })
      return true
    },

    /** All wallets of the user, the richest first. */
    async fundingWallets(userId: number): Promise<FundingWallet[]> {
      const [held, all] = [await wallets.held(userId), await groups.list(userId)]
      const names = new Map(all.map((group) => [group.id, group.name]))
      const balances = await chain.lamports(held.map((wallet) => wallet.address))
      return held
        .map((wallet, i) => ({ ...wallet, lamports: balances[i] ?? 0n }))
        .sort((a, b) => lowestFirst(b, a))
        .map(({ id, name, address, lamports, groupIds }) => ({
          id,
          name,
          address,
          sol_balance: sol(lamports),
          is_grouped: groupIds.length > 0,
          group_name: names.get(groupIds[0] ?? 0) ?? null,
        }))
    },

    /** Wallets in need without an open transfer to them, the lowest first. */
    async eligible(userId: number): Promise<EligibleWallet[]> {
      const coming = await transfers.pastMoves.listUncertain({ userId, type: TOP_UP })
      const { low } = await rounds.inNeed(await settingsOf(db, userId))
      const often = await guard.tooOften(userId, low)
      return low
        .filter((wallet) => !coming.has(wallet.address) && !often.includes(wallet))
        .sort(lowestFirst)
        .map(({ id, name, lamports }) => ({ id, name, sol_balance: sol(lamports) }))
    },

    logs: (userId: number, limit = TOP_UP_LOGS): Promise<TopUpLog[]> => listLogs(parts, userId, limit),

    /** See rounds.ts; the same origin key is the same round. */
    trigger: (userId: number, originKey: string): Promise<RoundResult> =>
      rounds.round(userId, originKey, 'user'),

    /** A round for each user who has switched it on. What fails now is left to a later one. */
    async all(): Promise<void> {
      const minute = Math.floor(clock.now() / MINUTE_MS)
      const waiting = await store.listEnabled(db)
      let reached = false
      let stopped = false
      await pLimit(MAX_CONCURRENT_USERS).map(waiting, async (userId) => {
        // The next users would only wait for the same network.
        if (stopped || ending) return
        try {
          await rounds.round(userId, `${userId}:${TOP_UP}:${minute}`, 'worker')
          reached = true
        } catch (error) {
          missed(userId, error)
          stopped ||= isFault(error, 'chain_away')
        }
      })
      if (!unavailable || stopped || !reached) return
      unavailable = false
      log.info({}, 'the network is back; top-ups continue')
    },

    /** Begins no more rounds; the engine finishes what is under way. */
    stop: () => void (ending = true),

    async sweep(): Promise<void> {
      await store.sweepRounds(db, dayOf(clock, DAYS_KEPT.rounds))
      await sweepRefusals(db, dayOf(clock, DAYS_KEPT.refusals))
    },
  }
}

/** Beside the changes of the limits themselves. */
async function recordRaise(tx: Db, { before, after }: CapChange, { client, device }: From): Promise<void> {
  const words = ({ dailyCap }: CapChange['before']) =>
    dailyCap === null ? 'the daily limit' : formatUnits(dailyCap, SOL_DECIMALS)
  const detail = { top_ups_a_day: words(after), before: words(before) }
  await writeAudit(tx, {
    userId: after.userId,
    type: 'limits',
    detail,
    address: client,
    device,
  })
}
