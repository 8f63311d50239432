/** The reconnection rules of live channels (specification 1, section 9). */
import {
  CHAT_RECONNECT_MS,
  LIVE_RECONNECT_MAX_MS,
  LIVE_RECONNECT_MS,
  RETRY_BASE_MS,
} from '@purser/contract/limits.ts'

export type ChannelKind = 'chat' | 'logs' | 'status'

const LOG_FIRST_MS = 2_000
const LOG_FIRST_ATTEMPTS = 3
const LOG_CAP_MS = 30_000
const LEAST_MS = 1_000
/** Attempts after which the terminal shows the connection as unstable. */
export const UNSTABLE_ATTEMPTS = 10

/** Tells whether a socket that closed with this code reconnects; 1000 and 1001 are normal closures. */
export const isAbnormal = (code: number) => code !== 1000 && code !== 1001

/** Milliseconds before attempt number `attempt` (from 1 after the first failure); `random` is in [0, 1). */
export function reconnectDelay(kind: ChannelKind, attempt: number, random: number): number {
  if (kind === 'chat') return CHAT_RECONNECT_MS
  if (kind === 'status') return LIVE_RECONNECT_MS
  if (attempt <= LOG_FIRST_ATTEMPTS) return LOG_FIRST_MS
  const full = Math.min(LOG_CAP_MS, LOG_FIRST_MS * 2 ** (attempt - LOG_FIRST_ATTEMPTS))
  return Math.max(LEAST_MS, full * (0.5 + random / 2))
}

/** Milliseconds before reconnection number `attempt` (from 1) of a channel that moves funds: 1 s, doubling, at most 30 s. */
export const moneyReconnectDelay = (attempt: number) =>
  Math.min(LIVE_RECONNECT_MAX_MS, RETRY_BASE_MS * 2 ** (attempt - 1))
