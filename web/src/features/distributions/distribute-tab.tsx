import { useState } from 'react'
import { solText } from '#ui/amount-text.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { DistributeSettings } from './distribute-settings.tsx'
import { NO_HOLDERS } from './holders.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { RunPanels } from './run-panels.tsx'
import type { FundsRequest } from './funds-request.ts'
import type { Running } from './running.ts'
import { ActionBar, TabFrame, useResumeRunning } from './tab-frame.tsx'
import { useDistribute } from './use-distribute.ts'
import { useHolders, useMinimumRent } from './use-holders.ts'
import { useRun } from './use-run.ts'
import { WalletGroups } from './wallet-groups.tsx'

/** Sends SOL from one wallet to many. */
export function DistributeTab({ running }: { running: Running[] }) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const it = useDistribute(known, useMinimumRent())
  const runner = useRun('distribute', it.clear)
  useResumeRunning(runner, running, 'distribute')
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
            badge="SRC"
            disabled={busy}
            onWallet={it.onWallet}
            onGroup={it.onGroup}
          />
        }
        side={
          <>
            <ChosenPanel role="Source" holder={it.source} disabled={busy} onChange={it.changeSource} />
            <DistributeSettings it={it} busy={busy} onImport={() => setImporting(true)} />
          </>
        }
        bar={
          <ActionBar
            selected={it.destinations.length.toLocaleString('en')}
            total={solText(it.sum)}
            button={busy ? 'Processing...' : it.stale ? 'Calculate First' : 'Execute Distribution'}
            disabled={busy || it.stale}
            onExecute={execute}
          />
        }
      />
      {request && (
        <PreviewDialog
          title="Preview Distribution"
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
          sample={it.destinations.length > 0 ? it.destinations : [...known.byId.values()]}
          amounts={it.amounts}
          excluded={it.source?.id}
          onTake={it.takeAmounts}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
