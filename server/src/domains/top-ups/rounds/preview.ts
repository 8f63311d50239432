/** Previews the first round under other settings. Nothing is stored, nothing moves. */
import { TOP_UP_PREVIEW_WALLETS } from '@purser/contract/limits.ts'
import type { LeftOutReason, TopUpChange, TopUpPreview, TopUpSettings } from '@purser/contract/top-ups.ts'
import type { Ready, TopUpState } from '../parts.ts'
import { type Settings, settingsAfter, sol, viewSettings } from '../settings.ts'
import { getDay, listDue, sumSpent } from './list-due.ts'
import { checkRoundLimit, planPayments } from './plan-payments.ts'
import { type Low, lowestFirst } from './plan-round.ts'

const NOBODY = { pay: [] as Low[], fees: 0n, short: [] as Low[], capped: [] as Low[], later: [] as Low[] }
const NOTHING = { planned: NOBODY, extra: 0n, free: 0n, keep: 0n }

/** `funding`: null where the settings have none. `ownCap`: as it is set; the settings have the one that holds. */
type First = { settings: Settings; funding: Ready['funding'] | null; ownCap: bigint | null; day: string }

/** The settings as they would be stored, and what the first round under them would do. */
export async function previewChange(
  state: TopUpState,
  userId: number,
  change: TopUpChange,
): Promise<{ data: TopUpSettings } & TopUpPreview> {
  const { db, clock, guard, wallets } = state
  const day = getDay(clock)
  const set = await settingsAfter(db, userId, change)
  const settings = await guard.inForce(set)
  const data = await viewSettings(state, set, await sumSpent(state, userId, day))
  const { fundingWalletId: id } = settings
  const [funding = null] = id === null ? [] : await wallets.lookups.getByIds(userId, [id])
  return { data, ...(await previewRound(state, { settings, funding, ownCap: set.dailyCap, day })) }
}

/** Plans with present balances, like a round that begins by itself. */
async function previewRound(
  state: TopUpState,
  { settings, funding, ownCap, day }: First,
): Promise<TopUpPreview> {
  const { userId, amount, dailyCap, enabled } = settings
  const spent = await sumSpent(state, userId, day)
  const { watched, due, spared, doubted, often } = await listDue(state, settings, 'worker')
  const ready = funding && { ...settings, funding }
  const first = ready ? await planPayments(state, ready, day, due) : NOTHING
  const limit = ready && enabled ? await checkRoundLimit(state, ready, first.planned.pay) : {}
  // A round does the same: of wallets whose keys were ever out it pays as many as there is room for, and all others.
  const payable = limit.limit ? await state.guard.withinLimits(settings, due) : due
  const { planned, extra, free } =
    ready && limit.limit ? await planPayments(state, ready, day, payable) : first
  const bound = due.filter((one) => !payable.includes(one))
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

/** A proposed cap needs no code: it raises no cap in force. */
const within = (cap: bigint | null, lamports: bigint): bigint =>
  cap !== null && cap > 0n && cap < lamports ? cap : lamports
