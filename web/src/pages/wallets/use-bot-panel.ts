import { useMediaQuery } from '@mantine/hooks'
import type { BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import { useCallback, useState } from 'react'
import type { View } from '#features/wallets/view.ts'
import type { ChangePlace } from './use-wallets-place.ts'
import type { Place } from './wallets-place.ts'

/** The widths are those of wallets.module.css. The panel is beside the list, with room for all columns of it; */
const ROOMY = '(min-width: 1600px)'
/** beside it, where some columns give way; */
const BESIDE = '(min-width: 1340px)'
/** above it, at the right; and on a phone above all of the page. */
const COVERING = '(max-width: 640px)'
const AT_ONCE = { getInitialValueInEffect: false } as const

type Props = {
  view: View
  bots: ReadonlyMap<number, BotStatus>
  place: Place
  change: ChangePlace
}

/** The panel of the bot of the open group: open on request, and by itself while the bot runs, if there is room. */
export function useBotPanel({ view, bots, place, change }: Props) {
  const isRoomy = useMediaQuery(ROOMY, false, AT_ONCE)
  const isBeside = useMediaQuery(BESIDE, false, AT_ONCE)
  const isCovering = useMediaQuery(COVERING, false, AT_ONCE)
  const groupId = typeof view === 'number' ? view : undefined
  // It stays open when the bot stops: its figures are read afterwards.
  const [opened, setOpened] = useState<number>()
  if (isRoomy && groupId !== undefined && bots.has(groupId) && opened !== groupId) setOpened(groupId)
  const opensItself = groupId !== undefined && opened === groupId
  const isOpen = groupId !== undefined && (place.bot === 'open' || (place.bot === 'auto' && opensItself))
  const toggle = useCallback(
    (open: boolean) =>
      change('replace', (before) => ({ ...before, bot: open ? 'open' : opensItself ? 'closed' : 'auto' })),
    [change, opensItself],
  )
  return {
    /** The group whose panel is open. */
    open: isOpen ? groupId : undefined,
    /** The table has no room for all columns. */
    isTight: isOpen && isBeside && !isRoomy,
    isFloating: !isBeside,
    covers: isOpen && isCovering,
    toggle,
  }
}
export type BotPanelState = ReturnType<typeof useBotPanel>
