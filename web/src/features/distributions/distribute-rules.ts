/** What the form of a distribution asks of that which is moved: its unit, its checks, and its request. */
import { mostDistributable } from '@purser/contract/distributable.ts'
import { distributeTexts } from '@purser/contract/distribution-texts.ts'
import { VARIANCE_MAX, VARIANCE_MIN } from '@purser/contract/limits.ts'
import { type Asset, SOL, textIn } from './asset.ts'
import { checkBalance, checkCalculate, checkDistribute, type Mode } from './check-distribute.ts'
import type { FundsRequest } from './funds-request.ts'
import type { Holder } from './holders.ts'
import type { Eligible } from './selection.ts'
import { equalSplit, randomSplit } from './split-amounts.ts'

export type Line = { holder: Holder; units: bigint }
export type DistributeRules = {
  asset: Asset
  /** Of the variance, in percent. */
  variance: { min: number; max: number }
  staleText: string
  /** Amounts that were worked out for one are not kept for another. */
  key: string
  /** Of the total, as it was typed. */
  checkCalculate: (input: { total: string; source: Holder | undefined; count: number }) => string | undefined
  /** The most that can be distributed to so many, in base units; or why nothing can. */
  most: (source: Holder | undefined, count: number) => bigint | string
  /** Without a variance equal parts. Their sum is the total. */
  split: (total: bigint, count: number, variance: number | undefined) => bigint[]
  check: (input: {
    mode: Mode
    source: Holder | undefined
    amounts: bigint[]
    stale: boolean
  }) => string | undefined
  request: (source: Holder, lines: Line[]) => FundsRequest
}

export const anyWallet: Eligible = () => true

/** `rent`: the rent minimum in lamports. */
export const solDistributeRules = (rent: bigint): DistributeRules => ({
  asset: SOL,
  variance: { min: VARIANCE_MIN, max: VARIANCE_MAX },
  staleText: distributeTexts.stale,
  key: 'SOL',
  checkCalculate: ({ total, source, count }) => checkCalculate({ total, count, has: source?.lamports, rent }),
  most(source, count) {
    if (!source || count === 0) return distributeTexts.selection
    const { lamports: has } = source
    // Of one lamport, which is the least: the texts name what is missing.
    return checkBalance({ has, total: 1n, count, rent }) ?? mostDistributable({ has, count, rent })
  },
  split: (total, count, variance) =>
    variance === undefined ? equalSplit(total, count) : randomSplit(total, count, variance, Math.random),
  check: ({ mode, source, amounts }) => checkDistribute({ mode, has: source?.lamports, amounts, rent }),
  request: (source, lines) => ({
    kind: 'distribute',
    body: {
      sourceWalletId: source.id,
      destinations: lines.map(({ holder, units }) => ({ walletId: holder.id, amount: textIn(SOL, units) })),
    },
  }),
})
