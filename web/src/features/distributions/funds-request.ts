/** The requests that the user confirms on a distribution page, and the ways to send them. */
import {
  distributeSol,
  gatherSol,
  type DistributeBody,
  type DistributionPreview,
  type GatherBody,
} from '@purser/contract/distributions/distributions.ts'
import { LIVE_ONLY_DESTINATIONS, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import {
  distributeToken,
  gatherToken,
  type TokenDistributeBody,
  type TokenGatherBody,
  type TokenPreview,
} from '@purser/contract/distributions/token-distributions.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'

export type SolRequest = { kind: 'distribute'; body: DistributeBody } | { kind: 'gather'; body: GatherBody }
export type TokenRequest =
  | { kind: 'token-distribute'; body: TokenDistributeBody }
  | { kind: 'token-gather'; body: TokenGatherBody }
export type FundsRequest = SolRequest | TokenRequest
export type FundsPreview = DistributionPreview | TokenPreview

/** A request with the idempotency key of its confirmation: every way of sending it carries the same key. */
export type ConfirmedRequest<R = FundsRequest> = { request: R; key: string }

/** The token that it moves; undefined: SOL. */
export const mintOf = (request: FundsRequest): string | undefined =>
  'token_address' in request.body ? request.body.token_address : undefined

export const isToken = (request: FundsRequest): request is TokenRequest => mintOf(request) !== undefined
export const ofSol = (confirmed: ConfirmedRequest): ConfirmedRequest<SolRequest> | undefined =>
  isToken(confirmed.request) ? undefined : { request: confirmed.request, key: confirmed.key }

export function countOf({ kind, body }: FundsRequest): number {
  if (kind === 'distribute') return body.destinations.length
  if (kind === 'gather') return body.sources.length
  return kind === 'token-distribute' ? body.target_wallets.length : body.source_wallets.length
}

/** Tells whether it may be posted while the live channel is unreachable: not a distribution of SOL to many. */
export const mayPost = (request: FundsRequest) =>
  request.kind !== 'distribute' || countOf(request) <= LIVE_ONLY_DESTINATIONS

const options = (signal: AbortSignal) => ({ signal, retry: never, timeoutMs: MONEY_TIMEOUT_MS })

/** Sends it over HTTP, once. */
export function postRequest({ request, key }: ConfirmedRequest<SolRequest>, signal: AbortSignal) {
  return request.kind === 'distribute'
    ? call(distributeSol, { body: request.body, key, ...options(signal) })
    : call(gatherSol, { body: request.body, key, ...options(signal) })
}

/** Begins it, once; the answer comes when it is written. */
export function postTask({ request, key }: ConfirmedRequest<TokenRequest>, signal: AbortSignal) {
  return request.kind === 'token-distribute'
    ? call(distributeToken, { body: request.body, key, ...options(signal) })
    : call(gatherToken, { body: request.body, key, ...options(signal) })
}

/** Plans and simulates it; nothing is sent. */
export async function previewRequest(
  { kind, body }: FundsRequest,
  signal: AbortSignal,
): Promise<{ preview?: FundsPreview | undefined; error?: string | undefined }> {
  const how = options(signal)
  if (kind === 'distribute') return call(distributeSol, { body: { ...body, dryRun: true }, ...how })
  if (kind === 'gather') return call(gatherSol, { body: { ...body, dryRun: true }, ...how })
  return kind === 'token-distribute'
    ? call(distributeToken, { body: { ...body, dryRun: true }, ...how })
    : call(gatherToken, { body: { ...body, dryRun: true }, ...how })
}
