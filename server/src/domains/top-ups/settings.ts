/** Settings of automatic top-up: read, checked, raised to their floors, stored. */
import { TOP_UP_AMOUNT_LAMPORTS, TOP_UP_MINIMUM_LAMPORTS } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { TopUpChange, TopUpSettings } from '@purser/contract/top-ups.ts'
import type { Db } from '../../db/client.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import { readLamports } from '../../kernel/solana/amounts.ts'
import type { Wallets } from '../wallets/index.ts'
import type { Guard } from './guard.ts'
import { forgetRefusals } from './refusals.store.ts'
import * as store from './top-ups.store.ts'

export const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)

const defaults = (userId: number) => ({
  userId,
  enabled: false,
  fundingWalletId: null,
  amount: TOP_UP_AMOUNT_LAMPORTS,
  minimum: TOP_UP_MINIMUM_LAMPORTS,
  groupedOnly: true,
  dailyCap: null,
  version: 0,
  roundAt: null,
})

export type Settings = Omit<store.SettingsRow, 'updatedAt'> & { updatedAt: Date | null }

/** The stored settings, or the defaults. */
export async function readSettings(db: Db, userId: number): Promise<Settings> {
  return (await store.readSettings(db, userId)) ?? { ...defaults(userId), updatedAt: null }
}

const atLeast = (floor: bigint, value: bigint) => (value < floor ? floor : value)

function parseCap(value: string | number | null): bigint | null {
  if (value === null) return null
  const cap = readLamports('daily_cap', value)
  if (cap === 0n) throw invalid('daily_cap', 'must be more than 0, or null for no limit')
  return cap
}

function read(change: TopUpChange): store.SettingsChange {
  const { enabled, funding_wallet_id: wallet, include_grouped_wallets_only: grouped } = change
  const { top_up_amount: amount, minimum_balance: minimum, daily_cap: cap } = change
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(wallet === undefined ? {} : { fundingWalletId: wallet }),
    ...(grouped === undefined ? {} : { groupedOnly: grouped }),
    ...(amount === undefined
      ? {}
      : { amount: atLeast(TOP_UP_AMOUNT_LAMPORTS, readLamports('top_up_amount', amount)) }),
    ...(minimum === undefined
      ? {}
      : { minimum: atLeast(TOP_UP_MINIMUM_LAMPORTS, readLamports('minimum_balance', minimum)) }),
    ...(cap === undefined ? {} : { dailyCap: parseCap(cap) }),
  }
}

/** The settings as they would be stored. Throws funding_wallet_missing where it is switched on without one. */
export async function settingsAfter(db: Db, userId: number, change: TopUpChange): Promise<Settings> {
  const wanted = read(change)
  const after = { ...(await readSettings(db, userId)), ...wanted }
  const isTouched = wanted.enabled === true || wanted.fundingWalletId === null
  if (isTouched && after.enabled && after.fundingWalletId === null) throw new Fault('funding_wallet_missing')
  return after
}

/** In a transaction of the caller. Throws invalid_input, and not_found for a funding wallet that is not the user's. */
export async function changeSettings(
  tx: Db,
  wallets: Wallets,
  userId: number,
  change: TopUpChange,
): Promise<void> {
  const wanted = read(change)
  if (wanted.fundingWalletId != null)
    await wallets.changes.hold(tx, userId, { ids: [wanted.fundingWalletId] })
  await store.changeSettings(tx, defaults(userId), wanted)
  await forgetRefusals(tx, userId)
}

/** Throws not_found for a funding wallet that is not the user's. */
export async function viewSettings(
  { wallets, guard }: { wallets: Wallets; guard: Guard },
  row: Settings,
  spent: bigint,
): Promise<TopUpSettings> {
  const { userId } = row
  const guarded = await guard.view(row, spent)
  const held =
    row.fundingWalletId === null ? [] : await wallets.lookups.getByIds(userId, [row.fundingWalletId])
  const [funding] = held
  return {
    enabled: row.enabled,
    funding_wallet_id: row.fundingWalletId,
    funding_wallet: funding ? { name: funding.name, address: funding.address } : null,
    top_up_amount: sol(row.amount),
    minimum_balance: sol(row.minimum),
    include_grouped_wallets_only: row.groupedOnly,
    daily_cap: row.dailyCap === null ? null : sol(row.dailyCap),
    spent_today: sol(spent),
    ...(guarded ? { guard: guarded } : {}),
    updated_at: row.updatedAt?.toISOString() ?? null,
  }
}
