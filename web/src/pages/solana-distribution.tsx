import { Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import { DistributeTab } from '#features/distributions/distribute-tab.tsx'
import { GatherTab } from '#features/distributions/gather-tab.tsx'
import { SOL_KINDS } from '#features/distributions/kinds.ts'
import { isSolTransfer, useProposed } from '#features/distributions/proposed.ts'
import { useFirstTab } from '#features/distributions/use-first-tab.ts'
import { useRunning } from '#features/distributions/use-running.ts'
import { useTabPlace } from '#features/distributions/use-tab-place.ts'
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
  const running = useRunning(SOL_KINDS)
  const proposal = useProposed(isSolTransfer)
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
