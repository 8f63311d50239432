import { Button, Text } from '@mantine/core'
import { once } from './agent-list.tsx'
import { FirstSteps } from './guide/first-steps.tsx'
import css from './desk-welcome.module.css'

type Props = { onCreate: () => void; creating: boolean }

/** In place of a desk while no agent is selected. */
export function DeskWelcome({ onCreate, creating }: Props) {
  return (
    <section className={`surface ${css.welcome}`} data-desk="welcome">
      <h2 className={css.title}>Welcome to Trading Agent</h2>
      <Text c="dimmed" maw={460} ta="center">
        Create a new agent or select an existing one to get started with automated trading.
      </Text>
      <Button onClick={once(onCreate)} disabled={creating}>
        Create Agent
      </Button>
      <FirstSteps onCreateAgent={onCreate} creating={creating} />
    </section>
  )
}
