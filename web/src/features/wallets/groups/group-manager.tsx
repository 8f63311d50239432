import { Button, Text } from '@mantine/core'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { memo, useMemo, useRef, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { DeleteGroupModal } from './delete-group-modal.tsx'
import { GroupChip } from './group-chip.tsx'
import { GroupForm } from './group-form.tsx'
import { useGroupBots } from './use-group-bots.ts'
import { inView, type View } from '../view.ts'
import css from './group-manager.module.css'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  /** 'waiting' until they are first loaded. */
  state: 'waiting' | 'failed' | 'known'
  /** The groups of the last visit, shown while these load. */
  before: WalletGroup[] | undefined
  view: View
  onView: (view: View) => void
}

/** The groups as filter chips, and the forms to create, edit and delete them. */
export const GroupManager = memo(function GroupManager(props: Props) {
  const { wallets, groups, state, before, view, onView } = props
  const [form, setForm] = useState<'none' | 'new' | number>('none')
  const [deleting, setDeleting] = useState<WalletGroup>()
  const ungrouped = useMemo(() => inView(wallets, 'ungrouped').length, [wallets])
  const bots = useGroupBots()
  const toggle = useRef<HTMLButtonElement>(null)
  // The button that saved it is gone.
  const done = () => {
    setForm('none')
    toggle.current?.focus()
  }
  const waiting = state === 'waiting'
  const shown = waiting ? (before ?? []) : groups
  const editing = groups.find((group) => group.id === form)
  const chip = (of: View, text: string, count: number) => (
    <li className={css.chip} data-chosen={view === of}>
      <button type="button" className={css.pick} aria-pressed={view === of} onClick={() => onView(of)}>
        <span className={css.name}>{text}</span>
        <span className={css.count}>
          {state === 'known' || (state === 'failed' && wallets.length > 0) ? count.toLocaleString('en') : ''}
        </span>
      </button>
    </li>
  )
  return (
    <Card label="Wallet Groups">
      <div className={css.head}>
        <h2 className="section-title">Wallet Groups</h2>
        <Button
          ref={toggle}
          size="compact-sm"
          variant={form === 'none' ? 'filled' : 'default'}
          onClick={() => setForm(form === 'none' ? 'new' : 'none')}
        >
          {form === 'none' ? '+ New Group' : 'Cancel'}
        </Button>
      </div>
      {form === 'new' && (
        <div className={css.form}>
          <GroupForm groups={groups} onDone={done} />
        </div>
      )}
      {editing && (
        <div className={css.form}>
          <GroupForm key={editing.id} groups={groups} group={editing} onDone={done} />
        </div>
      )}
      <ul className={css.chips} aria-label="Show wallets of">
        {chip('all', 'All Wallets', wallets.length)}
        {chip('ungrouped', 'Ungrouped', ungrouped)}
        {shown.map((group) => (
          <GroupChip
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
          // It is in the line of the chips: below it, the page would move if there turn out to be none.
          <li className={css.none}>No wallet groups found. Create one to organize your wallets.</li>
        )}
      </ul>
      {state === 'failed' && (
        <Text size="sm" c="var(--bad)" mt={8} role="alert">
          Failed to load wallet groups. Please try again.
        </Text>
      )}
      {deleting && <DeleteGroupModal group={deleting} onClose={() => setDeleting(undefined)} />}
    </Card>
  )
})
