import { Button, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { DEFAULT_GROUP_COLOR } from '@purser/contract/limits.ts'
import { memo, useCallback, useId, useMemo, useRef, useState } from 'react'
import { searchNamed } from '#ui/matches-term.ts'
import { inUnit, textIn, unitsIn } from '../amounts/asset.ts'
import type { Holder, HolderGroup } from './holders.ts'
import {
  EXPANDED_MAX,
  groupChoice,
  rangeChoice,
  SCROLL_ABOVE,
  scrollNote,
  type Eligible,
  type GroupChoice,
  type IneligibleText,
  type Selection,
  whyNone,
} from './selection.ts'
import type { TokenCells } from './row-tokens.tsx'
import { ScrollingRows, WalletRows } from './wallet-rows.tsx'
import { type AmountColumn, WalletRow } from './wallet-row.tsx'
import css from './wallet-groups.module.css'

type Props = {
  groups: HolderGroup[]
  selection: Selection
  eligible: Eligible
  /** The wallets that a group's button selects. */
  inGroup: Eligible
  /** The wallet in which payments are collected, which can only be picked by itself; null while it is unknown. */
  collects: number | null | undefined
  lacks: IneligibleText
  tokens: TokenCells | undefined
  column: AmountColumn
  badge: 'SRC' | 'DEST'
  disabled: boolean
  onWallet: (holder: Holder) => void
  onGroup: (choice: GroupChoice) => void
}

/** The wallets by group, to select from. */
export const WalletGroups = memo(function WalletGroups({ groups, ...rest }: Props) {
  const [search, setSearch] = useState('')
  /** The groups with search results, reduced to these. */
  const found = useMemo(
    () =>
      search.trim() === ''
        ? groups
        : groups
            .map((group) => ({ ...group, holders: searchNamed(group.holders, search) }))
            .filter(({ holders }) => holders.length > 0),
    [groups, search],
  )
  const wallets = groups.reduce((sum, { holders }) => sum + holders.length, 0)
  return (
    <div className={css.groups}>
      {wallets > SEARCH_FROM && (
        <TextInput
          aria-label="Search wallets"
          placeholder="Name or address"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {wallets > SEARCH_FROM && (
        <Text size="xs" c="dimmed">
          Shift+click selects a range.
        </Text>
      )}
      {found.length === 0 && groups.length > 0 && (
        <Text size="sm" c="dimmed" role="status">
          No wallets match your search
        </Text>
      )}
      {found.map((group) => (
        // A group is open during a search: its results must be visible.
        <GroupSection
          key={`${group.key}-${search.trim() !== ''}`}
          group={group}
          open={search.trim() !== ''}
          {...rest}
        />
      ))}
    </div>
  )
})

type Rules = Pick<Props, 'badge' | 'inGroup' | 'eligible'>

/** Leaves out the wallet in which payments are collected. */
const allBut =
  (collects: number | null | undefined, eligible: Eligible): Eligible =>
  (holder) =>
    holder.id !== collects && eligible(holder)

/**
 * The wider choice for a distribution: the wallets that the group's button leaves out because they hold none of the
 * token yet, and all others.
 */
function widerChoice(
  holders: Holder[],
  selection: Selection,
  { badge, inGroup, eligible }: Rules,
): GroupChoice | undefined {
  if (badge !== 'SRC' || selection.chosen === undefined) return undefined
  const choice = groupChoice(holders, selection, eligible)
  if (choice.eligible.every(inGroup)) return undefined
  const n = choice.eligible.length.toLocaleString('en')
  return { ...choice, text: choice.all ? `Unselect all (${n})` : `Select all, new holders too (${n})` }
}

/** The number of wallets from which on there is a search. */
const SEARCH_FROM = 8

/** '30', or '12 of 30' once some are picked. */
function countText(holders: Holder[], picked: ReadonlySet<number>): string {
  const n = holders.filter(({ id }) => picked.has(id)).length
  const all = holders.length.toLocaleString('en')
  return n === 0 ? all : `${n.toLocaleString('en')} of ${all}`
}

/** The amounts of the group's picked wallets together; empty: none. */
function sumText(holders: Holder[], picked: ReadonlySet<number>, { asset, amounts }: AmountColumn): string {
  const sum = holders.reduce(
    (all, { id }) => (picked.has(id) ? all + unitsIn(asset, amounts.get(id)) : all),
    0n,
  )
  return sum === 0n ? '' : inUnit(textIn(asset, sum), asset.symbol)
}

type ToggleProps = { group: HolderGroup; picked: ReadonlySet<number>; column: AmountColumn; open: boolean }

/** The name of a group with how many of it are picked, and for how much. */
function GroupToggle({ group, picked, column, open, onToggle }: ToggleProps & { onToggle: () => void }) {
  return (
    <button type="button" className={`plain-button ${css.toggle}`} aria-expanded={open} onClick={onToggle}>
      {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      <span className={css.dot} style={{ background: group.color || DEFAULT_GROUP_COLOR }} />
      <span className={css.name}>{group.name}</span>
      <span className={css.count}>{countText(group.holders, picked)}</span>
      <span className={css.sum}>{sumText(group.holders, picked, column)}</span>
    </button>
  )
}

function GroupSection(props: Omit<Props, 'groups'> & { group: HolderGroup; open: boolean }) {
  const { group, selection, eligible, collects, lacks, tokens, column, badge } = props
  const { disabled, onWallet, onGroup } = props
  const { asset, amounts, onAmount } = column
  const { holders } = group
  const [open, setOpen] = useState(props.open || holders.length <= EXPANDED_MAX)
  /** The wallet clicked last in this group, where a range begins. */
  const last = useRef<number>(undefined)
  const inGroup = allBut(collects, props.inGroup)
  const alone = holders.filter(({ id }) => id === collects)
  const choice = { ...groupChoice(holders, selection, inGroup), alone }
  const wider = widerChoice(holders, selection, { badge, inGroup, eligible: allBut(collects, eligible) })
  const reasonId = useId()
  const reason = choice.disabled
    ? whyNone(holders, selection, { collects, role: badge === 'SRC' ? 'source' : 'destination', lacks })
    : ''
  const { chosen, picked } = selection
  const onClick = useCallback(
    (holder: Holder, shift: boolean) => {
      const from = last.current
      last.current = holder.id
      const range =
        shift && chosen !== undefined && from !== undefined
          ? rangeChoice(holders, { from, to: holder.id }, { chosen, picked }, allBut(collects, eligible))
          : undefined
      if (range) onGroup(range)
      else onWallet(holder)
    },
    [holders, chosen, picked, collects, eligible, onGroup, onWallet],
  )
  const draw = useCallback(
    (holder: Holder) => (
      <WalletRow
        key={holder.id}
        holder={holder}
        tokens={tokens}
        badge={holder.id === chosen ? badge : undefined}
        collects={holder.id === collects}
        picked={picked.has(holder.id)}
        disabled={
          disabled ||
          (chosen !== undefined && holder.id !== chosen && !picked.has(holder.id) && !eligible(holder))
        }
        asset={asset}
        amount={amounts.get(holder.id)}
        onAmount={onAmount}
        onClick={onClick}
      />
    ),
    [chosen, picked, badge, collects, disabled, eligible, tokens, asset, amounts, onAmount, onClick],
  )
  const scrolls = holders.length > SCROLL_ABOVE
  const Rows = scrolls ? ScrollingRows : WalletRows
  return (
    <section className={`surface ${css.group}`} aria-label={`Group ${group.name}`}>
      <div className={css.head}>
        <GroupToggle {...{ group, picked, column, open }} onToggle={() => setOpen(!open)} />
        {reason !== '' && (
          <span id={reasonId} className={css.reason} title={reason}>
            {reason}
          </span>
        )}
        <Button
          size="compact-xs"
          title={reason}
          aria-describedby={reason === '' ? undefined : reasonId}
          variant={choice.all ? 'light' : 'default'}
          disabled={disabled || choice.disabled || collects === null}
          aria-label={`${choice.text}: ${group.name}`}
          onClick={() => onGroup(choice)}
        >
          {choice.text}
        </Button>
        {wider && (
          <Button
            size="compact-xs"
            variant={wider.all ? 'light' : 'default'}
            disabled={disabled || collects === null}
            aria-label={`${wider.text}: ${group.name}`}
            onClick={() => onGroup(wider)}
          >
            {wider.text}
          </Button>
        )}
      </div>
      {open && (
        <div className={css.body}>
          {scrolls && (
            <Text size="xs" c="dimmed" mb={6}>
              {scrollNote(holders.length)}
            </Text>
          )}
          <Rows
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
