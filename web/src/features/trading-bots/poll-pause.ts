/** After a stop the status of a bot is not polled for a while; in this tab, by group. */
import { BOT_STATUS_POLL_MS, BOT_STOP_PAUSE_MS } from '@purser/contract/limits.ts'

/** The end of the pause, in ms since 1970. */
const until = new Map<number, number>()

export const pausePolling = (groupId: number, now: number) => void until.set(groupId, now + BOT_STOP_PAUSE_MS)
export const resumePolling = (groupId: number) => void until.delete(groupId)
export const isPaused = (groupId: number, now: number) => (until.get(groupId) ?? 0) > now

/** Milliseconds until the next poll of the status. */
export const nextPoll = (groupId: number, now: number) =>
  isPaused(groupId, now) ? (until.get(groupId) ?? 0) - now : BOT_STATUS_POLL_MS
