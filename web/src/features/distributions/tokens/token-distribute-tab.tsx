import { useMemo } from 'react'
import { DistributeSettings } from '../forms/distribute-settings.tsx'
import { FundsTab } from '../forms/funds-tab.tsx'
import { NO_HOLDERS } from '../selection/holders.ts'
import { toPrefill, type Proposal } from '../proposed-transfer.ts'
import type { Running } from '../run/running-operations.ts'
import { useDistribute } from '../forms/use-distribute.ts'
import { useRun } from '../run/use-run.ts'
import { HowTo } from './how-to.tsx'
import { tokenDistributeRules } from './token-rules.ts'
import { useGroupRule } from './use-group-rule.ts'
import { isKnown, isWaiting, type TokenDesk } from './use-token-desk.ts'

type Props = { desk: TokenDesk; running: Running[]; proposal?: Proposal }

/** Sends a token from one wallet to many. */
export function TokenDistributeTab({ desk, running, proposal }: Props) {
  const { holders, token, heldOf } = desk
  const known = holders.data ?? NO_HOLDERS
  const form = useDistribute(
    known,
    useMemo(() => tokenDistributeRules({ token, heldOf }), [token, heldOf]),
  )
  const runner = useRun('token-distribute', form.clear)
  return (
    <FundsTab
      kind="token-distribute"
      {...{ form, runner, running, holders, known }}
      asset={form.rules.asset}
      chosen={form.source}
      others={form.destinations}
      onChangeChosen={form.changeSource}
      onAmount={form.mode === 'custom' ? form.setAmount : undefined}
      tokens={desk.cells}
      waits={isWaiting(desk)}
      mint={desk.token?.mint}
      {...useGroupRule(desk, form.selection, 'source')}
      below={<HowTo kind="token-distribute" />}
      renderSettings={(head) => <DistributeSettings form={form} busy={runner.busy} head={head} />}
      button={form.stale ? 'Calculate First' : 'Execute Distribution'}
      stale={form.stale}
      prefill={toPrefill(proposal, 'distribute', form.fill, ({ mint }) => isKnown(desk, mint))}
    />
  )
}
