/** The form of a distribution depends on the moved asset for these: its unit, its checks, and its request. */
import { mostDistributable } from '@purser/contract/distributions/distributable.ts'
import { distributeTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { VARIANCE_MAX, VARIANCE_MIN } from '@purser/contract/limits.ts'
import { type Asset, SOL, textIn } from '../amounts/asset.ts'
import { checkBalance, checkCalculate, checkDistribute, type Mode } from './check-distribute.ts'
import type { FundsRequest } from '../funds-request.ts'
import type { Holder } from '../selection/holders.ts'
import type { Eligible } from '../selection/selection.ts'
import { equalSplit, randomSplit } from '../amounts/split-amounts.ts'

export type Line = { holder: Holder; units: bigint }
export type DistributeRules = {
  asset: Asset
  /** The range of the variance, in percent. */
  variance: { min: number; max: number }
  staleText: string
  /** Amounts calculated for one key are not kept for another. */
  key: string
  /** Checks the typed total. */
  checkCalculate: (input: { total: string; source: Holder | undefined; count: number }) => string | undefined
  /** The most that can be distributed to this many, in base units; or the reason why nothing can. */
  most: (source: Holder | undefined, count: number) => bigint | string
  /** Without a variance the parts are equal. Their sum is the total. */
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
    // One lamport is the least: the texts name the shortage.
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
