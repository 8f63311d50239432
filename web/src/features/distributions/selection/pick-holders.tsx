import { Button, Checkbox, Popover, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useMemo, useState } from 'react'
import { searchNamed } from '#ui/matches-term.ts'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import type { Holder, HolderGroup } from './holders.ts'
import css from './pick-holders.module.css'

/** Pixels. */
const ROW = 34
const HEIGHT = 272

type Props = {
  groups: HolderGroup[]
  /** Wallets that cannot be added: they are there already, or pay. */
  exceptions: ReadonlySet<number>
  disabled: boolean
  onAdd: (ids: number[]) => void
}

/** Adds several wallets at once, one by one or a whole group. */
export function PickHolders({ groups, exceptions, disabled, onAdd }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-start"
      width={340}
      shadow="md"
    >
      <Popover.Target>
        <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => setOpen(!open)}>
          Add several
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Add several wallets">
        <Choices
          groups={groups}
          exceptions={exceptions}
          onAdd={(ids) => {
            setOpen(false)
            onAdd(ids)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type Row = { key: string; group: HolderGroup; holder?: Holder }

function Choices({ groups, exceptions, onAdd }: Omit<Props, 'disabled'>) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const sections = useMemo(
    () =>
      groups
        .map((group) => ({ ...group, holders: group.holders.filter(({ id }) => !exceptions.has(id)) }))
        .map((group) => ({ ...group, holders: searchNamed(group.holders, search) }))
        .filter(({ holders }) => holders.length > 0),
    [groups, exceptions, search],
  )
  const rows = useMemo(
    () =>
      sections.flatMap((group): Row[] => [
        { key: group.key, group },
        ...group.holders.map((holder) => ({ key: `${group.key} ${holder.id}`, group, holder })),
      ]),
    [sections],
  )
  const toggle = (ids: number[], on: boolean) =>
    setPicked((before) => {
      const next = new Set(before)
      for (const id of ids)
        if (on) next.add(id)
        else next.delete(id)
      return next
    })
  return (
    <>
      <TextInput
        size="xs"
        mb={6}
        placeholder="Name or address"
        aria-label="Search wallets"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Rows rows={rows} picked={picked} onToggle={toggle} />
      <Button
        fullWidth
        mt={8}
        size="compact-sm"
        disabled={picked.size === 0}
        onClick={() => onAdd([...picked])}
      >
        {picked.size === 0
          ? 'Add wallets'
          : `Add ${picked.size.toLocaleString('en')} ${picked.size === 1 ? 'wallet' : 'wallets'}`}
      </Button>
    </>
  )
}

type RowsProps = { rows: Row[]; picked: ReadonlySet<number>; onToggle: (ids: number[], on: boolean) => void }

/** Each group with its wallets below it. */
function Rows({ rows, picked, onToggle }: RowsProps) {
  return rows.length === 0 ? (
    <Text size="sm" c="dimmed" p="xs">
      No wallets match your search
    </Text>
  ) : (
    <VirtualRows
      label="Wallets"
      rows={rows}
      heightOf={() => ROW}
      height={(total) => Math.min(total + 2, HEIGHT)}
      keyOf={({ key }) => key}
      overscan={6}
      initialRect={{ width: 320, height: HEIGHT }}
      rowClass={css.row}
    >
      {({ group, holder }) =>
        holder ? (
          <Checkbox
            size="xs"
            className={css.wallet ?? ''}
            label={
              <>
                <span className={css.name}>{holder.name}</span> <span className="num">{holder.sol} SOL</span>
              </>
            }
            checked={picked.has(holder.id)}
            onChange={(event) => onToggle([holder.id], event.currentTarget.checked)}
          />
        ) : (
          <GroupChoice group={group} picked={picked} onToggle={onToggle} />
        )
      }
    </VirtualRows>
  )
}

type GroupProps = {
  group: HolderGroup
  picked: ReadonlySet<number>
  onToggle: (ids: number[], on: boolean) => void
}

/** A whole group: 'Traders 12 of 30'. */
function GroupChoice({ group: { name, holders }, picked, onToggle }: GroupProps) {
  const n = holders.filter(({ id }) => picked.has(id)).length
  return (
    <Checkbox
      size="xs"
      fw={600}
      label={`${name} ${n === 0 ? '' : `${n.toLocaleString('en')} of `}${holders.length.toLocaleString('en')}`}
      checked={n === holders.length}
      indeterminate={n > 0 && n < holders.length}
      onChange={(event) =>
        onToggle(
          holders.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
  )
}
