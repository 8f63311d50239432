import { FundsTab } from './funds-tab.tsx'
import { GatherSettings } from './gather-settings.tsx'
import { NO_HOLDERS } from './holders.ts'
import type { Running } from './running.ts'
import { useGather } from './use-gather.ts'
import { useHolders, useMinimumRent } from './use-holders.ts'
import { useRun } from './use-run.ts'

/** Sends SOL from many wallets to one. */
export function GatherTab({ running }: { running: Running[] }) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const form = useGather(known, useMinimumRent())
  const runner = useRun('gather', form.clear)
  return (
    <FundsTab
      kind="gather"
      {...{ form, runner, running, holders, known }}
      chosen={form.destination}
      others={form.sources}
      onChangeChosen={form.changeDestination}
      mostFrom={form.mostFrom}
      renderSettings={(onImport) => <GatherSettings form={form} busy={runner.busy} onImport={onImport} />}
      button="Execute Gather"
      stale={false}
    />
  )
}
