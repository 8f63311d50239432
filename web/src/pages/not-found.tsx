import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Center.css'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useTitle } from '#ui/use-title.ts'

export function NotFoundPage() {
  useTitle('Not found')
  return (
    <Center mih={320}>
      <Stack gap="xs" align="center">
        <Title order={1} size="h3">
          There is nothing at this address.
        </Title>
        <Text size="sm">
          <Anchor component={Link} to={paths.dashboard} underline="always">
            Go to the dashboard
          </Anchor>
        </Text>
      </Stack>
    </Center>
  )
}
