import { CreateToken } from '@purser/contract/tokens/created-tokens.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import type { createToken } from '@purser/contract/tokens/created-tokens.ts'
import type { Detail } from '@purser/contract/faults.ts'

/** The typed fields. */
export type TokenDraft = {
  name: string
  symbol: string
  description: string
  image: string
  decimals: string
  supply: string
  walletId: number | undefined
}
export type DraftField = 'name' | 'symbol' | 'description' | 'image' | 'decimals' | 'supply' | 'wallet_id'
export type TokenRequest = BodyOf<typeof createToken>

export const EMPTY_DRAFT: TokenDraft = {
  name: '',
  symbol: '',
  description: '',
  image: '',
  decimals: '6',
  supply: '',
  walletId: undefined,
}
const REQUIRED: Partial<Record<DraftField, string>> = {
  name: 'Name is required',
  symbol: 'Ticker is required',
  decimals: 'Decimals are required',
  supply: 'Supply is required',
  wallet_id: 'Please choose a wallet',
}

type Problems = Partial<Record<DraftField, string>>

/** Messages by field, each as a sentence. */
export function problemsIn(details: Pick<Detail, 'path' | 'message'>[]): Problems {
  const problems: Problems = {}
  for (const { path, message } of details) {
    const capital = message.slice(0, 1).toUpperCase() + message.slice(1)
    problems[path as DraftField] ??= capital
  }
  return problems
}

/** The request, or the problems of the fields. */
export function readDraft(draft: TokenDraft): { request: TokenRequest } | { problems: Problems } {
  const { walletId, decimals, supply, ...texts } = draft
  const empty = Object.entries({ ...texts, decimals, supply, wallet_id: walletId?.toString() ?? '' })
    .filter(([field, text]) => REQUIRED[field as DraftField] && text.trim() === '')
    .map(([field]) => [field, REQUIRED[field as DraftField]] as const)
  if (empty.length > 0) return { problems: Object.fromEntries(empty) }
  const request = {
    ...texts,
    decimals: /^\s*\d{1,3}\s*$/.test(decimals) ? Number(decimals) : Number.NaN,
    supply: supply.trim(),
    wallet_id: walletId ?? 0,
  }
  const read = CreateToken.safeParse(request)
  if (read.success) return { request }
  return {
    problems: problemsIn(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))),
  }
}
