/** What the user confirms on the distribution page, and how it may be sent. */
import {
  distributeSol,
  gatherSol,
  type DistributeBody,
  type GatherBody,
} from '@purser/contract/distributions.ts'
import { LIVE_ONLY_DESTINATIONS, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'

export type FundsRequest = { kind: 'distribute'; body: DistributeBody } | { kind: 'gather'; body: GatherBody }

/** A request with the idempotency key of its confirmation: every way of sending it carries the same key. */
export type ConfirmedRequest = { request: FundsRequest; key: string }

export const countOf = (request: FundsRequest) =>
  request.kind === 'distribute' ? request.body.destinations.length : request.body.sources.length

/** Whether it may be posted when the live channel is unreachable: not a distribution to many. */
export const mayPost = (request: FundsRequest) =>
  request.kind === 'gather' || countOf(request) <= LIVE_ONLY_DESTINATIONS

const options = (signal: AbortSignal) => ({ signal, retry: never, timeoutMs: MONEY_TIMEOUT_MS })

/** Sends it over HTTP, once. */
export function postRequest({ request, key }: ConfirmedRequest, signal: AbortSignal) {
  return request.kind === 'distribute'
    ? call(distributeSol, { body: request.body, key, ...options(signal) })
    : call(gatherSol, { body: request.body, key, ...options(signal) })
}

/** Plans and simulates it; nothing is sent. */
export function previewRequest(request: FundsRequest, signal: AbortSignal) {
  return request.kind === 'distribute'
    ? call(distributeSol, { body: { ...request.body, dryRun: true }, ...options(signal) })
    : call(gatherSol, { body: { ...request.body, dryRun: true }, ...options(signal) })
}
