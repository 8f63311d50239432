import { type ReactNode, useState } from 'react'
import { solText } from '#ui/amount-text.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import type { FundsRequest } from './funds-request.ts'
import type { Holder, Holders } from './holders.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { RunPanels } from './run-panels.tsx'
import type { Kind } from './run-state.ts'
import type { Running } from './running.ts'
import type { GroupChoice, Selection } from './selection.ts'
import { ActionBar, TabFrame, useResumeRunning } from './tab-frame.tsx'
import type { useHolders } from './use-holders.ts'
import type { Runner } from './use-run.ts'
import { WalletGroups } from './wallet-groups.tsx'

/** What the forms of a distribution and of a gather have in common. */
type Form = {
  selection: Selection
  eligible: (holder: Holder) => boolean
  amounts: ReadonlyMap<number, string>
  sum: bigint
  onWallet: (holder: Holder) => void
  onGroup: (choice: GroupChoice) => void
  takeAmounts: (amounts: Map<number, string>) => void
  /** The request; undefined with a complaint in the form when something is missing. */
  buildRequest: () => FundsRequest | undefined
}
type Props = {
  kind: Kind
  form: Form
  runner: Runner
  running: Running[]
  holders: ReturnType<typeof useHolders>
  known: Holders
  /** The wallet on the one side, and those on the other. */
  chosen: Holder | undefined
  others: Holder[]
  onChangeChosen: () => void
  /** The most a wallet can pay, where the wallets of a CSV pay. */
  mostFrom?: (holder: Holder) => bigint
  renderSettings: (onImport: () => void) => ReactNode
  button: string
  /** The amounts must be calculated first. */
  stale: boolean
}

const words = {
  distribute: { role: 'Source', badge: 'SRC', preview: 'Preview Distribution' },
  gather: { role: 'Destination', badge: 'DEST', preview: 'Preview Gather' },
} as const

/** A tab of the distribution page: selection, settings, preview, and the run. */
export function FundsTab(props: Props) {
  const { kind, form, runner, running, holders, known, chosen, others, stale } = props
  useResumeRunning(runner, running, kind)
  const [request, setRequest] = useState<FundsRequest>()
  const [importing, setImporting] = useState(false)
  const { busy } = runner
  const execute = () => {
    const next = form.buildRequest()
    if (next && !busy) setRequest(next)
  }
  return (
    <>
      <RunPanels runner={runner} />
      <TabFrame
        holders={holders}
        groups={
          <WalletGroups
            groups={known.groups}
            selection={form.selection}
            eligible={form.eligible}
            badge={words[kind].badge}
            disabled={busy}
            onWallet={form.onWallet}
            onGroup={form.onGroup}
          />
        }
        side={
          <>
            <ChosenPanel
              role={words[kind].role}
              holder={chosen}
              disabled={busy}
              onChange={props.onChangeChosen}
            />
            {props.renderSettings(() => setImporting(true))}
          </>
        }
        bar={
          <ActionBar
            selected={others.length.toLocaleString('en')}
            total={solText(form.sum)}
            button={busy ? 'Processing...' : props.button}
            disabled={busy || stale}
            onExecute={execute}
          />
        }
      />
      {request && (
        <PreviewDialog
          title={words[kind].preview}
          request={request}
          onClose={() => setRequest(undefined)}
          onConfirm={(confirmed) => {
            setRequest(undefined)
            runner.start(confirmed)
          }}
        />
      )}
      {importing && (
        <CsvDialog
          holders={known.byId}
          sample={others.length > 0 ? others : [...known.byId.values()]}
          amounts={form.amounts}
          excluded={chosen?.id}
          {...(props.mostFrom ? { mostFrom: props.mostFrom } : {})}
          onTake={form.takeAmounts}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
