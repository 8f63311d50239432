import { Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import { DistributeTab } from '#features/distributions/forms/distribute-tab.tsx'
import { GatherTab } from '#features/distributions/forms/gather-tab.tsx'
import { SOL_KINDS } from '#features/distributions/kinds.ts'
import { isSolTransfer, useProposedTransfer } from '#features/distributions/proposed-transfer.ts'
import { useFirstTab } from '#features/distributions/run/use-first-tab.ts'
import { useRunningOperations } from '#features/distributions/run/use-running-operations.ts'
import { useTabPlace } from '#features/distributions/forms/use-tab-place.ts'
import { AutoTab } from '#features/top-ups/index.ts'
import { TabList } from '#ui/tab-list.tsx'
import { useTitle } from '#ui/use-title.ts'

const TABS = ['distribute', 'gather', 'auto'] as const
const NAMED = [
  ['distribute', 'Distribute SOL'],
  ['gather', 'Gather SOL'],
  ['auto', 'Auto Distribution'],
] as const

/** A tab that is left is unmounted: its selection, result and messages are cleared, but running operations go on. */
export function SolanaDistributionPage() {
  useTitle('Solana Distribution Center')
  const running = useRunningOperations(SOL_KINDS)
  const proposal = useProposedTransfer(isSolTransfer)
  const { proposed } = proposal
  const [asked, go] = useTabPlace(TABS)
  const [handed, setHanded] = useState<(typeof TABS)[number]>()
  if (proposed && handed !== proposed.kind) setHanded(proposed.kind)
  const picked = asked ?? handed
  const first = useFirstTab(SOL_KINDS, running, picked === undefined)
  const open = picked ?? first ?? 'distribute'
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Solana Distribution Center
      </Title>
      <Tabs value={open} onChange={go} keepMounted={false}>
        <TabList tabs={NAMED} open={open} />
        <Tabs.Panel value="distribute">
          <DistributeTab {...{ running, proposal }} />
        </Tabs.Panel>
        <Tabs.Panel value="gather">
          <GatherTab {...{ running, proposal }} />
        </Tabs.Panel>
        <Tabs.Panel value="auto">
          <AutoTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
