import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useMemo, useState } from 'react'
import { solText } from '#ui/formats/amount-text.ts'
import { keepOf } from './check-gather.ts'
import { FundsTab } from './funds-tab.tsx'
import { solGatherRules } from './gather-rules.ts'
import { GatherSettings } from './gather-settings.tsx'
import { NO_HOLDERS } from '../selection/holders.ts'
import { toPrefill, type Proposal } from '../proposed-transfer.ts'
import type { Running } from '../run/running-operations.ts'
import { useGather } from './use-gather.ts'
import { useHolders, useMinimumRent } from '../selection/use-holders.ts'
import { useRun } from '../run/use-run.ts'

type Props = { running: Running[]; proposal?: Proposal }

/** Sends SOL from many wallets to one. */
export function GatherTab({ running, proposal }: Props) {
  const holders = useHolders()
  const known = holders.data ?? NO_HOLDERS
  const [empty, setEmpty] = useState(false)
  const rent = useMinimumRent()
  const form = useGather(
    known,
    useMemo(() => solGatherRules({ empty, rent }), [empty, rent]),
  )
  const runner = useRun('gather', form.clear)
  const keeps = (
    <Switch
      label="Empty the wallets"
      description={
        empty
          ? 'Leaves 0 SOL. The wallet needs rent again before its next use.'
          : `Each wallet keeps ${solText(keepOf(empty, rent))} SOL.`
      }
      checked={empty}
      disabled={runner.busy}
      onChange={(event) => setEmpty(event.currentTarget.checked)}
    />
  )
  return (
    <FundsTab
      kind="gather"
      {...{ form, runner, running, holders, known }}
      asset={form.asset}
      chosen={form.destination}
      others={form.sources}
      onChangeChosen={form.changeDestination}
      onAmount={form.custom ? form.setAmount : undefined}
      mostFrom={form.mostFrom}
      lacks={form.lacks}
      renderSettings={(head) => (
        <GatherSettings form={form} head={head}>
          {keeps}
        </GatherSettings>
      )}
      button="Execute Gather"
      stale={false}
      prefill={toPrefill(proposal, 'gather', form.fill, () => holders.isSuccess && rent !== undefined)}
    />
  )
}
