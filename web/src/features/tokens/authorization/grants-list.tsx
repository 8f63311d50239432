import { Button, Text } from '@mantine/core'
import type { TokenGrant } from '@purser/contract/tokens/token-authorization.ts'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { Card } from '#ui/card.tsx'
import { EmptyRows, LoadingRows } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import type { Removal } from './remove-grant-dialog.tsx'
import type { useGrants } from './use-authorization.ts'
import css from './token-authorization.module.css'

type Props = { query: ReturnType<typeof useGrants>; onRemove: (removal: Removal) => void }

/** The grants of the user's tokens. */
export function GrantsList({ query, onRemove }: Props) {
  return (
    <Card label="Authorizations">
      <h2 className={css.title}>Authorizations</h2>
      <QueryError query={query} fallback="Failed to fetch the authorizations" />
      {query.isPending && <LoadingRows label="Loading authorizations" height={36} />}
      {query.data?.grants.length === 0 && (
        <EmptyRows text="Nobody else has access to your tokens. Grant Access on a token shares its name with another account." />
      )}
      <ul className={css.rows} aria-label="Authorizations">
        {query.data?.grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} onRemove={onRemove} />
        ))}
      </ul>
    </Card>
  )
}

function GrantRow({ grant, onRemove }: { grant: TokenGrant; onRemove: Props['onRemove'] }) {
  const { id, email: who, symbol, name, status, created_at } = grant
  return (
    <li className={css.row}>
      <span className={css.who}>{who}</span>
      <span className={css.what}>
        {name} ({symbol})
      </span>
      <Status status={status} />
      <span className={css.when}>
        <DateTime at={created_at} />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Revoke: ${symbol} for ${who}`}
        onClick={() => onRemove({ id, verb: 'Revoke', symbol, who })}
      >
        Revoke
      </Button>
    </li>
  )
}

function Status({ status }: Pick<TokenGrant, 'status'>) {
  const Icon = status === 'active' ? IconCheck : IconClock
  return (
    <Text
      size="sm"
      component="span"
      c={status === 'active' ? 'var(--good)' : 'var(--warn)'}
      className={css.status ?? ''}
      {...(status === 'pending' ? { title: 'Nobody has registered with this address yet' } : {})}
    >
      <Icon size={15} aria-hidden="true" /> {status === 'active' ? 'Active' : 'Pending'}
    </Text>
  )
}
