import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { GroupForm } from './group-form.tsx'
import { useWallets } from '../use-wallets.ts'

type Props = {
  groups: WalletGroup[]
  /** The one to edit; none for a new one. */
  group?: WalletGroup
  /** The name to begin with. */
  name?: string
  onDone: (group: WalletGroup) => void
  onClose: () => void
}

/** Creates or edits a group. */
export function GroupDialog({ onClose, ...form }: Props) {
  return (
    <Dialog onClose={onClose} title={form.group ? 'Edit group' : 'New group'}>
      <GroupForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

/** Creates a group with this name in the form. */
export function NewGroupForm({ name, onClose }: { name: string; onClose: () => void }) {
  const groups = useWallets().data?.value.groups ?? []
  return (
    <GroupDialog
      groups={groups}
      name={name}
      onDone={(group) => {
        toast(`Group ${group.name} created.`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
