/** Finds changes of the settings that can send more than before: those must be confirmed. */
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { TopUpChange, TopUpSettings } from '@purser/contract/top-ups.ts'

type ChangeFields = Omit<TopUpChange, 'funding_wallet' | 'dryRun' | 'code'>
export type Change = { [K in keyof ChangeFields]?: Exclude<ChangeFields[K], undefined> }

const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)
const grows = (before: number | string, after: number | string) => lamports(after) > lamports(before)
const sends = (settings: { enabled: boolean; funding_wallet_id: number | null }) =>
  settings.enabled && settings.funding_wallet_id !== null

/** If funds are real, the cap in force is raised only with a code, which the confirmation asks for. */
function raisesGuard({ guard, daily_cap: own }: TopUpSettings, { daily_cap: cap }: Change): boolean {
  if (!guard || cap === undefined) return false
  return cap === null ? own !== null : grows(guard.daily_cap, cap)
}

/** Switching off, and any change that can only send less or sends nothing yet, needs no confirmation. */
export function widens(stored: TopUpSettings, change: Change): boolean {
  if (raisesGuard(stored, change)) return true
  const after = { ...stored, ...change }
  if (!sends(after)) return false
  if (!sends(stored) || after.funding_wallet_id !== stored.funding_wallet_id) return true
  if (grows(stored.minimum_balance, after.minimum_balance)) return true
  if (grows(stored.top_up_amount, after.top_up_amount)) return true
  if (stored.include_grouped_wallets_only && !after.include_grouped_wallets_only) return true
  if (stored.daily_cap === null) return false
  return after.daily_cap === null || grows(stored.daily_cap, after.daily_cap)
}
