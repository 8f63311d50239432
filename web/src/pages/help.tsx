import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { PlanHelp } from '#features/agents/guide/plan-help.tsx'
import { useTitle } from '#ui/use-title.ts'

export function HelpPage() {
  useTitle('Help')
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        What an agent can do
      </Title>
      <Text size="sm" c="dimmed" mb="md" maw={760}>
        Say in your own words what to trade. The agent answers with a plan, its cost and what can go wrong; it
        trades only once you execute that plan. Send puts an example into the chat of your first agent on the{' '}
        <Anchor component={Link} to={paths.dashboard} inherit underline="always">
          dashboard
        </Anchor>
        : nothing is bought by it.
      </Text>
      <PlanHelp />
    </>
  )
}
