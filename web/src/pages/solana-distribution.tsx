import { Tabs, Title } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { useState } from 'react'
import { useAuth } from '#features/accounts/auth.ts'
import { DistributeTab } from '#features/distributions/distribute-tab.tsx'
import { GatherTab } from '#features/distributions/gather-tab.tsx'
import { busyPlace, placeOf } from '#features/distributions/run-store.ts'
import { TABS } from '#features/distributions/tab-frame.tsx'
import { useRunning } from '#features/distributions/use-running.ts'
import { AutoTab } from '#features/top-ups/index.ts'
import { useTitle } from '#ui/use-title.ts'
import css from './solana-distribution.module.css'

type Tab = 'distribute' | 'gather' | 'auto'

/** A tab that is left is unmounted: its selection, result and messages are cleared, but running operations go on. */
export function SolanaDistributionPage() {
  useTitle('Solana Distribution Center')
  const running = useRunning()
  const [picked, setPicked] = useState<Tab>()
  // After a reload during an operation its tab is open.
  const userId = useAuth()?.user?.id
  const [first, setFirst] = useState<Tab | undefined>(() => busyPlace(TABS, userId))
  const [newest] = running
  if (first === undefined && picked === undefined && newest) setFirst(placeOf(newest.id, TABS) ?? newest.kind)
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Solana Distribution Center
      </Title>
      <Tabs
        value={picked ?? first ?? 'distribute'}
        onChange={(tab) => setPicked((tab as Tab | null) ?? 'distribute')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab className={css.tab ?? ''} value="distribute">
            Distribute SOL
          </Tabs.Tab>
          <Tabs.Tab className={css.tab ?? ''} value="gather">
            Gather SOL
          </Tabs.Tab>
          <Tabs.Tab className={css.tab ?? ''} value="auto">
            Auto Distribution
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="distribute">
          <DistributeTab running={running} />
        </Tabs.Panel>
        <Tabs.Panel value="gather">
          <GatherTab running={running} />
        </Tabs.Panel>
        <Tabs.Panel value="auto">
          <AutoTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
