import { Tabs, Title } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { useSearchParams } from 'react-router'
import { TokenAuthorizationCenter } from '#features/tokens/token-authorization-center.tsx'
import { Toasts } from '#ui/toast.tsx'
import { useTitle } from '#ui/use-title.ts'
import { WalletsTab } from './wallets-tab.tsx'

const TABS = ['wallets', 'authorization']

export function WalletsPage() {
  useTitle('Wallet Management')
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'wallets'
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Wallet Management
      </Title>
      <Tabs
        value={tab}
        onChange={(next) => setSearch(next === 'wallets' || next === null ? {} : { tab: next })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="wallets">Wallets</Tabs.Tab>
          <Tabs.Tab value="authorization">Token Authorization</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="wallets">
          <WalletsTab />
        </Tabs.Panel>
        <Tabs.Panel value="authorization">
          <TokenAuthorizationCenter />
        </Tabs.Panel>
      </Tabs>
      <Toasts />
    </>
  )
}
