import { Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { WhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { useState } from 'react'
import { useAuth } from '#features/accounts/index.ts'
import { Card } from '#ui/card.tsx'
import { EmptyRows, LoadingRows } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { AddForm } from './add-form.tsx'
import { EntriesTable } from './entries-table.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useWhitelist } from './use-whitelist.ts'
import { WhitelistCards } from './whitelist-cards.tsx'
import css from './whitelist.module.css'

/** Pairs of wallet and token that may be sent to. */
export function WhitelistTab() {
  const query = useWhitelist()
  const [removing, setRemoving] = useState<WhitelistEntry>()
  const narrow = useMediaQuery('(max-width: 40em)') ?? false
  const entries = query.data
  return (
    <Stack gap="md">
      <WhitelistCards />
      <Card label="Add an entry">
        <h2 className="section-title">Add an entry</h2>
        <SwitchNote />
        <AddForm />
      </Card>
      <Card label="Whitelist">
        <h2 className={`section-title ${css.title}`}>Entries</h2>
        {query.isPending && <LoadingRows label="Loading whitelist entries" height={44} />}
        <QueryError query={query} fallback="Failed to fetch whitelist entries" />
        {entries?.length === 0 && (
          <EmptyRows text="No whitelist entries yet. Add a recipient address and the mint of a token." />
        )}
        {entries && entries.length > 0 && (
          <EntriesTable entries={entries} narrow={narrow} onRemove={setRemoving} />
        )}
      </Card>
      {removing && <RemoveDialog entry={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  )
}

/** Says whether the list applies, and where to switch it. */
function SwitchNote() {
  const user = useAuth()?.user
  if (!user) return null
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {user.whitelist_only
        ? 'The whitelist is enforced. Sends outside your own wallets go to these pairs only.'
        : 'The whitelist is not enforced. Turn it on in Profile.'}
    </Text>
  )
}
