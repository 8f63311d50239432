/** Why a line of the operator's check failed, and what to do about it. */

export type Failure =
  | { code: 'endpoint_away' }
  /** `genesis`: its own answer. */
  | { code: 'endpoint_other_network'; genesis: string }
  | { code: 'endpoint_unhealthy' }
  | { code: 'endpoint_lags'; slots: bigint }
  | { code: 'endpoint_without_history' }
  | { code: 'endpoint_silent' }
  | { code: 'no_endpoint' }
  | { code: 'mint_unread' }
  | { code: 'mint_missing' }
  | { code: 'mint_differs'; program: string; decimals: number; expected: number }
  | { code: 'service_unauthorised'; setting: string }
  | { code: 'service_rate_limited'; setting: string }
  | { code: 'service_away'; outage: string; host: string }
  | { code: 'no_price' }
  | { code: 'no_candles' }
  | { code: 'no_quote'; reason: string }
  | { code: 'route_refused'; reason: string }
  | { code: 'no_payer' }
  | { code: 'simulation_failed'; reason: string }
  | { code: 'check_broken' }

type Remedy = { found: string; remedy: string }
type Remedies = { [C in Failure['code']]: (failure: Extract<Failure, { code: C }>) => Remedy }

const REMEDIES: Remedies = {
  endpoint_away: () => ({
    found: 'does not answer',
    remedy:
      'Check its URL, its key and its plan (SOLANA_RPC_URL, SOLANA_RPC_URLS), and whether this machine can reach it.',
  }),
  endpoint_other_network: ({ genesis }) => ({
    found: `is a different network: ${genesis}`,
    remedy: 'Use the mainnet-beta URL of your provider; remove endpoints of other networks.',
  }),
  endpoint_unhealthy: () => ({
    found: 'reports that it is unhealthy',
    remedy: 'Wait until it has caught up, or use another endpoint.',
  }),
  endpoint_lags: ({ slots }) => ({
    found: `is ${slots} slots behind`,
    remedy: 'Wait until it has caught up, or use another endpoint: its balances are out of date.',
  }),
  endpoint_without_history: () => ({
    found: 'keeps no transaction history',
    remedy: 'Choose a plan with history: without it, nobody can prove that a transaction did not land.',
  }),
  endpoint_silent: () => ({
    found: 'did not answer this request',
    remedy:
      'Run the check again in a minute; if this persists, ask the provider whether the method is allowed.',
  }),
  no_endpoint: () => ({
    found: 'not tried: no mainnet-beta endpoint responds',
    remedy: 'Fix the endpoints above first.',
  }),
  mint_unread: () => ({
    found: 'could not be read',
    remedy: 'Run the check again in a minute; if this persists, use an endpoint with a higher rate limit.',
  }),
  mint_missing: () => ({
    found: 'does not exist or is not a mint',
    remedy: 'Do not trade: this endpoint does not show mainnet-beta as it is. Take another one.',
  }),
  mint_differs: ({ program, decimals, expected }) => ({
    found: `has ${decimals} decimals under ${program}; expected ${expected} under the token program`,
    remedy: 'Do not trade: this endpoint does not show mainnet-beta as it is. Take another one.',
  }),
  service_unauthorised: ({ setting }) => ({
    found: 'the key was rejected',
    remedy: `Check ${setting}: it is wrong, used up or not for this service; without one, the free limits apply.`,
  }),
  service_rate_limited: ({ setting }) => ({
    found: 'too many calls',
    remedy: `Wait a minute. If another program shares the limit, give it its own key, or set ${setting}.`,
  }),
  service_away: ({ outage, host }) => ({
    found: `no answer from ${host} (${outage})`,
    remedy: 'Check the status page of the service, and whether this machine can reach it over HTTPS.',
  }),
  no_price: () => ({
    found: 'the service has no SOL price',
    remedy: 'Wait until the service recovers: it responds, but not as documented.',
  }),
  no_candles: () => ({
    found: 'no SOL candles',
    remedy: 'Wait until the service recovers; until then, charts and backtests have nothing to show.',
  }),
  no_quote: ({ reason }) => ({
    found: reason,
    remedy: 'Wait until the service recovers: SOL to USDC always has a route.',
  }),
  route_refused: ({ reason }) => ({
    found: `the route was rejected: ${reason}`,
    remedy: 'Do not trade: the service does not respond as documented. Look for a newer version of Purser.',
  }),
  no_payer: () => ({
    found: 'no wallet to simulate with',
    remedy: 'Name one that holds at least 0.05 SOL: npm run check:mainnet -- ADDRESS. None of it is spent.',
  }),
  simulation_failed: ({ reason }) => ({
    found: `the simulation failed: ${reason}`,
    remedy: 'Run the check again; if this persists, do not trade and look for a newer version of Purser.',
  }),
  check_broken: () => ({
    found: 'the check itself failed',
    remedy: 'Run it again with LOG_LEVEL=debug and report what it says.',
  }),
}

export const getRemedy = (failure: Failure): Remedy =>
  (REMEDIES[failure.code] as (failure: Failure) => Remedy)(failure)
