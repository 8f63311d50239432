/** GeckoTerminal, or the same data of CoinGecko with a key: pools of a mint, and pages of candles of a pool. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { Agent, request } from 'undici'
import { after, type Clock } from '../../../../kernel/clock.ts'
import { describe, type Log } from '../../../../kernel/log.ts'
import { type CandleBudget, type CandleLane, createCandleBudget } from './candle-budget.ts'
import { type CandleRow, readPage, readPool } from './candle-answers.ts'
import type { Outage } from '../types.ts'

export type CandlesConfig = {
  /** Ends before `/networks`, without a slash. */
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

/** The version of the API: https://apiguide.geckoterminal.com */
const ACCEPT = 'application/json;version=20230302'
const KEY_HEADERS = { demo: 'x-cg-demo-api-key', pro: 'x-cg-pro-api-key' }
const CALL_MS = 5_000
const MOST_BYTES = 2_000_000
/** The most of one page. */
export const PAGE_ROWS = 1_000
/** Without a paid plan older candles are answered with 401. */
const FREE_HISTORY_SECONDS = 180 * DAY_SECONDS
/** A 429 does not say how long: the pause is short at first, then longer each time, at most a whole window of calls. */
const PAUSES_MS = [5_000, 15_000, 30_000, 60_000]
/** The pause after any other failure. */
const PAUSE_MS = 2_000

const TIMEFRAMES: Record<number, { unit: string; aggregate: number }> = {
  60: { unit: 'minute', aggregate: 1 },
  300: { unit: 'minute', aggregate: 5 },
  900: { unit: 'minute', aggregate: 15 },
  3_600: { unit: 'hour', aggregate: 1 },
  14_400: { unit: 'hour', aggregate: 4 },
  [DAY_SECONDS]: { unit: 'day', aggregate: 1 },
}

export type PageRequest = { pool: string; mint: string; seconds: number; before: number | null }

export type CandleClient = {
  /** The deepest pool; null: the service knows none. */
  pool(mint: string, call: Call): Promise<{ pool: string | null } | CandleOutage>
  /**
   * The newest candles that start before `before`, in seconds, or the newest of all, including an open one and some
   * whose last trades the service has not seen.
   */
  page(request: PageRequest, call: Call): Promise<PageAnswer>
  /** The end of the last call; null: there was none yet. `sinceMs`: how long this has been so. */
  health(): { outage: CandleOutage['outage'] | null; sinceMs: number } | null
  /** Seconds: nothing older is requested. */
  wall(): number
  close(): Promise<void>
}

type ClientState = Parts & {
  agent: Agent
  budget: CandleBudget
  headers: Record<string, string>
  /** Consecutive refusals by the limit of calls. */
  refusals: number
  last: { outage: CandleOutage['outage'] | null; since: number } | null
}

export function createCandleClient({ config, clock, log }: Parts): CandleClient {
  const client: ClientState = {
    config,
    clock,
    log,
    agent: new Agent({ connections: 4, headersTimeout: CALL_MS, bodyTimeout: CALL_MS }),
    budget: createCandleBudget({ clock, callsPerMinute: config.callsPerMinute }),
    headers: createHeaders(config),
    refusals: 0,
    last: null,
  }
  return {
    pool: (mint, call) => findPool(client, mint, call),
    page: (request, call) => fetchPage(client, request, call),
    health: () =>
      client.last && { outage: client.last.outage, sinceMs: clock.monotonic() - client.last.since },
    wall: () => wall(client),
    close: () => client.agent.destroy(),
  }
}

const createHeaders = ({ apiKey, plan }: CandlesConfig): Record<string, string> => ({
  accept: ACCEPT,
  ...(apiKey === null || plan === 'keyless' ? {} : { [KEY_HEADERS[plan]]: apiKey }),
})

const wall = ({ config, clock }: ClientState): number =>
  config.plan === 'pro' ? 0 : clock.now() / 1_000 - FREE_HISTORY_SECONDS

