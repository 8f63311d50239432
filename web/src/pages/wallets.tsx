import { Tabs, Title } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { Toasts } from '#ui/toast.tsx'
import { useTitle } from '#ui/use-title.ts'
import { WalletsTab } from './wallets-tab.tsx'

export function WalletsPage() {
  useTitle('Wallet Management')
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Wallet Management
      </Title>
      <Tabs defaultValue="wallets" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="wallets">Wallets</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="wallets">
          <WalletsTab />
        </Tabs.Panel>
      </Tabs>
      <Toasts />
    </>
  )
}
