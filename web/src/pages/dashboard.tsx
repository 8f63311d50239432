import { Title } from '@mantine/core'
import { useTitle } from '#ui/use-title.ts'

export function DashboardPage() {
  useTitle('Dashboard')
  return <Title order={1}>Trading Agent Dashboard</Title>
}
