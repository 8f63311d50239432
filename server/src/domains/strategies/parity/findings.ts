/** The findings of a comparison: differences, counts, and the cash flows of both sides. */
import type { ParityCause, ParityDifference, ParityKind } from '@purser/contract/strategies/parity.ts'

export type Finding = {
  at: number
  order: number | null
  kind: ParityKind
  live: string | null
  replay: string | null
  cause: ParityCause
  detail: string
}

/** Net tokens and USD received, with their signs. Floats: none of them moves funds. */
export type Flow = { tokens: number; usd: number; most: number }

export type Findings = {
  differences: Finding[]
  steps: number
  live: number
  replay: number
  matched: number
  longestMs: number
  flows: { live: Flow; replay: Flow }
}

export const noFindings = (): Findings => ({
  differences: [],
  steps: 0,
  live: 0,
  replay: 0,
  matched: 0,
  longestMs: 0,
  flows: { live: { tokens: 0, usd: 0, most: 0 }, replay: { tokens: 0, usd: 0, most: 0 } },
})

export function flowed(flow: Flow, tokens: number, usd: number): void {
  flow.tokens += tokens
  flow.usd += usd
  flow.most = Math.max(flow.most, -flow.usd)
}

/** The return on what was committed, in percent; null if nothing was. */
export function computeReturn(flow: Flow, priceUsd: number, capitalUsd: number | null): number | null {
  const capital = capitalUsd !== null && capitalUsd > 0 ? capitalUsd : flow.most
  if (!(capital > 0)) return null
  return Number((((flow.usd + flow.tokens * priceUsd) / capital) * 100).toFixed(4))
}

export const toDifference = ({ at, ...rest }: Finding): ParityDifference => ({
  at: new Date(at).toISOString(),
  ...rest,
})

export const clockWords = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const secondsWords = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
