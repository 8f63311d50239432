import { Button, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { liveTexts } from '@purser/contract/live-texts.ts'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { endedSince, placeOf, viewOf } from '../run/run-store.ts'
import { type Kind, PLACES } from '../kinds.ts'
import type { Running } from '../run/running-operations.ts'
import type { useHolders } from '../selection/use-holders.ts'
import type { Runner } from '../run/use-run.ts'
import css from '../distribution-center.module.css'

/** Resumes the newest running operation, unless this tab has a run or another tab shows it. */
export function useResumeRunning(runner: Runner, running: Running[], kind: Kind): void {
  const { place, state, resume } = runner
  useEffect(() => {
    // A run saved before a reload takes precedence.
    if (state || viewOf(place)) return
    const one = running.find(
      ({ id, kind: its, requestedAt = 0 }) =>
        its === kind && !endedSince(id, requestedAt) && !placeOf(id, PLACES),
    )
    if (one) resume(kind, one.id)
  }, [running, kind, place, state, resume])
}

type Props = {
  /** 'SOL moves' between wallets. */
  what: string
  holders: ReturnType<typeof useHolders>
  /** Shown as loading although the wallets are known. */
  waits?: boolean
  groups: ReactNode
  side: ReactNode
  bar: ReactNode
}

/** Groups on the left, settings on the right, the button below; with the loading, error and empty states. */
export function TabFrame({ what, holders, waits = false, groups, side, bar }: Props) {
  if (holders.isPending || (waits && holders.data && holders.data.byId.size > 0))
    return (
      <div role="status" aria-label="Loading wallets">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} h={120} mb={12} />
        ))}
      </div>
    )
  if (!holders.data)
    return (
      <ErrorBox
        message={sentence(holders.error, liveTexts.loadFailed)}
        onRetry={() => void holders.refetch()}
        retrying={holders.isFetching}
      />
    )
  if (holders.data.byId.size === 0)
    return (
      <Stack align="center" gap="sm" py={56}>
        <Text size="sm" c="dimmed" ta="center">
          {what} between wallets of yours. There are none yet.
        </Text>
        <Button component={Link} to={paths.wallets}>
          Generate wallets
        </Button>
      </Stack>
    )
  return (
    <>
      {holders.isError && (
        <Stack mb="sm">
          <ErrorBox
            message={sentence(holders.error, liveTexts.loadFailed)}
            onRetry={() => void holders.refetch()}
            retrying={holders.isFetching}
          />
        </Stack>
      )}
      <div className={css.split}>
        {groups}
        <div className={css.side}>{side}</div>
      </div>
      {bar}
    </>
  )
}

type BarProps = {
  selected: string
  total: string
  button: string
  disabled: boolean
  /** Nothing is missing: the button leads on. */
  ready: boolean
  /** The reason why the last click led nowhere. */
  complaint: string | undefined
  onExecute: () => void
}

/** The totals, and the button that opens the preview. */
export function ActionBar({ selected, total, button, disabled, ready, complaint, onExecute }: BarProps) {
  return (
    <section className={css.bar} aria-label="Summary">
      <div className={css.figures}>
        <span className="num">
          Selected: <strong>{selected}</strong>
        </span>
        <span className="num">
          Total: <strong>{total}</strong>
        </span>
      </div>
      <FieldError>{complaint}</FieldError>
      <Button disabled={disabled} variant={ready || disabled ? 'filled' : 'default'} onClick={onExecute}>
        {button}
      </Button>
    </section>
  )
}
