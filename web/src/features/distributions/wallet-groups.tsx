import { Button, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { DEFAULT_GROUP_COLOR } from '@purser/contract/limits.ts'
import { memo, useCallback, useState } from 'react'
import type { Holder, HolderGroup } from './holders.ts'
import {
  EXPANDED_MAX,
  groupChoice,
  SCROLL_ABOVE,
  scrollNote,
  type Eligible,
  type GroupChoice,
  type Selection,
} from './selection.ts'
import type { TileTokens } from './tile-tokens.tsx'
import { ScrollingTiles, TileGrid } from './tile-grid.tsx'
import { WalletTile } from './wallet-tile.tsx'
import css from './wallet-groups.module.css'

type Props = {
  groups: HolderGroup[]
  selection: Selection
  eligible: Eligible
  /** What a group's button selects. */
  inGroup: Eligible
  tokens: TileTokens | undefined
  badge: 'SRC' | 'DEST'
  disabled: boolean
  onWallet: (holder: Holder) => void
  onGroup: (choice: GroupChoice) => void
}

/** The wallets by group, to select from. */
export const WalletGroups = memo(function WalletGroups({ groups, ...rest }: Props) {
  return (
    <div className={css.groups}>
      {groups.map((group) => (
        <GroupSection key={group.key} group={group} {...rest} />
      ))}
    </div>
  )
})

function GroupSection(props: Omit<Props, 'groups'> & { group: HolderGroup }) {
  const { group, selection, eligible, inGroup, tokens, badge, disabled, onWallet, onGroup } = props
  const { holders } = group
  const [open, setOpen] = useState(holders.length <= EXPANDED_MAX)
  const choice = groupChoice(holders, selection, inGroup)
  const { chosen, picked } = selection
  const draw = useCallback(
    (holder: Holder) => (
      <WalletTile
        key={holder.id}
        holder={holder}
        tokens={tokens}
        badge={holder.id === chosen ? badge : undefined}
        picked={picked.has(holder.id)}
        disabled={
          disabled ||
          (chosen !== undefined && holder.id !== chosen && !picked.has(holder.id) && !eligible(holder))
        }
        onClick={onWallet}
      />
    ),
    [chosen, picked, badge, disabled, eligible, tokens, onWallet],
  )
  const scrolls = holders.length > SCROLL_ABOVE
  const Tiles = scrolls ? ScrollingTiles : TileGrid
  return (
    <section className={`surface ${css.group}`} aria-label={`Group ${group.name}`}>
      <div className={css.head}>
        <button
          type="button"
          className={`plain-button ${css.toggle}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <span className={css.dot} style={{ background: group.color || DEFAULT_GROUP_COLOR }} />
          <span className={css.name}>{group.name}</span>
          <span className={css.count}>{holders.length.toLocaleString('en')}</span>
        </button>
        <Button
          size="compact-xs"
          variant={choice.all ? 'light' : 'default'}
          disabled={disabled || choice.disabled}
          aria-label={`${choice.text}: ${group.name}`}
          onClick={() => onGroup(choice)}
        >
          {choice.text}
        </Button>
      </div>
      {open && (
        <div className={css.body}>
          {scrolls && (
            <Text size="xs" c="dimmed" mb={6}>
              {scrollNote(holders.length)}
            </Text>
          )}
          <Tiles
            holders={holders}
            label={`Wallets of ${group.name}`}
            draw={draw}
            tall={tokens !== undefined}
          />
        </div>
      )}
    </section>
  )
}
