/**
 * One token of `GET /tokens/v2/search`. Every field but id and decimals may be missing or of another type: it is then
 * unknown. Source: https://dev.jup.ag, Tokens API V2; `firstPool` as the types of @accret/bridge-sdk 1.0.0 have it.
 */
import { isAddress } from '@solana/kit'
import type { TokenFacts } from '../../../../ports/token-search.ts'
import { toFields } from './exact-json.ts'

/** Includes the authorities that the service names. */
export type ListedToken = TokenFacts & { mintAuthority: string | null; freezeAuthority: string | null }

/** The letters that are kept of a stranger's text. */
const MOST_LETTERS = 200
const MOST_DECIMALS = 255
/** Solana's first block; nothing on it is older. */
const FIRST_BLOCK = Date.UTC(2020, 2, 16)
const DAY_MS = 86_400_000

const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_LETTERS) : '')
const toAddress = (value: unknown): string | null =>
  typeof value === 'string' && isAddress(value) ? value : null
const toFigure = (value: unknown, most: number): number | null =>
  typeof value === 'number' && value >= 0 && value <= most ? value : null

/** Whether somebody has this authority: a named one counts, whatever the audit says. */
function isHeld(authority: string | null, disabled: unknown): boolean | null {
  if (authority !== null) return true
  return typeof disabled === 'boolean' ? !disabled : null
}

function parseDate(value: unknown, now: number): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at >= FIRST_BLOCK && at <= now + DAY_MS ? at : null
}

/** null: the token cannot be identified, or its amounts not be counted. */
export function readToken(value: unknown, now: number): ListedToken | null {
  const said = toFields(value)
  const audit = toFields(said.audit)
  const mint = toAddress(said.id)
  const { decimals } = said
  if (mint === null || typeof decimals !== 'number' || !Number.isInteger(decimals)) return null
  if (decimals < 0 || decimals > MOST_DECIMALS) return null
  const mintAuthority = toAddress(said.mintAuthority)
  const freezeAuthority = toAddress(said.freezeAuthority)
  return {
    mint,
    name: toText(said.name),
    symbol: toText(said.symbol),
    decimals,
    program: toAddress(said.tokenProgram),
    verified: said.isVerified === true,
    suspicious: audit.isSus === true,
    topHoldersPercent: toFigure(audit.topHoldersPercentage, 100),
    liquidityUsd: toFigure(said.liquidity, Number.MAX_SAFE_INTEGER),
    since: parseDate(toFields(said.firstPool).createdAt, now),
    mintable: isHeld(mintAuthority, audit.mintAuthorityDisabled),
    freezable: isHeld(freezeAuthority, audit.freezeAuthorityDisabled),
    mintAuthority,
    freezeAuthority,
  }
}
