/** What the first round under other settings would do. Nothing is stored, nothing moves. */
import { TOP_UP_PREVIEW_WALLETS } from '@purser/contract/limits.ts'
import type { LeftOutReason, TopUpPreview } from '@purser/contract/top-ups.ts'
import { type Low, lowestFirst } from './plan-round.ts'
import type { Ready, Rounds } from './rounds.ts'
import { type Settings, sol } from './settings.ts'

const NOBODY = { pay: [] as Low[], fees: 0n, short: [] as Low[], capped: [] as Low[], later: [] as Low[] }
const NOTHING = { planned: NOBODY, extra: 0n, free: 0n, keep: 0n }

/** `funding`: null where the settings have none. `ownCap`: as it is set; the settings have the one that holds. */
type First = { settings: Settings; funding: Ready['funding'] | null; ownCap: bigint | null; day: string }

/** By present balances, as a round that begins by itself. */
export async function previewRound(
  rounds: Rounds,
  { settings, funding, ownCap, day }: First,
): Promise<TopUpPreview> {
  const { userId, amount, dailyCap, enabled } = settings
  const spent = await rounds.spent(userId, day)
  const { watched, due, spared, doubted, often } = await rounds.dueOf(settings, 'worker')
  const ready = funding && { ...settings, funding }
  const first = ready ? await rounds.plan(ready, day, due) : NOTHING
  const limit = ready && enabled ? await rounds.limitOf(ready, first.planned.pay) : {}
  // As a round does: of wallets whose keys were ever out as many as there is room for, and all others.
  const settled = limit.limit ? await rounds.withinLimits(settings, due) : due
  const { planned, extra, free } = ready && limit.limit ? await rounds.plan(ready, day, settled) : first
  const bound = due.filter((one) => !settled.includes(one))
  const { pay, fees, short, capped, later } = enabled && funding ? planned : NOBODY
  const total = amount * BigInt(pay.length)
  // A day has more rounds than the first: as much again for each wallet that it looks after.
  const wanted = amount * BigInt(Math.max(1, pay.length + short.length + capped.length + watched))
  const reasons: [LeftOutReason, Low[]][] = [
    ['funding_low', short],
    ['cap_reached', capped],
    ['in_doubt', doubted],
    ['failed_lately', spared],
    ['next_round', later],
    ['limit', bound],
    ['too_often', often],
  ]
  return {
    wallets: pay.length,
    total: sol(total),
    fees: sol(fees),
    ...(pay.length > 0 && extra > 0n ? { fees_at_most: sol(fees + extra) } : {}),
    proposed_daily_cap: sol(ownCap ?? within(dailyCap, spent + wanted)),
    first_wallets: [...pay]
      .sort(lowestFirst)
      .slice(0, TOP_UP_PREVIEW_WALLETS)
      .map(({ id, name, lamports }) => ({ id, name, sol_balance: sol(lamports) })),
    left_out: reasons
      .filter(([, wallets]) => wallets.length > 0)
      .map(([reason, wallets]) => ({
        reason,
        wallets: wallets.length,
        ...(reason === 'too_often'
          ? { names: wallets.slice(0, TOP_UP_PREVIEW_WALLETS).map(({ name }) => name) }
          : {}),
      })),
    funding: funding
      ? {
          before: sol(free < 0n ? 0n : free),
          after: sol(free < 0n ? 0n : free - total - fees),
          sufficient: short.length === 0,
        }
      : null,
    cap_left: dailyCap === null ? null : sol(dailyCap > spent ? dailyCap - spent : 0n),
    ...limit,
  }
}

/** What is proposed needs no code: it raises no cap that holds. */
const within = (cap: bigint | null, lamports: bigint): bigint =>
  cap !== null && cap > 0n && cap < lamports ? cap : lamports
