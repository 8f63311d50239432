import { useState } from 'react'
import { solText } from '#ui/amount-text.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { GatherSettings } from './gather-settings.tsx'
import { NO_HOLDERS } from './holders.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { RunPanels } from './run-panels.tsx'
import type { Wish } from './run-operation.ts'
import { ActionBar, TabFrame, usePickUp, type Running } from './tab-frame.tsx'
import { useGather } from './use-gather.ts'
import { useHolders, useMinimumRent } from './use-holders.ts'
import { useRun } from './use-run.ts'
import { WalletGroups } from './wallet-groups.tsx'

/** SOL from many wallets to one. */
export function GatherTab({ running }: { running: Running | undefined }) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const it = useGather(known, useMinimumRent())
  const runner = useRun(it.clear)
  usePickUp(runner, running, 'gather')
  const [wish, setWish] = useState<Wish>()
  const [importing, setImporting] = useState(false)
  const { busy } = runner
  const execute = () => {
    const next = it.wish()
    if (next && !busy) setWish(next)
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
      {wish && (
        <PreviewDialog
          title="Preview Gather"
          wish={wish}
          onClose={() => setWish(undefined)}
          onConfirm={(confirmed) => {
            setWish(undefined)
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
          onTake={it.takeAmounts}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
