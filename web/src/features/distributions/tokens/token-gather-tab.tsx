import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useMemo, useState } from 'react'
import { FundsTab } from '../forms/funds-tab.tsx'
import { GatherSettings } from '../forms/gather-settings.tsx'
import { NO_HOLDERS } from '../selection/holders.ts'
import { toPrefill, type Proposal } from '../proposed-transfer.ts'
import type { Running } from '../run/running-operations.ts'
import { useGather } from '../forms/use-gather.ts'
import { useRun } from '../run/use-run.ts'
import { HowTo } from './how-to.tsx'
import { tokenGatherRules } from './token-rules.ts'
import { useGroupRule } from './use-group-rule.ts'
import { isKnown, isWaiting, type TokenDesk } from './use-token-desk.ts'

type Props = { desk: TokenDesk; running: Running[]; proposal?: Proposal }

/** Sends a token from many wallets to one. */
export function TokenGatherTab({ desk, running, proposal }: Props) {
  const { holders, token, heldOf } = desk
  const known = holders.data ?? NO_HOLDERS
  const [close, setClose] = useState(false)
  const form = useGather(
    known,
    useMemo(() => tokenGatherRules({ token, heldOf, close }), [token, heldOf, close]),
  )
  const runner = useRun('token-gather', form.clear)
  return (
    <FundsTab
      kind="token-gather"
      {...{ form, runner, running, holders, known }}
      asset={form.asset}
      chosen={form.destination}
      others={form.sources}
      onChangeChosen={form.changeDestination}
      onAmount={form.custom ? form.setAmount : undefined}
      mostFrom={form.mostFrom}
      tokens={desk.cells}
      waits={isWaiting(desk)}
      mint={desk.token?.mint}
      {...useGroupRule(desk, form.selection, 'destination')}
      below={<HowTo kind="token-gather" />}
      renderSettings={(head) => (
        <GatherSettings form={form} head={head}>
          <Switch
            label="Close emptied token accounts"
            description={
              close
                ? 'Rent of emptied accounts goes to the destination. Accounts are reopened when needed.'
                : 'Accounts stay open; rent stays locked.'
            }
            checked={close}
            disabled={runner.busy}
            onChange={(event) => setClose(event.currentTarget.checked)}
          />
        </GatherSettings>
      )}
      button="Execute Gather"
      stale={false}
      prefill={toPrefill(proposal, 'gather', form.fill, ({ mint }) => isKnown(desk, mint))}
    />
  )
}
