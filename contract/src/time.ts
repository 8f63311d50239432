/** Lengths of time. */
export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 3_600
export const HOUR_MS = HOUR_SECONDS * 1_000
export const DAY_SECONDS = 86_400
export const DAY_MS = DAY_SECONDS * 1_000
