/** The figures of the desk's work in /metrics. */
import type { Dropped } from '../adapters/bus/open.ts'
import type { Gauge } from '../metrics.ts'
import type { Market } from '../ports/market.ts'
import type { Strategies } from '../domains/strategies/index.ts'
import type { Transfers } from '../domains/transfers/index.ts'

type Parts = {
  transfers: Pick<Transfers, 'lookups'>
  strategies: Pick<Strategies, 'lookups'>
  market: Pick<Market, 'healthy'>
  dropped: Readonly<Dropped>
}

const OPEN = ['pending', 'running', 'resolving'] as const
const LIVE = ['active', 'paused', 'stopping'] as const

export function createGauges({ transfers, strategies, market, dropped }: Parts): Gauge[] {
  const open = async (of: 'count' | 'seconds') => {
    const counts = await transfers.lookups.countOpen()
    return OPEN.map((status) => ({
      labels: { status },
      value: counts.find((one) => one.status === status)?.[of] ?? 0,
    }))
  }
  return [
    {
      name: 'purser_market',
      help: '1: the market answers',
      read: async () => [{ value: (await market.healthy().catch(() => false)) ? 1 : 0 }],
    },
    {
      name: 'purser_operations_open',
      help: 'Operations that have not ended',
      labels: ['status'],
      read: () => open('count'),
    },
    {
      name: 'purser_oldest_open_operation_seconds',
      help: 'How long the oldest operation of a status has been open',
      labels: ['status'],
      read: () => open('seconds'),
    },
    {
      name: 'purser_strategies',
      help: 'Strategies that have not ended',
      labels: ['status'],
      async read() {
        const counts = await strategies.lookups.countLive()
        return LIVE.map((status) => ({
          labels: { status },
          value: counts.find((one) => one.status === status)?.count ?? 0,
        }))
      },
    },
    {
      name: 'purser_bus_messages_dropped',
      help: 'Messages over Redis since the start that no process of this desk has signed, of no known shape, or repeated',
      labels: ['reason'],
      read: async () => Object.entries(dropped).map(([reason, value]) => ({ labels: { reason }, value })),
    },
  ]
}
