/** Parses a request with no data but the mint: amounts in base units, no wallet twice. */
import { createHash } from 'node:crypto'
import { tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { TOKEN_REQUEST_DECIMALS } from '@purser/contract/limits.ts'
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type {
  TokenDistributeBody,
  TokenGatherBody,
} from '@purser/contract/distributions/token-distributions.ts'
import type { Parent } from '@purser/contract/transfers/transfers.ts'
import { readPositive } from '../../../kernel/solana/amounts.ts'
import { invalid } from '../../../kernel/fault.ts'
import type { Requested } from '../follow-ups.ts'
import { splitTotal } from './amounts.ts'

export type TokenBody =
  | { type: 'token-distribute'; body: TokenDistributeBody }
  | { type: 'token-gather'; body: TokenGatherBody }

export type TokenIntent = {
  type: TokenBody['type']
  mint: string
  /** The wallet that all transfers share, and the others. */
  middle: string
  /** `amount` null: all that it holds. */
  lines: { address: string; amount: bigint | null }[]
  closeAccounts: boolean
  of: Parent | undefined
}

/** Its wallets by their ids in the database. */
export function toRequested(
  { type, mint, lines, of }: TokenIntent,
  wallets: { middle: { id: number }; others: { id: number }[] },
): Requested {
  return {
    type,
    of,
    mint,
    middle: wallets.middle.id,
    lines: wallets.others.map(({ id }, i) => ({ walletId: id, amount: lines[i]?.amount ?? null })),
    getPath: (i) => `custom_amount.${lines[i]?.address}`,
    allPath: 'custom_amount',
  }
}

type Amount = string | number
const LISTS = { 'token-distribute': 'target_wallets', 'token-gather': 'source_wallets' } as const
const getTexts = (type: TokenBody['type']) =>
  type === 'token-distribute' ? tokenTexts.distribute : tokenTexts.gather

const getSides = ({ type, body }: TokenBody) =>
  type === 'token-distribute'
    ? { middle: body.source_wallet, others: body.target_wallets }
    : { middle: body.target_wallet, others: body.source_wallets }

/** An empty map counts as no amounts. */
const requestedAmounts = ({
  body: { custom_amount: custom },
}: TokenBody): Record<string, Amount> | undefined =>
  custom && Object.keys(custom).length > 0 ? custom : undefined

/** Equal amounts become equal, however they were written: '1.50' and 1.5. A mint stores its decimals in one byte. */
const MOST_DECIMALS = 255
export function canonical(value: Amount | undefined): string | null {
  if (value === undefined) return null
  const text = String(value)
  try {
    return formatUnits(parseUnitsDown(value, MOST_DECIMALS), MOST_DECIMALS)
  } catch {
    return text
  }
}

/** Distinguishes a repeated request from another one under the same key. */
export function hashRequest(typed: TokenBody): string {
  const { middle, others } = getSides(typed)
  const { token_address: mint, total_amount: total } = typed.body
  const custom = requestedAmounts(typed)
  const more =
    typed.type === 'token-distribute' ? (typed.body.variance ?? 0) : (typed.body.close_accounts ?? false)
  const amounts = custom && others.map((address) => canonical(custom[address]))
  const { of = null } = typed.body
  const text = JSON.stringify([typed.type, mint, middle, others, canonical(total), amounts ?? null, more, of])
  return createHash('sha256').update(text).digest('base64url')
}

/** The wallets of a request, none twice. */
export function requireOnce(typed: TokenBody): void {
  const { middle, others } = getSides(typed)
  const seen = new Set<string>()
  const other = typed.type === 'token-distribute' ? 'source' : 'destination'
  others.forEach((address, i) => {
    const path = `${LISTS[typed.type]}.${i}`
    if (address === middle) throw invalid(path, `must not be the ${other} wallet`)
    if (seen.has(address)) throw invalid(path, 'is listed twice')
    seen.add(address)
  })
}

/** Above 0, and with no more decimals than the mint has. */
function readUnits(
  value: Amount,
  path: string,
  { decimals, positive }: { decimals: number; positive: string },
) {
  const units = readPositive(path, value, decimals)
  if (units === null) throw invalid(path, positive)
  return units
}

function customAmounts(typed: TokenBody, custom: Record<string, Amount>, decimals: number): bigint[] {
  const { positive } = getTexts(typed.type)
  const { others } = getSides(typed)
  const listed = new Set(others)
  for (const address of Object.keys(custom))
    if (!listed.has(address)) throw invalid(`custom_amount.${address}`, 'is not in the list of wallets')
  const amounts = others.map((address) => {
    const value = Object.hasOwn(custom, address) ? custom[address] : undefined
    if (value === undefined) throw invalid(`custom_amount.${address}`, positive)
    return readUnits(value, `custom_amount.${address}`, { decimals, positive })
  })
  const { total_amount: total } = typed.body
  if (total === undefined) return amounts
  const sum = amounts.reduce((all, amount) => all + amount, 0n)
  const off = readUnits(total, 'total_amount', { decimals, positive }) - sum
  // Each amount, and their total, may have been rounded.
  const rounding =
    decimals > TOKEN_REQUEST_DECIMALS
      ? 10n ** BigInt(decimals - TOKEN_REQUEST_DECIMALS) * BigInt(others.length)
      : 0n
  if (off > rounding || -off > rounding) throw invalid('total_amount', 'must equal the sum of custom_amount')
  return amounts
}

function parseAmounts(typed: TokenBody, decimals: number): (bigint | null)[] {
  const { others } = getSides(typed)
  const { total_amount: total } = typed.body
  const custom = requestedAmounts(typed)
  if (custom) return customAmounts(typed, custom, decimals)
  if (typed.type === 'token-gather') return others.map(() => null)
  const { positive } = getTexts(typed.type)
  if (total === undefined) throw invalid('total_amount', positive)
  const units = readUnits(total, 'total_amount', { decimals, positive })
  const { variance = 0 } = typed.body
  const amounts = splitTotal({
    total: units,
    count: others.length,
    variance,
    decimals,
    seed: hashRequest(typed),
  })
  if (amounts.some((amount) => amount <= 0n))
    throw invalid('total_amount', 'is too small for this many wallets')
  return amounts
}

/** Throws invalid_input. */
export function readTokenIntent(typed: TokenBody, decimals: number): TokenIntent {
  const { middle, others } = getSides(typed)
  const amounts = parseAmounts(typed, decimals)
  return {
    type: typed.type,
    mint: typed.body.token_address,
    middle,
    lines: others.map((address, i) => ({ address, amount: amounts[i] ?? null })),
    closeAccounts: typed.type === 'token-gather' && typed.body.close_accounts === true,
    of: typed.body.of,
  }
}
