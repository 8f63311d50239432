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
              <DueRow
                key={`${order.order} ${order.side} ${order.condition}`}
                order={order}
                now={query.dataUpdatedAt}
              />
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

type DueProps = { order: UpcomingOrder; now: number }

function DueRow({ order: { order, side, action, at, condition }, now }: DueProps) {
  return (
    <tr>
      <td data-label="Order">
        <span className={css[side]}>{side === 'buy' ? 'Buy' : 'Sell'}</span> {order}
      </td>
      <td data-label="What">{action}</td>
      <td data-label="When">
        {at !== null && <Due at={at} now={now} />} {condition}
      </td>
    </tr>
  )
}

/** The time of day, in the device's time zone; with the date if that is another day. */
function Due({ at, now }: { at: string; now: number }) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const)
  return (
    <time dateTime={at} title={date.toLocaleString()} className={css.due}>
      {date.toLocaleString('en-GB', { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' })}
    </time>
  )
}
