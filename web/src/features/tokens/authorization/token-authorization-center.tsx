import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { AUTHORIZATION_PAGE, type AuthorizableToken } from '@purser/contract/tokens/token-authorization.ts'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { EmptyRows } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { CreateTokenDialog } from '../creation/create-token-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { GrantsList } from './grants-list.tsx'
import { type Removal, RemoveGrantDialog } from './remove-grant-dialog.tsx'
import { SharedTokens } from './shared-tokens.tsx'
import { TokenCard } from './token-card.tsx'
import { authorizationKey, useAuthorizableTokens, useGrants } from './use-authorization.ts'
import { namedTokensKey } from '../use-named-tokens.ts'
import css from './token-authorization.module.css'

type Opened =
  | { dialog: 'create' }
  | { dialog: 'grant'; token: AuthorizableToken }
  | { dialog: 'remove'; removal: Removal }

/** The user's tokens, the accounts that may use them, and the tokens that others share. */
export function TokenAuthorizationCenter() {
  const email = useAuth()?.user?.email
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Opened>()
  const tokens = useAuthorizableTokens(email, page)
  const grants = useGrants()
  const close = () => setOpened(undefined)
  const remove = (removal: Removal) => setOpened({ dialog: 'remove', removal })
  const refresh = () => {
    void client.invalidateQueries({ queryKey: authorizationKey })
    void client.invalidateQueries({ queryKey: namedTokensKey })
  }
  const listed = tokens.data?.data.data.data ?? []
  const pages = Math.max(1, Math.ceil((tokens.data?.data.data.count ?? 0) / AUTHORIZATION_PAGE))
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ dialog: 'create' })}>
      Create token
    </Button>
  )
  return (
    <Stack gap="md">
      <div className={css.head}>
        <h2 className={css.title}>Token Authorization Center</h2>
        <Group gap="sm">
          <Text size="xs" c="dimmed" component="span" className={css.updated ?? ''}>
            {tokens.data && (
              <>
                Updated <TimeAgo at={tokens.dataUpdatedAt} />
              </>
            )}
          </Text>
          <BusyButton
            variant="default"
            leftSection={<IconRefresh size={16} />}
            busy={tokens.isFetching}
            onClick={refresh}
          >
            Refresh
          </BusyButton>
          {create}
        </Group>
      </div>
      <Stats stats={tokens.data?.stats} />
      <QueryError query={tokens} fallback="Failed to fetch your tokens" />
      {tokens.isPending && !tokens.isError && <LoadingCards />}
      {tokens.data?.data.data.count === 0 && (
        <div className={`surface ${css.none}`}>
          <EmptyRows text="You have not created a token yet. A token that you create is listed here with its price, and you can let other accounts use it by name.">
            {create}
          </EmptyRows>
        </div>
      )}
      {listed.length > 0 && (
        <ul className={css.cards} aria-label="Your Tokens">
          {listed.map((token) => (
            <TokenCard key={token.id} token={token} onGrant={() => setOpened({ dialog: 'grant', token })} />
          ))}
        </ul>
      )}
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
      <GrantsList query={grants} onRemove={remove} />
      <SharedTokens onRemove={remove} />
      {opened?.dialog === 'create' && <CreateTokenDialog onClose={close} />}
      {opened?.dialog === 'grant' && email !== undefined && (
        <GrantDialog token={opened.token} ownerEmail={email} onClose={close} />
      )}
      {opened?.dialog === 'remove' && <RemoveGrantDialog removal={opened.removal} onClose={close} />}
    </Stack>
  )
}

type Counts = { totalTokens: number; activeAuthorizations: number; pendingRequests: number }

function Stats({ stats }: { stats: Counts | undefined }) {
  const shown: [string, number | undefined][] = [
    ['Your Tokens', stats?.totalTokens],
    ['Active Authorizations', stats?.activeAuthorizations],
    ['Pending Requests', stats?.pendingRequests],
  ]
  return (
    <dl className={css.stats}>
      {shown.map(([name, value]) => (
        <div key={name} className={`surface ${css.stat}`}>
          <dt>{name}</dt>
          <dd className="num">{value === undefined ? '–' : value.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}

const LoadingCards = () => (
  <div className={css.cards} role="status" aria-label="Loading your tokens">
    <Skeleton className={css.none ?? ''} radius="md" />
  </div>
)

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <Group justify="center" gap="sm">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text size="sm" component="span">
        Page {page} of {pages}
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  )
}
