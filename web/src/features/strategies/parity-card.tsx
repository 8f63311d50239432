import { Badge, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Skeleton.css'
import { percentText } from '@purser/contract/market/percent-text.ts'
import { getParity, type Parity, type ParityDifference } from '@purser/contract/strategies/parity.ts'
import { useQuery } from '@tanstack/react-query'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import type { Figure } from '#ui/formats/figures.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { FigureList } from './figure-list.tsx'
import { CAUSE_WORDS, KIND_WORDS } from './parity-words.ts'
import { dateText } from '#ui/dates/date-text.ts'
import css from './parity-card.module.css'

type Props = { agentId: number; strategyId: string }

const stepWords = (seconds: number) => (seconds === 0 ? 'continuous' : `every ${seconds} s`)

/** The last run beside the same steps over the market's history, with each difference and its cause. */
export function ParityCard({ agentId, strategyId }: Props) {
  const query = useQuery({
    queryKey: ['parity', agentId, strategyId],
    queryFn: ({ signal }) => call(getParity, { params: { id: agentId, strategyId }, retry: never, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const parity = query.data
  return (
    <section className={css.card} aria-label="Parity">
      {query.isPending && (
        <div role="status" aria-label="Replaying the run">
          <Skeleton h={84} mb={12} />
          <Skeleton h={150} />
        </div>
      )}
      <QueryError query={query} fallback="The run could not be replayed." />
      {parity && (
        <>
          <div className={css.head}>
            <span>
              {dateText(parity.from, 'second')} to {dateText(parity.to, 'second')}
            </span>
            <BusyButton
              size="compact-xs"
              variant="default"
              busy={query.isFetching}
              loader
              onClick={() => void query.refetch()}
            >
              Replay again
            </BusyButton>
          </div>
          <Summary parity={parity} />
          <Differences parity={parity} />
          <details className={css.how}>
            <summary>How it is compared</summary>
            <ul>
              {parity.assumptions.map((assumption) => (
                <li key={assumption}>{assumption}</li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  )
}

const returnText = (percent: number | null) => (percent === null ? 'n/a' : percentText(percent))

function Summary({ parity }: { parity: Parity }) {
  const count = (value: number) => value.toLocaleString('en')
  const figures: Figure[] = [
    ['Orders live', count(parity.orders_live)],
    ['Orders in the replay', count(parity.orders_replay)],
    ['Matching orders', count(parity.orders_matched)],
    ['Return live', returnText(parity.return_live_percent)],
    ['Return in the replay', returnText(parity.return_replay_percent)],
    ['Differences', count(parity.differences_total)],
    ['Unexplained', count(parity.unexplained)],
    ['Longest poll interval', `${parity.longest_look_seconds.toFixed(1)} s`],
    ['Price history', stepWords(parity.resolution_seconds)],
  ]
  return <FigureList figures={figures} className={css.figures} />
}

function Differences({ parity }: { parity: Parity }) {
  const { differences, differences_total: total, by_cause: causes } = parity
  if (total === 0)
    return (
      <p className={css.none} role="status">
        No differences: replay and live run match.
      </p>
    )
  return (
    <>
      <p className={css.causes}>
        {causes.map(({ cause, count }) => `${CAUSE_WORDS[cause]} ${count.toLocaleString('en')}`).join(' · ')}
      </p>
      <ul className={css.list} aria-label="Differences">
        {differences.map((difference, n) => (
          // Two differences may be equal.
          <Difference key={`${n} ${difference.at}`} difference={difference} />
        ))}
      </ul>
      {total > differences.length && (
        <p className={css.causes}>
          {differences.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed.
        </p>
      )}
    </>
  )
}

function Difference({ difference }: { difference: ParityDifference }) {
  const { at, order, kind, live, replay, cause, detail } = difference
  return (
    <li className={css.difference}>
      <div className={css.what}>
        <span className={css.time}>{dateText(at, 'second')}</span>
        <strong>{KIND_WORDS[kind]}</strong>
        {order !== null && <span>order {order}</span>}
        <Badge color={cause === 'unexplained' ? 'red.8' : 'gray.7'} variant="filled" tt="none">
          {CAUSE_WORDS[cause]}
        </Badge>
      </div>
      <dl className={css.sides}>
        <dt>Live</dt>
        <dd>{live ?? 'nothing'}</dd>
        <dt>Replay</dt>
        <dd>{replay ?? 'nothing'}</dd>
      </dl>
      <p className={css.detail}>{detail}</p>
    </li>
  )
}
