/**
 * The guards on automatic top-ups of real funds, whatever the settings: a cap for each day, and no third top-up of a
 * wallet within an hour, as somebody else may be emptying it. On other funds there are none, and nothing is read for
 * them.
 */
import { TOP_UPS_AN_HOUR } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Accounts, Caller } from '../accounts/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { type Low, lowestFirst } from './rounds/plan-round.ts'
import { listLeftOut, type NewRefusal } from './refusals.store.ts'
import { listRoundsSince, type SettingsRow } from './top-ups.store.ts'

/** Notifies the user, in the transaction that writes the refusals. Call the returned function after the commit. */
export type TopUpReporter = {
  leftOut(tx: Db, event: { userId: number; refusals: NewRefusal[] }): Promise<() => void>
}
export type RealFunds = {
  accounts: { limits: Pick<Accounts['limits'], 'read' | 'room'> } & Pick<Accounts, 'keyCodes'>
  reporter: TopUpReporter
}
export type GuardParts = {
  db: Db
  clock: Clock
  transfers: Pick<Transfers, 'pastMoves'>
  wallets: { lookups: Pick<Wallets['lookups'], 'listSettled'> }
  changed(userId: number): void
}
type Capped = Pick<SettingsRow, 'userId' | 'dailyCap'>

export type Guard = {
  /** The settings with the cap that holds. In a transaction of the caller as its limits are then. */
  inForce<S extends Capped>(settings: S, handle?: Db): Promise<S>
  /** The subset of these wallets that got all the top-ups allowed within the last hour. */
  tooOften(userId: number, low: Low[]): Promise<Low[]>
  /**
   * The subset that a round may still pay if the limits of real money refuse it whole: of those they bind, the lowest.
   */
  withinLimits(settings: Pick<SettingsRow, 'userId' | 'amount'>, low: Low[]): Promise<Low[]>
  report(tx: Db, userId: number, refusals: NewRefusal[]): Promise<() => void>
  /** For an answer; undefined where nothing holds. `spent`: lamports of today. */
  view(settings: Capped & Pick<SettingsRow, 'amount'>, spent: bigint): Promise<TopUpSettings['guard']>
  /** True: the change raises the cap that holds, and a code has allowed it. Throws key_code_needed and wrong_key_code. */
  allowRaise(change: CapChange, caller: Caller, code: string | undefined): Promise<boolean>
  /** In the transaction that stores it: whether it raises the cap that holds then. */
  raises(change: CapChange, handle?: Db): Promise<boolean>
}
export type CapChange = { before: Capped; after: Capped }

const UNGUARDED: Guard = {
  inForce: async (settings) => settings,
  tooOften: async () => [],
  withinLimits: async (_, low) => low,
  report: async () => () => undefined,
  view: async () => undefined,
  allowRaise: async () => false,
  raises: async () => false,
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)

export function createGuard(parts: GuardParts, realFunds: RealFunds | undefined): Guard {
  if (!realFunds) return UNGUARDED
  const { db, clock, transfers, wallets, changed } = parts
  const { accounts, reporter } = realFunds

  const inForce: Guard['inForce'] = async (settings, handle = db) =>
    settings.dailyCap === null
      ? { ...settings, dailyCap: (await accounts.limits.read(settings.userId, handle)).perDay }
      : settings

  const raises: Guard['raises'] = async ({ before, after }, handle = db) => {
    const [was, is] = [await inForce(before, handle), await inForce(after, handle)]
    return (is.dailyCap ?? 0n) > (was.dailyCap ?? 0n)
  }

  return {
    inForce,
    raises,

    async tooOften(userId, low) {
      if (low.length === 0) return []
      const since = clock.now() - HOUR_MS
      const ids = await listRoundsSince(db, userId, new Date(since), toDay(since))
      const times = ids.length === 0 ? null : await transfers.pastMoves.countByDestination(ids)
      return low.filter(({ address }) => (times?.get(address) ?? 0) >= TOP_UPS_AN_HOUR)
    },

    async withinLimits({ userId, amount }, low) {
      const addresses = low.map(({ address }) => address)
      const free = await wallets.lookups.listSettled(userId, addresses, { ever: true })
      const { inAll, atOnce } = await accounts.limits.room(userId)
      const room = amount > atOnce ? 0n : inAll / amount
      const bound = low.filter(({ address }) => !free.has(address)).sort(lowestFirst)
      const paid = new Set(bound.slice(0, Number(room)))
      return low.filter((wallet) => free.has(wallet.address) || paid.has(wallet))
    },

    async report(tx, userId, refusals) {
      if (refusals.length === 0) return () => undefined
      const reported = await reporter.leftOut(tx, { userId, refusals })
      return () => {
        reported()
        changed(userId)
      }
    },

    async view(settings, spent) {
      const cap = (await inForce(settings)).dailyCap ?? 0n
      const left = await listLeftOut(db, settings.userId, ['too_often', 'limit'])
      return {
        daily_cap: sol(cap),
        cap_reached: cap - spent < settings.amount,
        left_out: left.map(({ walletId: id, walletName: name, reason }) => ({
          id,
          name,
          reason: reason === 'limit' ? reason : ('too_often' as const),
        })),
      }
    },

    async allowRaise(change, caller, code) {
      if (!(await raises(change))) return false
      await accounts.keyCodes.check(caller, code, 'limits')
      return true
    },
  }
}
