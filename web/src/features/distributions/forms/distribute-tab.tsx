import { useMemo } from 'react'
import { RENT_UNTIL_KNOWN } from './check-distribute.ts'
import { solDistributeRules } from './distribute-rules.ts'
import { DistributeSettings } from './distribute-settings.tsx'
import { FundsTab } from './funds-tab.tsx'
import { NO_HOLDERS } from '../selection/holders.ts'
import { toPrefill, type Proposal } from '../proposed-transfer.ts'
import type { Running } from '../run/running-operations.ts'
import { useDistribute } from './use-distribute.ts'
import { useHolders, useMinimumRent } from '../selection/use-holders.ts'
import { useRun } from '../run/use-run.ts'

type Props = { running: Running[]; proposal?: Proposal }

/** Sends SOL from one wallet to many. */
export function DistributeTab({ running, proposal }: Props) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const rent = useMinimumRent() ?? RENT_UNTIL_KNOWN
  const form = useDistribute(
    known,
    useMemo(() => solDistributeRules(rent), [rent]),
  )
  const runner = useRun('distribute', form.clear)
  return (
    <FundsTab
      kind="distribute"
      {...{ form, runner, running, holders, known }}
      asset={form.rules.asset}
      chosen={form.source}
      others={form.destinations}
      onChangeChosen={form.changeSource}
      onAmount={form.mode === 'custom' ? form.setAmount : undefined}
      renderSettings={(head) => <DistributeSettings form={form} busy={runner.busy} head={head} />}
      button={form.stale ? 'Calculate First' : 'Execute Distribution'}
      stale={form.stale}
      prefill={toPrefill(proposal, 'distribute', form.fill, () => holders.isSuccess)}
    />
  )
}
