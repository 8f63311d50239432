import { Tabs, Title } from '@mantine/core'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { onDemand } from '#ui/on-demand.tsx'
import { PageNotLoaded } from '#ui/states/page-not-loaded.tsx'
import { TabList } from '#ui/tab-list.tsx'
import { useTitle } from '#ui/use-title.ts'
import { TabSkeleton } from './wallets/tab-skeleton.tsx'
import { WalletsTab } from './wallets/wallets-tab.tsx'
import css from './wallets/wallets.module.css'

const WhitelistTab = onDemand(
  () => import('#features/tokens/whitelist/whitelist-tab.tsx').then((m) => m.WhitelistTab),
  PageNotLoaded,
)
const AuthorizationTab = onDemand(
  () =>
    import('#features/tokens/authorization/token-authorization-center.tsx').then(
      (m) => m.TokenAuthorizationCenter,
    ),
  PageNotLoaded,
)

/** The tabs by the value of `tab` in the URL; without one the first is open. */
const TABS = [
  ['wallets', 'Wallets', WalletsTab],
  ['whitelist', 'Whitelist', WhitelistTab],
  ['authorization', 'Token Authorization', AuthorizationTab],
] as const

/** The open tab is in the URL, so that it can be linked to and survives a reload. */
export function WalletsPage() {
  useTitle('Wallet Management')
  const [search, setSearch] = useSearchParams()
  const [[first]] = TABS
  const open = TABS.find(([value]) => value === search.get('tab'))?.[0] ?? first
  return (
    <Tabs
      value={open}
      onChange={(tab) =>
        setSearch((before) => {
          // The rest stays: it is the place on the first tab.
          const next = new URLSearchParams(before)
          if (tab === null || tab === first) next.delete('tab')
          else next.set('tab', tab)
          return next
        })
      }
      keepMounted={false}
    >
      <div className={css.top}>
        <Title order={1} size="h3" className={css.title ?? ''}>
          Wallet Management
        </Title>
        <div className={css.tabs}>
          <TabList tabs={TABS} open={open} />
        </div>
      </div>
      {TABS.map(([value, , Panel]) => (
        <Tabs.Panel key={value} value={value}>
          <Suspense fallback={<TabSkeleton />}>
            <Panel />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
