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
      'Look at its URL, its key and its plan (SOLANA_RPC_URL, SOLANA_RPC_URLS), and whether this machine may reach it.',
  }),
  endpoint_other_network: ({ genesis }) => ({
    found: `is another network: ${genesis}`,
    remedy: 'Take the URL of your provider that is for mainnet-beta; endpoints of other networks must go.',
  }),
  endpoint_unhealthy: () => ({
    found: 'says that it is not healthy',
    remedy: 'Wait until it has caught up, or take another endpoint.',
  }),
  endpoint_lags: ({ slots }) => ({
    found: `is ${slots} slots behind`,
    remedy: 'Wait until it has caught up, or take another endpoint: what it says of balances is old.',
  }),
  endpoint_without_history: () => ({
    found: 'keeps no history of transactions',
    remedy: 'Take a plan with history: without it nobody can prove that a transaction did not land.',
  }),
  endpoint_silent: () => ({
    found: 'did not answer this question',
    remedy: 'Run the check again in a minute; if it stays, ask the provider whether the method is allowed.',
  }),
  no_endpoint: () => ({
    found: 'not tried: no endpoint of mainnet-beta answers',
    remedy: 'Mend the endpoints above first.',
  }),
  mint_unread: () => ({
    found: 'could not be read',
    remedy: 'Run the check again in a minute; if it stays, take an endpoint with a higher limit of calls.',
  }),
  mint_missing: () => ({
    found: 'is not there, or no mint',
    remedy: 'Do not trade: this endpoint does not show mainnet-beta as it is. Take another one.',
  }),
  mint_differs: ({ program, decimals, expected }) => ({
    found: `has ${decimals} decimals under ${program}, ${expected} under the token program are known`,
    remedy: 'Do not trade: this endpoint does not show mainnet-beta as it is. Take another one.',
  }),
  service_unauthorised: ({ setting }) => ({
    found: 'the key is refused',
    remedy: `Look at ${setting}: it is wrong, used up or not for this service; without one the free limits hold.`,
  }),
  service_rate_limited: ({ setting }) => ({
    found: 'too many calls',
    remedy: `Wait a minute. If another program shares the limit, give it its own key, or set ${setting}.`,
  }),
  service_away: ({ outage, host }) => ({
    found: `no answer from ${host} (${outage})`,
    remedy: 'Look at the status page of the service, and whether this machine may reach it by HTTPS.',
  }),
  no_price: () => ({
    found: 'the service knows no price of SOL',
    remedy: 'Wait until the service is whole again: it answers, but not as documented.',
  }),
  no_candles: () => ({
    found: 'no candle of SOL',
    remedy: 'Wait until the service is whole again; until then charts and backtests have nothing to show.',
  }),
  no_quote: ({ reason }) => ({
    found: reason,
    remedy: 'Wait until the service is whole again: SOL to USDC has a route at all times.',
  }),
  route_refused: ({ reason }) => ({
    found: `the route is refused: ${reason}`,
    remedy:
      'Do not trade: the service answers otherwise than documented. Look for a newer version of Purser.',
  }),
  no_payer: () => ({
    found: 'no wallet to simulate with',
    remedy:
      'Name one that holds at least 0.05 SOL: npm run check:mainnet -- ADDRESS. Nothing of it is spent.',
  }),
  simulation_failed: ({ reason }) => ({
    found: `the simulation failed: ${reason}`,
    remedy: 'Run the check again; if it stays, do not trade and look for a newer version of Purser.',
  }),
  check_broken: () => ({
    found: 'the check itself failed',
    remedy: 'Run it again with LOG_LEVEL=debug and report what it says.',
  }),
}

export const remedyOf = (failure: Failure): Remedy =>
  (REMEDIES[failure.code] as (failure: Failure) => Remedy)(failure)