async function findPool(
  client: ClientState,
  mint: string,
  call: Call,
): Promise<{ pool: string | null } | CandleOutage> {
  const answer = await get(client, { path: `/networks/solana/tokens/${mint}/pools`, query: {} }, call)
  if ('outage' in answer) return answer
  if (answer.status === 404) return { pool: null }
  if (answer.status === 401) return unauthorised(client)
  return answer.status === 200 ? readPool(answer.body) : { outage: 'malformed' }
}

async function fetchPage(client: ClientState, request: PageRequest, call: Call): Promise<PageAnswer> {
  const { clock } = client
  const { seconds, before } = request
  const oldest = wall(client)
  const top = before ?? clock.now() / 1_000 + seconds
  const limit = Math.min(PAGE_ROWS, Math.ceil((top - oldest) / seconds))
  const path = pagePath(request)
  if (limit <= 0) return 'end'
  const answer = await get(client, { path, query: pageQuery(request, limit) }, call)
  if ('outage' in answer) return answer
  if (answer.status === 401) return isEnd(client.config, request, oldest) ? 'end' : unauthorised(client)
  if (answer.status !== 200) return { outage: 'malformed' }
  const rows = readPage(answer.body, seconds)
  if (rows === null) return { outage: 'malformed' }
  if (before === null) return { rows: rows.filter(({ time }) => time * 1_000 <= clock.now()) }
  // The answer to another request: its gaps prove nothing.
  if (rows.some(({ time }) => time > before)) return { outage: 'malformed' }
  return { rows: rows.filter(({ time }) => time < before) }
}

function pagePath({ pool, seconds }: PageRequest): string {
  const timeframe = TIMEFRAMES[seconds]
  if (!timeframe) throw new Error(`no service has candles of ${seconds} s`)
  return `/networks/solana/pools/${pool}/ohlcv/${timeframe.unit}`
}

const pageQuery = ({ mint, seconds, before }: PageRequest, limit: number): Record<string, string> => ({
  aggregate: String(TIMEFRAMES[seconds]?.aggregate),
  limit: String(limit),
  currency: 'usd',
  token: mint,
  // One more, cut off below: the documentation does not say whether the candle that starts then is included.
  ...(before === null ? {} : { before_timestamp: String(before + 1) }),
})

/** Whether a 401 says that the history ends here. With a key it may mean the key. */
const isEnd = ({ apiKey }: CandlesConfig, { seconds, before }: PageRequest, oldest: number): boolean =>
  apiKey === null || (before !== null && before - seconds < oldest + DAY_SECONDS)

function unauthorised(client: ClientState): CandleOutage {
  note(client, 'unauthorised')
  return { outage: 'unauthorised' }
}

function note(client: ClientState, outage: CandleOutage['outage'] | null): void {
  if (client.last === null || client.last.outage !== outage)
    client.last = { outage, since: client.clock.monotonic() }
}

async function get(
  client: ClientState,
  { path, query }: { path: string; query: Record<string, string> },
  call: Call,
): Promise<Answer> {
  const { config, budget } = client
  if (budget.isPaused()) return { outage: 'rate_limited' }
  if (!(await budget.take(call.lane, call.withinMs, call.signal))) return { outage: 'budget' }
  const search = new URLSearchParams(query).toString()
  const answer = await fetchText(client, `${config.url}${path}?${search}`, call.signal)
  if ('outage' in answer) noteOutage(client, answer, path)
  else {
    client.refusals = 0
    // Only the caller knows the meaning of a 401.
    if (answer.status !== 401) note(client, null)
  }
  return answer
}

function noteOutage(client: ClientState, { outage }: CandleOutage, path: string): void {
  const { budget, log } = client
  if (outage === 'rate_limited')
    budget.pause(PAUSES_MS[Math.min(client.refusals++, PAUSES_MS.length - 1)] ?? PAUSE_MS)
  else budget.pause(PAUSE_MS)
  log.warn({ service: 'candles', outage, path }, 'the candle service did not respond')
  note(client, outage)
}

async function fetchText(
  { clock, log, agent, headers }: ClientState,
  url: string,
  signal?: AbortSignal,
): Promise<Answer> {
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
    log.debug({ ...describe(error) }, 'a call to the candle service failed')
    if (late.signal.aborted) return { outage: 'timeout' }
    return { outage: status === null ? 'network' : 'cut_off' }
  } finally {
    cancel()
  }
}
