/** GeckoTerminal, or the same data of CoinGecko with a key: pools of a mint, and pages of candles of a pool. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { Agent, request } from 'undici'
import { after, type Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import { type CandleLane, createCandleBudget } from './candle-budget.ts'
import { type CandleRow, readPage, readPool } from './candle-answers.ts'
import type { Outage } from './types.ts'

export type CandlesConfig = {
  /** With the path before `/networks`, without a slash at its end. */
  url: string
  apiKey: string | null
  plan: 'keyless' | 'demo' | 'pro'
  callsPerMinute: number
}

/** `rows`: oldest first. 'end': the history of this plan does not go back further. */
export type PageAnswer = { rows: CandleRow[] } | 'end' | CandleOutage
export type CandleOutage = { outage: Outage | 'malformed' | 'budget' }
export type Call = { lane: CandleLane; withinMs: number; signal?: AbortSignal }
type Parts = { config: CandlesConfig; clock: Clock; log: Log }
type Answer = { status: number; body: string } | CandleOutage

/** The version of the API that is asked for: https://apiguide.geckoterminal.com */
const ACCEPT = 'application/json;version=20230302'
const KEY_HEADERS = { demo: 'x-cg-demo-api-key', pro: 'x-cg-pro-api-key' }
const CALL_MS = 5_000
const MOST_BYTES = 2_000_000
/** The most of one page. */
export const PAGE_ROWS = 1_000
/** What is older is answered with 401 without a paid plan. */
const FREE_HISTORY_SECONDS = 180 * DAY_SECONDS
/** 429 comes without a word of how long: a little at first, then longer each time, at most a whole window of calls. */
const PAUSES_MS = [5_000, 15_000, 30_000, 60_000]
/** After any other failure. */
const PAUSE_MS = 2_000

const TIMEFRAMES: Record<number, { unit: string; aggregate: number }> = {
  60: { unit: 'minute', aggregate: 1 },
  300: { unit: 'minute', aggregate: 5 },
  900: { unit: 'minute', aggregate: 15 },
  3_600: { unit: 'hour', aggregate: 1 },
  14_400: { unit: 'hour', aggregate: 4 },
  [DAY_SECONDS]: { unit: 'day', aggregate: 1 },
}

export type CandleClient = ReturnType<typeof createCandleClient>

export function createCandleClient({ config, clock, log }: Parts) {
  const agent = new Agent({ connections: 4, headersTimeout: CALL_MS, bodyTimeout: CALL_MS })
  const budget = createCandleBudget({ clock, callsPerMinute: config.callsPerMinute })
  const headers = {
    accept: ACCEPT,
    ...(config.apiKey === null || config.plan === 'keyless'
      ? {}
      : { [KEY_HEADERS[config.plan]]: config.apiKey }),
  }
  let refusals = 0
  const wallNow = (): number => (config.plan === 'pro' ? 0 : clock.now() / 1_000 - FREE_HISTORY_SECONDS)

  let state: { outage: CandleOutage['outage'] | null; since: number } | null = null
  function note(outage: CandleOutage['outage'] | null): void {
    if (state === null || state.outage !== outage) state = { outage, since: clock.monotonic() }
  }
  const unauthorised = (): CandleOutage => {
    note('unauthorised')
    return { outage: 'unauthorised' }
  }

  async function get(path: string, query: Record<string, string>, call: Call): Promise<Answer> {
    if (budget.isPaused()) return { outage: 'rate_limited' }
    if (!(await budget.take(call.lane, call.withinMs, call.signal))) return { outage: 'budget' }
    const answer = await ask(`${config.url}${path}?${new URLSearchParams(query).toString()}`, call.signal)
    if ('outage' in answer) {
      if (answer.outage === 'rate_limited')
        budget.pause(PAUSES_MS[Math.min(refusals++, PAUSES_MS.length - 1)] ?? PAUSE_MS)
      else budget.pause(PAUSE_MS)
      log.warn({ service: 'candles', outage: answer.outage, path }, 'the service of candles gave no answer')
    } else refusals = 0
    if ('outage' in answer) note(answer.outage)
    // What 401 means only who asked knows.
    else if (answer.status !== 401) note(null)
    return answer
  }

  async function ask(url: string, signal?: AbortSignal): Promise<Answer> {
    const late = new AbortController()
    const cancel = after(clock, CALL_MS, () => late.abort())
    const signals = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
    let status: number | null = null
    try {
      const response = await request(url, { dispatcher: agent, headers, signal: signals })
      status = response.statusCode
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > MOST_BYTES) return { outage: 'malformed' }
        chunks.push(chunk)
      }
      if (status === 429) return { outage: 'rate_limited' }
      if (status === 403) return { outage: 'unauthorised' }
      if (status >= 500) return { outage: 'server_error' }
      return { status, body: Buffer.concat(chunks).toString('utf8') }
    } catch (error) {
      log.debug({ ...describe(error) }, 'a call of the service of candles failed')
      if (late.signal.aborted) return { outage: 'timeout' }
      return { outage: status === null ? 'network' : 'cut_off' }
    } finally {
      cancel()
    }
  }

  return {
    /** The deepest pool; null: the service knows none. */
    async pool(mint: string, call: Call): Promise<{ pool: string | null } | CandleOutage> {
      const answer = await get(`/networks/solana/tokens/${mint}/pools`, {}, call)
      if ('outage' in answer) return answer
      if (answer.status === 404) return { pool: null }
      if (answer.status === 401) return unauthorised()
      return answer.status === 200 ? readPool(answer.body) : { outage: 'malformed' }
    },

    /**
     * The newest candles that start before `before`, in seconds, or the newest of all: an open one, and some whose last
     * trades the service has not seen, included.
     */
    async page(
      { pool, mint, seconds, before }: { pool: string; mint: string; seconds: number; before: number | null },
      call: Call,
    ): Promise<PageAnswer> {
      const timeframe = TIMEFRAMES[seconds]
      if (!timeframe) throw new Error(`no service has candles of ${seconds} s`)
      const wall = wallNow()
      const top = before ?? clock.now() / 1_000 + seconds
      const limit = Math.min(PAGE_ROWS, Math.ceil((top - wall) / seconds))
      if (limit <= 0) return 'end'
      const answer = await get(
        `/networks/solana/pools/${pool}/ohlcv/${timeframe.unit}`,
        {
          aggregate: String(timeframe.aggregate),
          limit: String(limit),
          currency: 'usd',
          token: mint,
          // One more, and cut off below: whether the service counts the candle that starts then is not written.
          ...(before === null ? {} : { before_timestamp: String(before + 1) }),
        },
        call,
      )
      if ('outage' in answer) return answer
      // With a key it may be the key.
      if (answer.status === 401)
        return config.apiKey === null || (before !== null && before - seconds < wall + DAY_SECONDS)
          ? 'end'
          : unauthorised()
      if (answer.status !== 200) return { outage: 'malformed' }
      const rows = readPage(answer.body, seconds)
      if (rows === null) return { outage: 'malformed' }
      if (before === null) return { rows: rows.filter(({ time }) => time * 1_000 <= clock.now()) }
      // An answer to another question: nothing follows from what it lacks.
      if (rows.some(({ time }) => time > before)) return { outage: 'malformed' }
      return { rows: rows.filter(({ time }) => time < before) }
    },

    /** As the last call found it; null: nothing was asked yet. `sinceMs`: for how long it has been so. */
    health: () => state && { outage: state.outage, sinceMs: clock.monotonic() - state.since },

    /** Seconds: nothing older is asked for. */
    wall: wallNow,

    close: (): Promise<void> => agent.destroy(),
  }
}
