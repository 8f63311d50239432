import { type ComponentType, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { Guard, GuestOnly } from '#features/accounts/index.ts'
import { LoginPage } from '#pages/login.tsx'
import { RegisterPage } from '#pages/register.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { PageNotLoaded } from '#ui/states/page-not-loaded.tsx'
import { PageSkeleton } from '#ui/states/page-skeleton.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { paths, whitelistPath } from './paths.ts'
import { Providers } from './providers.tsx'
import { Shell } from './shell.tsx'

const page = (load: () => Promise<ComponentType>) => onDemand(load, PageNotLoaded)

// The sign-in pages are small and usually come first: they are bundled with the entry, the others load on demand.
const DashboardPage = page(() => import('#pages/dashboard.tsx').then((m) => m.DashboardPage))
const WalletsPage = page(() => import('#pages/wallets.tsx').then((m) => m.WalletsPage))
const SolanaDistributionPage = page(() =>
  import('#pages/solana-distribution.tsx').then((m) => m.SolanaDistributionPage),
)
const TokenDistributionPage = page(() =>
  import('#pages/token-distribution.tsx').then((m) => m.TokenDistributionPage),
)
const PaymentsPage = page(() => import('#pages/payments.tsx').then((m) => m.PaymentsPage))
const PaymentDistributionPage = page(() =>
  import('#pages/payment-distribution.tsx').then((m) => m.PaymentDistributionPage),
)
const StrategiesPage = page(() => import('#pages/strategies.tsx').then((m) => m.StrategiesPage))
const ActivityPage = page(() => import('#pages/activity.tsx').then((m) => m.ActivityPage))
const AuditPage = page(() => import('#pages/audit.tsx').then((m) => m.AuditPage))
const ProfilePage = page(() => import('#pages/profile.tsx').then((m) => m.ProfilePage))
const OutboxPage = page(() => import('#pages/outbox.tsx').then((m) => m.OutboxPage))
const HelpPage = page(() => import('#pages/help.tsx').then((m) => m.HelpPage))
const NotFoundPage = page(() => import('#pages/not-found.tsx').then((m) => m.NotFoundPage))

export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <CrashBoundary>
          <Shell>
            <Suspense fallback={<PageSkeleton />}>
              <Pages />
            </Suspense>
          </Shell>
        </CrashBoundary>
      </Providers>
    </BrowserRouter>
  )
}

function Pages() {
  return (
    <CrashBoundary key={useLocation().pathname}>
      <Routes>
        <Route path={paths.home} element={<Navigate to={paths.dashboard} replace />} />
        <Route element={<GuestOnly />}>
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.register} element={<RegisterPage />} />
        </Route>
        <Route element={<Guard />}>
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.wallets} element={<WalletsPage />} />
          <Route path={paths.whitelist} element={<Navigate to={whitelistPath} replace />} />
          <Route path={paths.solanaDistribution} element={<SolanaDistributionPage />} />
          <Route path={paths.tokenDistribution} element={<TokenDistributionPage />} />
          <Route path={paths.payments} element={<PaymentsPage />} />
          <Route path={paths.paymentDistribution} element={<PaymentDistributionPage />} />
          <Route path={paths.strategies} element={<StrategiesPage />} />
          <Route path={paths.activity} element={<ActivityPage />} />
          <Route path={paths.audit} element={<AuditPage />} />
          <Route path={paths.help} element={<HelpPage />} />
          <Route path={paths.profile} element={<ProfilePage />} />
        </Route>
        <Route path={paths.outbox} element={<OutboxPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </CrashBoundary>
  )
}
