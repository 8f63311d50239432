import { Anchor, Skeleton, Stack, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { User } from '@purser/contract/accounts.ts'
import { Link } from 'react-router'
import { whitelistPath } from '#app/paths.ts'
import { useAuth } from '#features/accounts/auth.ts'
import { GuardSwitch } from '#features/accounts/guard-switch.tsx'
import { NetworkPanel } from '#features/accounts/network-panel.tsx'
import { ProfileForm } from '#features/accounts/profile-form.tsx'
import { SpendingLimitsCard } from '#features/accounts/spending-limits.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { useSpendingLimits } from '#features/accounts/use-spending-limits.ts'
import { NotificationSettings } from '#features/notifications/index.ts'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { useTitle } from '#ui/use-title.ts'
import { SERVER_DOWN_SENTENCE } from '@purser/contract/fault-texts.ts'

export function ProfilePage() {
  useTitle('Your Profile')
  const user = useAuth()?.user
  const limits = useSpendingLimits()
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
            <GuardSwitch
              user={user}
              guard="keys_need_code"
              fixed={limits.data?.limits ? 'Where funds are real it stays on.' : undefined}
            />
          </Card>
          <SpendingLimitsCard />
          {limits.isPending ? <Skeleton h={240} /> : <OtherCards user={user} />}
        </>
      ) : (
        <ErrorBox message={SERVER_DOWN_SENTENCE} />
      )}
    </Stack>
  )
}

/** The cards below the limits, which not every desk has; those of variable length come last. */
function OtherCards({ user }: { user: User }) {
  return (
    <>
      <Card label="Sends">
        <GuardSwitch user={user} guard="whitelist_only" />
        <Anchor component={Link} to={whitelistPath} size="sm" mt="sm" display="inline-block">
          Open the whitelist
        </Anchor>
      </Card>
      <Card label="Notifications">
        <NotificationSettings />
      </Card>
      <Card label="Sessions">
        <SessionList />
      </Card>
      <Card label="Network">
        <NetworkPanel />
      </Card>
    </>
  )
}
