import { useState } from 'react'
import { solText } from '#ui/amount-text.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { GatherSettings } from './gather-settings.tsx'
import { NO_HOLDERS } from './holders.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { RunPanels } from './run-panels.tsx'
import type { FundsRequest } from './funds-request.ts'
import type { Running } from './running.ts'
import { ActionBar, TabFrame, useResumeRunning } from './tab-frame.tsx'
import { useGather } from './use-gather.ts'
import { useHolders, useMinimumRent } from './use-holders.ts'
import { useRun } from './use-run.ts'
import { WalletGroups } from './wallet-groups.tsx'

/** Sends SOL from many wallets to one. */
export function GatherTab({ running }: { running: Running[] }) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const it = useGather(known, useMinimumRent())
  const runner = useRun('gather', it.clear)
  useResumeRunning(runner, running, 'gather')
  const [request, setRequest] = useState<FundsRequest>()
  const [importing, setImporting] = useState(false)
  const { busy } = runner
  const execute = () => {
    const next = it.buildRequest()
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
            selection={it.selection}
            eligible={it.eligible}
            badge="DEST"
            disabled={busy}
            onWallet={it.onWallet}
            onGroup={it.onGroup}
          />
        }
        side={
          <>
            <ChosenPanel
              role="Destination"
              holder={it.destination}
              disabled={busy}
              onChange={it.changeDestination}
            />
            <GatherSettings it={it} busy={busy} onImport={() => setImporting(true)} />
          </>
        }
        bar={
          <ActionBar
            selected={it.sources.length.toLocaleString('en')}
            total={solText(it.sum)}
            button={busy ? 'Processing...' : 'Execute Gather'}
            disabled={busy}
            onExecute={execute}
          />
        }
      />
      {request && (
        <PreviewDialog
          title="Preview Gather"
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
          sample={it.sources.length > 0 ? it.sources : [...known.byId.values()]}
          amounts={it.amounts}
          excluded={it.destination?.id}
          mostFrom={it.mostFrom}
          onTake={it.takeAmounts}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
