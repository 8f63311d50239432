/** Typed rows of a plan, in lamports: the rest, their problems, and the even split. */
import { formatFixed, formatUnits, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { getPayment } from '@purser/contract/payments/payments.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { lamportsOf, lamportsOrZero, solText, unitsOf } from '#ui/formats/amount-text.ts'
import type { AnswerOf } from '#wire/api.ts'

/** `amount`: SOL. `percent`: the share that was typed for it. */
export type PlanDraft = {
  key: number
  walletId: number | undefined
  amount: string
  percent?: string | undefined
}
/** The unit in which amounts of a plan are typed. */
export type PlanUnit = 'SOL' | '%'
export type Funds = AnswerOf<typeof getPayment>['funds']
type RowProblem = { key: number; problem: string }
type Checked =
  | { rows: { wallet_id: number; amount_sol: string }[] }
  | { problem: string }
  | { problems: RowProblem[] }

/** The number for a v0 transaction, the smaller of the two formats. */
const TRANSFERS_PER_TRANSACTION = 18
/** The most transactions that this many lines take. */
export const transactionsOf = (lines: number) => Math.ceil(lines / TRANSFERS_PER_TRANSACTION)
const SHOWN_PLACES = 6

/** Decimals of a typed share. */
export const PERCENT_DECIMALS = 4
const WHOLE = 100n * 10n ** BigInt(PERCENT_DECIMALS)

/** The SOL of a typed share of what is available, rounded down; empty for an empty share. */
export function shareAmount(percent: string, available: bigint): string {
  const units = unitsOf(percent, PERCENT_DECIMALS)
  return units === undefined || percent.trim() === '' ? '' : solText((available * units) / WHOLE)
}

/** The share of an amount in percent, rounded down; empty without an amount. */
export function amountShare(amount: string, available: bigint): string {
  const lamports = lamportsOf(amount)
  return lamports === undefined || amount.trim() === '' || available === 0n
    ? ''
    : formatUnits((lamports * WHOLE) / available, PERCENT_DECIMALS)
}

/** The rows after these wallets are added; a row without a wallet is filled first. */
export function addWallets(rows: readonly PlanDraft[], ids: readonly number[]): PlanDraft[] {
  const queue = [...ids]
  const next = rows.map((row) => (row.walletId === undefined ? { ...row, walletId: queue.shift() } : row))
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  return [...next, ...queue.map((walletId, n) => ({ key: key + n, walletId, amount: '' }))]
}

export const emptyRow = (key: number): PlanDraft => ({ key, walletId: undefined, amount: '' })
export const totalOf = (rows: readonly PlanDraft[]): bigint =>
  rows.reduce((sum, { amount }) => sum + lamportsOrZero(amount), 0n)

/** Both have 6 decimals; all decimals if 6 would show two sums as one. */
export function solPair(total: bigint, available: bigint): { total: string; available: string } {
  const at = (places: number) => ({
    total: formatFixed(total, SOL_DECIMALS, places),
    available: formatFixed(available, SOL_DECIMALS, places),
  })
  const short = at(SHOWN_PLACES)
  return short.total === short.available && total !== available ? at(SOL_DECIMALS) : short
}

/** The rows to send; an empty row is left out. */
export function checkPlan(drafts: readonly PlanDraft[], available: bigint): Checked {
  const seen = new Set<number>()
  const problems: RowProblem[] = []
  const rows: { wallet_id: number; amount_sol: string }[] = []
  for (const { key, walletId, amount } of drafts) {
    const lamports = lamportsOf(amount) ?? 0n
    const complain = (problem: string) => problems.push({ key, problem })
    if (walletId === undefined) {
      if (lamports > 0n) complain('Please choose a wallet')
    } else if (seen.has(walletId)) complain('This wallet is in the plan already')
    else if (lamports > 0n) rows.push({ wallet_id: walletId, amount_sol: solText(lamports) })
    else complain('Please enter a positive amount')
    if (walletId !== undefined) seen.add(walletId)
  }
  if (rows.length === 0) return { problem: paymentTexts.lineNeeded }
  if (problems.length > 0) return { problems }
  const total = totalOf(drafts)
  if (total > available) return { problem: paymentTexts.totalExceeds(solPair(total, available)) }
  return { rows }
}

type Split = { amounts: bigint[]; note: string }

export const BALANCE_UNKNOWN =
  'The network does not answer: what the collection wallet can pay now is not known.'

function shares(total: bigint, count: number): bigint[] {
  const each = total / BigInt(count)
  return Array.from({ length: count }, (_, n) => (n === count - 1 ? total - each * BigInt(count - 1) : each))
}

/**
 * Splits over this many wallets, the last takes the rest; the total is less than available if the wallet must keep some
 * for fees and rent. `funds` null: its balance is unknown.
 */
export function splitEvenly(available: bigint, count: number, funds: Funds): Split {
  const overWallets = (total: bigint) =>
    `${solText(total)} SOL over ${count} ${count === 1 ? 'wallet' : 'wallets'}`
  if (funds === null)
    return {
      amounts: shares(available, count),
      note: `${overWallets(available)}. ${BALANCE_UNKNOWN} It also pays rent and network fees.`,
    }
  const lamports = (amount: number | string) => parseUnitsDown(amount, SOL_DECIMALS)
  // Each may be executed by itself.
  const fees = lamports(funds.fee_sol) * BigInt(count)
  const held = lamports(funds.free_sol) - lamports(funds.keep_sol) - fees
  const payable = held > 0n ? held : 0n
  const total = available < payable ? available : payable
  const over = overWallets(total)
  return {
    amounts: shares(total, count),
    note:
      total === available
        ? `${over}.`
        : `${over}: the collection wallet can pay ${solText(payable)} SOL now and keeps ${solText(lamports(funds.keep_sol))} SOL for rent and ${solText(fees)} SOL for network fees.`,
  }
}
