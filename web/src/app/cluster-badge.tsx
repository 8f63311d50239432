import { Badge, Box } from '@mantine/core'
import { getStakes, stakesTexts } from '@purser/contract/balances/stakes.ts'
import { useState } from 'react'
import { lastKnownStatus, useServerStatus } from '#wire/status.ts'
import css from './shell.module.css'

/** White text on each of them is readable in both modes. */
const COLORS = { real: '#b42318', practice: '#175cd3', test: 'gray' }

/**
 * Names the network on every page; real funds and practice at live prices have a colour of their own. Until the server
 * has named it, the room of the last badge is kept empty, so that the links beside it do not move.
 */
export function ClusterBadge() {
  const { data } = useServerStatus()
  const [last] = useState(lastKnownStatus)
  const status = data ?? last
  if (!status) return null
  const stakes = getStakes(status)
  const { badge, short, title } = stakesTexts[stakes]
  const name = badge ?? status.cluster
  return (
    <Badge
      variant={stakes === 'test' ? 'default' : 'filled'}
      color={COLORS[stakes]}
      size="sm"
      tt="none"
      className={css.cluster ?? ''}
      data-unseen={data === undefined || undefined}
      title={title}
    >
      {short === null ? (
        name
      ) : (
        <>
          <Box component="span" visibleFrom="xs">
            {name}
          </Box>
          <Box component="span" hiddenFrom="xs">
            {short}
          </Box>
        </>
      )}
    </Badge>
  )
}
