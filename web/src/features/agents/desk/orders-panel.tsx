import { Skeleton, Text } from '@mantine/core'
import { getUpcoming, type UpcomingOrder } from '@purser/contract/agents/agent-desk.ts'
import { CHART_POLL_MS } from '@purser/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import table from '#ui/data-table.module.css'
import { QueryError } from '#ui/states/query-error.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { call } from '#wire/api.ts'
import { isDown } from '#wire/fault.ts'
import { strategiesKey } from '../use-agents.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import css from './orders-panel.module.css'

/** The next orders, by the steps that run the strategy, and the order in flight. */
export function OrdersPanel({ agentId }: { agentId: number }) {
  const query = useQuery({
    // Refetched with the strategies whenever one changes.
    queryKey: [...strategiesKey, 'upcoming', agentId],
    queryFn: ({ signal }) => call(getUpcoming, { params: { id: agentId }, signal }),
    refetchInterval: CHART_POLL_MS,
    refetchOnWindowFocus: true,
  })
  const { data } = query
  return (
    <section className={css.panel} aria-label="Orders">
      {query.isPending && [1, 2].map((row) => <Skeleton key={row} h={30} mb={8} />)}
      {!data && <QueryError query={query} fallback="The orders could not be loaded." />}
      {data && isDown(query.error) && <StaleNote at={query.dataUpdatedAt} />}
      {data && (data.due.length > 0 || data.in_flight !== null) && (
        <table className={table.table ?? ''} aria-label="Open orders">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">What</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {data.in_flight !== null && (
              <tr>
                <td data-label="Order">{data.in_flight}</td>
                <td data-label="What">is on its way</td>
                <td data-label="When">now</td>
              </tr>
            )}
            {data.due.map((order) => (
              <DueRow key={`${order.order} ${order.side} ${order.condition}`} order={order} />
            ))}
          </tbody>
        </table>
      )}
      {data?.notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {data?.strategy_id === null && (
        <Text size="sm" c="dimmed">
          No strategy has run yet. Its orders stand here once you have executed a plan.
        </Text>
      )}
    </section>
  )
}

function DueRow({ order: { order, side, action, at, condition } }: { order: UpcomingOrder }) {
  return (
    <tr>
      <td data-label="Order">
        <span className={css[side]}>{side === 'buy' ? 'Buy' : 'Sell'}</span> {order}
      </td>
      <td data-label="What">{action}</td>
      <td data-label="When">
        {at !== null && <DateTime at={at} precision="second" />} {condition}
      </td>
    </tr>
  )
}
