import { Button, Text } from '@mantine/core'
import type { BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { DeleteGroupModal } from './delete-group-modal.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupItem } from './group-item.tsx'
import { inView, type View } from '../view.ts'
import css from './group-rail.module.css'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  /** 'waiting' until they are first loaded. */
  state: 'waiting' | 'failed' | 'known'
  /** The groups of the last visit, shown while these load. */
  before: WalletGroup[] | undefined
  /** The status of active bots by group. */
  bots: ReadonlyMap<number, BotStatus>
  view: View
  onView: (view: View) => void
}

/** The groups beside the list: each is a filter with a menu; in a narrow window they are chips in one line. */
export const GroupRail = memo(function GroupRail(props: Props) {
  const { wallets, groups, state, before, bots, view, onView } = props
  const [form, setForm] = useState<'none' | 'new' | number>('none')
  const [deleting, setDeleting] = useState<WalletGroup>()
  const ungrouped = useMemo(() => inView(wallets, 'ungrouped').length, [wallets])
  const waiting = state === 'waiting'
  const shown = waiting ? (before ?? []) : groups
  const editing = groups.find((group) => group.id === form)
  const close = () => setForm('none')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!waiting) bringIntoView(list, view)
  }, [view, waiting])
  const item = (target: View, text: string, count: number) => (
    <li className={css.item} data-view={target} data-chosen={view === target}>
      <button
        type="button"
        className={`${css.pick} ${css.whole}`}
        aria-pressed={view === target}
        onClick={() => onView(target)}
      >
        <span className={css.name}>{text}</span>
        <span className={css.count}>
          {state === 'known' || (state === 'failed' && wallets.length > 0) ? count.toLocaleString('en') : ''}
        </span>
      </button>
    </li>
  )
  return (
    <section className={css.rail} aria-label="Wallet Groups">
      <div className={css.head}>
        <h2 className={css.title}>Wallet Groups</h2>
        <Button size="compact-sm" variant="default" onClick={() => setForm('new')}>
          + New Group
        </Button>
      </div>
      <ul ref={list} className={css.list} aria-label="Show wallets of">
        {item('all', 'All Wallets', wallets.length)}
        {item('ungrouped', 'Ungrouped', ungrouped)}
        {shown.map((group) => (
          <GroupItem
            key={group.id}
            group={group}
            waiting={waiting}
            bot={bots.get(group.id)}
            chosen={view === group.id}
            onChoose={() => onView(group.id)}
            onEdit={() => setForm(group.id)}
            onDelete={() => setDeleting(group)}
          />
        ))}
        {(waiting ? before : state === 'known' ? groups : undefined)?.length === 0 && (
          <li className={css.none}>No wallet groups found. Create one to organize your wallets.</li>
        )}
      </ul>
      {state === 'failed' && (
        <Text size="sm" c="var(--bad)" px={6} role="alert">
          Failed to load wallet groups. Please try again.
        </Text>
      )}
      {form === 'new' && <GroupDialog groups={groups} onDone={close} onClose={close} />}
      {editing && <GroupDialog groups={groups} group={editing} onDone={close} onClose={close} />}
      {deleting && <DeleteGroupModal group={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  )
})

/** Scrolls the list alone, and only if the chosen group is outside of it. */
function bringIntoView({ current: box }: RefObject<HTMLUListElement | null>, view: View): void {
  const item = box?.querySelector<HTMLElement>(`[data-view="${view}"]`)
  if (!box || !item) return
  const after = (start: number, size: number, from: number, room: number) =>
    start < from ? start : Math.max(from, start + size - room)
  box.scrollLeft = after(item.offsetLeft, item.offsetWidth, box.scrollLeft, box.clientWidth)
  box.scrollTop = after(item.offsetTop, item.offsetHeight, box.scrollTop, box.clientHeight)
}
