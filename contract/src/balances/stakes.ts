/** The stakes of a desk: real funds, or none. Shown wherever somebody could mistake one for the other. */
import type { Cluster } from '../system.ts'

/** 'practice': test funds at mainnet's prices. */
export type Stakes = 'real' | 'practice' | 'test'
type Settings = { cluster: Cluster; market: 'simulated' | 'live' }

export function getStakes({ cluster, market }: Settings): Stakes {
  if (cluster === 'mainnet-beta') return 'real'
  return market === 'live' ? 'practice' : 'test'
}

/**
 * `badge`: stands beside the cluster's name if it adds something, `short` if there is little room; `note`: stands on
 * the pages to sign in, and first in the log.
 */
export const stakesTexts: Record<
  Stakes,
  { badge: string | null; short: string | null; title: string; note: string | null }
> = {
  real: {
    badge: 'mainnet-beta, real funds',
    short: 'real funds',
    title: 'Funds are real',
    note: 'Funds on this desk are real. It trades on Solana mainnet-beta, and transfers there cannot be reversed.',
  },
  practice: {
    badge: 'practice, live prices',
    short: 'practice',
    title: 'Practice on the local network: mainnet prices, funds worth nothing',
    note: 'This desk is for practice: prices are those of Solana mainnet-beta; funds are test funds and worth nothing.',
  },
  test: { badge: null, short: null, title: 'Test network: funds are worth nothing', note: null },
}
