import { Loader, Progress, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Card } from '#ui/card.tsx'
import { percentOf, progressText, stepsOf, type StepStatus } from './progress.ts'
import type { RunState } from '../run/run-state.ts'
import css from './run-panels.module.css'

const icons: Record<StepStatus, React.ReactNode> = {
  pending: <IconCircle size={18} color="var(--mantine-color-dimmed)" />,
  loading: <Loader size={16} />,
  completed: <IconCircleCheck size={18} color="var(--good)" />,
  error: <IconCircleX size={18} color="var(--bad)" />,
}
const words: Record<StepStatus, string> = {
  pending: 'pending',
  loading: 'under way',
  completed: 'completed',
  error: 'failed',
}

/** The three steps of an operation and its settled transfers. */
export function ProgressPanel({ state }: { state: RunState }) {
  const percent = percentOf(state)
  return (
    <Card label="Progress">
      <ol className={css.steps}>
        {stepsOf(state).map((step) => (
          <li key={step.key} className={css.step} data-status={step.status} data-testid={`step-${step.key}`}>
            <span className={css.icon} aria-hidden="true">
              {icons[step.status]}
            </span>
            <span>
              {step.text}
              <span className="visually-hidden">: {words[step.status]}</span>
              {step.error && <span className={css.stepError}>{step.error}</span>}
            </span>
          </li>
        ))}
      </ol>
      <div className={css.meter}>
        <Progress.Root size="md" style={{ flex: 1 }}>
          <Progress.Section value={percent} aria-label="Transfers that are certain" />
        </Progress.Root>
        <span className="num" data-testid="percent">
          {percent}%
        </span>
      </div>
      <Text size="sm" c="dimmed" className="num" role="status">
        {progressText(state)}
      </Text>
    </Card>
  )
}
