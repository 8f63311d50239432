import { Button, Text } from '@mantine/core'
import { Card } from '../card.tsx'

type Props = { role: 'status' | 'alert'; text: string }

/** Takes the place of a page: the reason why it is missing, and the one thing that helps. */
export const PageNotice = ({ role, text }: Props) => (
  <Card label="Page not shown">
    <Text size="sm" mb="sm" role={role}>
      {text}
    </Text>
    <Button variant="default" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </Card>
)
