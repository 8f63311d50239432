import { Tabs, Title } from '@mantine/core'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ApprovedPanel } from '#features/payments/distribution/approved-panel.tsx'
import { DistributionFrame } from '#features/payments/distribution/distribution-frame.tsx'
import { LinkGenerator } from '#features/payments/links/link-generator.tsx'
import { PendingPanel } from '#features/payments/links/pending-panel.tsx'
import { usePaymentCounts } from '#features/payments/use-payments.ts'
import { useLivePayments } from '#features/payments/use-live-payments.ts'
import { onDemand } from '#ui/on-demand.tsx'
import { PageNotLoaded } from '#ui/states/page-not-loaded.tsx'
import { LoadingRows } from '#ui/states/list-states.tsx'
import { TabList } from '#ui/tab-list.tsx'
import { useTitle } from '#ui/use-title.ts'

const SettingsTab = onDemand(
  () => import('#features/payments/settings-tab.tsx').then((m) => m.SettingsTab),
  PageNotLoaded,
)

/** The tabs by the value of `tab` in the URL; without one the first is open. */
const TABS = [
  ['generator', 'Payment Generator'],
  ['pending', 'Pending Payments'],
  ['approved', 'Approved Payments'],
  ['distribution', 'Payment Distribution'],
  ['settings', 'Settings'],
] as const
type Tab = (typeof TABS)[number][0]

/** The open tab is in the URL, so that it can be linked to and survives a reload. */
export function PaymentsPage() {
  useTitle('Payment Dashboard')
  useLivePayments()
  const counts = usePaymentCounts().data
  const [search, setSearch] = useSearchParams()
  const [[first]] = TABS
  const open = TABS.find(([value]) => value === search.get('tab'))?.[0] ?? first
  const go = (tab: string | null) => setSearch(tab === null || tab === first ? {} : { tab })
  const panels: Record<Tab, React.ReactNode> = {
    generator: <LinkGenerator />,
    pending: <PendingPanel failure={paymentPageTexts.loadFailed} onGenerate={() => go('generator')} />,
    approved: <ApprovedPanel failure={paymentPageTexts.loadFailed} onPending={() => go('pending')} />,
    distribution: <DistributionFrame />,
    settings: <SettingsTab />,
  }
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Payment Dashboard
      </Title>
      <Tabs value={open} onChange={go} keepMounted={false}>
        <TabList tabs={TABS} open={open} counts={{ pending: counts?.open, approved: counts?.approved }} />
        {TABS.map(([value]) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<LoadingRows label="Loading" height={120} />}>
              {open === value && panels[value]}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
