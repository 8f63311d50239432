import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { Suspense } from 'react'
import type { Outgoing } from '#features/distributions/proposed-transfer.ts'
import { DeleteWalletModal } from '#features/wallets/detail/delete-wallet-modal.tsx'
import { ExportDialog } from '#features/wallets/keys/export-dialog.tsx'
import { GenerateDialog } from '#features/wallets/creation/generate-dialog.tsx'
import { ImportDialog } from '#features/wallets/creation/import-dialog.tsx'
import type { View } from '#features/wallets/view.ts'
import { onDemand } from '#ui/on-demand.tsx'
import type { Dialog } from './wallets-head.tsx'

const SendDialog = onDemand(() =>
  import('#features/distributions/sends/send-dialog.tsx').then((m) => m.SendDialog),
)

type Props = {
  dialog: Dialog | undefined
  view: View
  wallets: Wallet[]
  groups: WalletGroup[]
  /** The ticked wallets, for an export of them. */
  chosen: number[] | undefined
  onClose: () => void
  /** Called with the group of generated wallets. */
  onGenerated: (groupId: number) => void
  /** The wallet that sends. */
  sending: Wallet | undefined
  /** The send that the chat has proposed. */
  given: Outgoing | undefined
  onSent: () => void
  /** The wallet to delete, and its holdings as text. */
  deleting: { wallet: Wallet; holds: string | undefined } | undefined
  onKeep: () => void
  onDeleted: (wallet: Wallet) => void
}

/** The dialog of the wallets page that is open, if any. */
export function WalletsDialogs(props: Props) {
  const { dialog, wallets, chosen, sending, given, onSent, deleting, onKeep, onGenerated, onDeleted } = props
  const shared = { view: props.view, groups: props.groups, onClose: props.onClose }
  return (
    <>
      {dialog === 'generate' && (
        <GenerateDialog
          {...shared}
          wallets={wallets}
          onDone={(groupId) => {
            if (groupId !== null) onGenerated(groupId)
          }}
        />
      )}
      {dialog === 'import' && <ImportDialog {...shared} />}
      {dialog === 'export' && <ExportDialog {...shared} chosen={undefined} />}
      {dialog === 'export-chosen' && <ExportDialog {...shared} chosen={chosen} />}
      {sending && (
        <Suspense fallback={null}>
          <SendDialog wallet={sending} given={given} onClose={onSent} />
        </Suspense>
      )}
      {deleting && (
        <DeleteWalletModal
          wallet={deleting.wallet}
          holds={deleting.holds}
          onClose={onKeep}
          onDeleted={() => onDeleted(deleting.wallet)}
        />
      )}
    </>
  )
}
