import { Stack, Title } from '@mantine/core'
import { useAuth } from '#features/accounts/auth.ts'
import { KeyCodeSwitch } from '#features/accounts/key-code-switch.tsx'
import { ProfileForm } from '#features/accounts/profile-form.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { NotificationSettings } from '#features/notifications/index.ts'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/error-box.tsx'
import { useTitle } from '#ui/use-title.ts'
import { SERVER_DOWN_SENTENCE } from '@purser/contract/faults.ts'

export function ProfilePage() {
  useTitle('Your Profile')
  const user = useAuth()?.user
  return (
    <Stack gap="md" maw={640} mx="auto">
      <Title order={1} size="h3">
        Your Profile
      </Title>
      {user ? (
        <>
          <Card label="Name and email">
            <ProfileForm key={user.id} user={user} />
          </Card>
          <Card label="Private keys">
            <KeyCodeSwitch user={user} />
          </Card>
          <Card label="Sessions">
            <SessionList />
          </Card>
          <Card label="Notifications">
            <NotificationSettings />
          </Card>
        </>
      ) : (
        <ErrorBox message={SERVER_DOWN_SENTENCE} />
      )}
    </Stack>
  )
}
