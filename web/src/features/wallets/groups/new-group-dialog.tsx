import { toast } from '#ui/toast.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { GroupForm } from './group-form.tsx'
import { useWallets } from '../use-wallets.ts'

/** Creates a group with this name in the form. */
export function NewGroupForm({ name, onClose }: { name: string; onClose: () => void }) {
  const groups = useWallets().data?.value.groups ?? []
  return (
    <Dialog onClose={onClose} title="New group">
      <GroupForm
        groups={groups}
        name={name}
        onDone={(group) => {
          toast(`Group ${group.name} created.`)
          onClose()
        }}
      />
    </Dialog>
  )
}
