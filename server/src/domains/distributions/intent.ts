/** Parses a request as far as possible without further data: amounts in lamports, no wallet twice. */
import { createHash } from 'node:crypto'
import type { DistributeBody, GatherBody } from '@purser/contract/distributions/distributions.ts'
import { MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Parent } from '@purser/contract/transfers/transfers.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Requested } from './follow-ups.ts'

export type TypedBody = { type: 'distribute'; body: DistributeBody } | { type: 'gather'; body: GatherBody }
export type Line = { walletId: number; amount: bigint }
/** `of`: the operation that it undoes or retries; part of the hash. */
export type DistributeIntent = { sourceWalletId: number; lines: Line[]; of?: Parent }
/** `amount` null: all that is available. */
export type GatherIntent = {
  destinationWalletId: number
  lines: { walletId: number; amount: bigint | null }[]
  emptyWallets: boolean
  of?: Parent | undefined
}
export type Intent =
  | { type: 'distribute'; details: DistributeIntent; of: Parent | undefined }
  | { type: 'gather'; details: GatherIntent; of: Parent | undefined }

export function toRequested({ type, details, of }: Intent): Requested {
  const list = type === 'distribute' ? 'destinations' : 'sources'
  return {
    type,
    of,
    mint: undefined,
    middle: type === 'distribute' ? details.sourceWalletId : details.destinationWalletId,
    lines: details.lines,
    getPath: (i) => `${list}.${i}.amount`,
    allPath: 'gatherAll',
  }
}

/** Unreadable amounts are reported by path; those that are not positive are counted. */
function readLines(
  lines: readonly { walletId: number; amount: string | number }[],
  list: 'destinations' | 'sources',
): Line[] {
  let notPositive = 0
  const read = lines.map(({ walletId, amount }, i): Line => {
    try {
      const lamports = parseUnits(amount, SOL_DECIMALS)
      if (lamports === 0n) notPositive++
      return { walletId, amount: lamports }
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error
      if (error.problem !== 'negative') throw invalid(`${list}.${i}.amount`, error.message)
      notPositive++
      return { walletId, amount: 0n }
    }
  })
  if (notPositive > 0)
    throw new Fault(list === 'destinations' ? 'invalid_destinations' : 'invalid_sources', {
      count: notPositive,
    })
  return read
}

function requireOnce(ids: readonly number[], list: string, other: number, otherName: string): void {
  const seen = new Set<number>()
  ids.forEach((id, i) => {
    const path = `${list}.${i}.walletId`
    if (id === other) throw invalid(path, `must not be the ${otherName} wallet`)
    if (seen.has(id)) throw invalid(path, 'is listed twice')
    seen.add(id)
  })
}

export function readDistribute({ sourceWalletId, destinations, of }: DistributeBody): DistributeIntent {
  const lines = readLines(destinations, 'destinations')
  requireOnce(
    lines.map((line) => line.walletId),
    'destinations',
    sourceWalletId,
    'source',
  )
  return { sourceWalletId, lines, ...(of ? { of } : {}) }
}

export function readGather(body: GatherBody): GatherIntent {
  const { destinationWalletId, sources, gatherAll, emptyWallets = false, of } = body
  const amounts: { walletId: number; amount: string | number }[] = []
  sources.forEach((source, i) => {
    const custom = typeof source === 'object'
    if (custom === gatherAll)
      throw invalid(`sources.${i}`, gatherAll ? 'must be a wallet id' : 'must contain walletId and amount')
    if (custom) amounts.push(source)
  })
  const lines = gatherAll
    ? sources.map((source) => ({ walletId: source as number, amount: null }))
    : readLines(amounts, 'sources')
  requireOnce(
    lines.map((line) => line.walletId),
    'sources',
    destinationWalletId,
    'destination',
  )
  return { destinationWalletId, lines, emptyWallets, ...(of ? { of } : {}) }
}

/**
 * Equal for equal intents, however they were written: distinguishes a repeated request from another one under the same
 * key.
 */
export function hashRequest(type: string, intent: DistributeIntent | GatherIntent): string {
  const text = JSON.stringify([type, intent], (_, v: unknown) => (typeof v === 'bigint' ? v.toString() : v))
  return createHash('sha256').update(text).digest('base64url')
}
