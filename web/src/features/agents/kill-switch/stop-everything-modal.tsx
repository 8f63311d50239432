import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { StopAllAnswer, Stoppable, StoppedStrategy } from '@purser/contract/strategies/stop-all.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { agentName } from '../agent-name.ts'
import { statusNames } from '../strategies/strategy-sort.ts'
import { sentencesOf, useStopAll } from './use-stop-all.ts'
import css from './stop-everything.module.css'

/** Lists what will be stopped, asks once, and shows the result. */
export function StopEverythingModal({ onClose }: { onClose: () => void }) {
  const { running, stop } = useStopAll()
  const done = stop.data
  return (
    <Dialog onClose={onClose} title={done ? 'Stopped' : 'Stop everything'} size="lg">
      <Stack gap="md">
        {done ? (
          <Result answer={done} still={running.data?.strategies} />
        ) : (
          <>
            {running.isPending && <Skeleton h={120} role="status" aria-label="Loading what is running" />}
            {running.isError && (
              <ErrorBox
                message={`${sentence(running.error, 'What is running could not be loaded.')} Stopping works anyway.`}
                onRetry={() => void running.refetch()}
                retrying={running.isFetching}
              />
            )}
            {running.data && <Preview running={running.data} />}
            {stop.isError && (
              <ErrorBox
                message={sentence(stop.error, 'Not everything could be stopped. Please try again.')}
              />
            )}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          {done ? (
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={stop.isPending}>
                Cancel
              </Button>
              <BusyButton color="red.9" onClick={() => stop.mutate()} busy={stop.isPending} data-autofocus>
                {stop.isPending ? 'Stopping...' : 'Stop everything'}
              </BusyButton>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Preview({ running }: { running: Stoppable }) {
  const { strategies } = running
  const more = sentencesOf(running)
  if (strategies.length === 0 && more.length === 0)
    return (
      <Text size="sm">
        No strategy runs, no trading bot runs, automatic top-up is off and nothing is being sent. Anything
        that starts in the meantime is stopped too.
      </Text>
    )
  return (
    <>
      {strategies.length > 0 && (
        <>
          <Text size="sm">
            {strategies.length === 1 ? 'This strategy' : `These ${strategies.length} strategies`} will be
            stopped. Nothing new starts, and orders in flight are completed first.
          </Text>
          <Strategies strategies={strategies} />
        </>
      )}
      {more.length > 0 && (
        <ul className={css.more}>
          {more.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Strategies({ strategies }: { strategies: StoppedStrategy[] }) {
  return (
    <ul className={css.list} aria-label="Strategies">
      {strategies.map((strategy) => (
        <li key={strategy.strategy_id} className={css.item}>
          <span className={css.name}>
            {strategy.agent_name === null ? 'Deleted agent' : agentName(strategy.agent_name)}
          </span>
          <span className={css.state}>
            {statusNames[strategy.status]}
            {strategy.sells && ['active', 'paused'].includes(strategy.status) && ', sells on stop'}
          </span>
          <span className={css.goal}>{strategy.goal}</span>
        </li>
      ))}
    </ul>
  )
}

/** `still`: the strategies that are still running. */
function Result({ answer, still }: { answer: StopAllAnswer; still: StoppedStrategy[] | undefined }) {
  const waits = new Set((still ?? answer.strategies).map((strategy) => strategy.strategy_id))
  const strategies = answer.strategies.map((strategy) =>
    strategy.status === 'stopping' && !waits.has(strategy.strategy_id)
      ? { ...strategy, status: 'stopped' as const }
      : strategy,
  )
  const open = strategies.some((strategy) => strategy.status === 'stopping')
  return (
    <>
      <Alert
        variant="light"
        color={open ? 'yellow' : 'teal'}
        role="status"
        icon={open ? <IconClock size={18} /> : <IconCircleCheck size={18} />}
      >
        <Text size="sm">
          {answer.message}
          {answer.stopping > 0 && !open && ' By now all have ended.'}
        </Text>
      </Alert>
      {strategies.length > 0 && <Strategies strategies={strategies} />}
    </>
  )
}
