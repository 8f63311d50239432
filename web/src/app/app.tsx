import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { Guard, GuestOnly } from '#features/accounts/index.ts'
import { LoginPage } from '#pages/login.tsx'
import { RegisterPage } from '#pages/register.tsx'
import { PageSpinner } from '#ui/page-spinner.tsx'
import { paths } from './paths.ts'
import { Providers } from './providers.tsx'
import { Shell } from './shell.tsx'

// The sign-in pages are small and usually the first: they are bundled with the entry, the others load on demand.
const DashboardPage = lazy(() => import('#pages/dashboard.tsx').then((m) => ({ default: m.DashboardPage })))
const WalletsPage = lazy(() => import('#pages/wallets.tsx').then((m) => ({ default: m.WalletsPage })))
const SolanaDistributionPage = lazy(() =>
  import('#pages/solana-distribution.tsx').then((m) => ({ default: m.SolanaDistributionPage })),
)
const TokenDistributionPage = lazy(() =>
  import('#pages/token-distribution.tsx').then((m) => ({ default: m.TokenDistributionPage })),
)
const PaymentsPage = lazy(() => import('#pages/payments.tsx').then((m) => ({ default: m.PaymentsPage })))
const PaymentDistributionPage = lazy(() =>
  import('#pages/payment-distribution.tsx').then((m) => ({ default: m.PaymentDistributionPage })),
)
const StrategiesPage = lazy(() =>
  import('#pages/strategies.tsx').then((m) => ({ default: m.StrategiesPage })),
)
const ActivityPage = lazy(() => import('#pages/activity.tsx').then((m) => ({ default: m.ActivityPage })))
const AuditPage = lazy(() => import('#pages/audit.tsx').then((m) => ({ default: m.AuditPage })))
const ProfilePage = lazy(() => import('#pages/profile.tsx').then((m) => ({ default: m.ProfilePage })))
const OutboxPage = lazy(() => import('#pages/outbox.tsx').then((m) => ({ default: m.OutboxPage })))
const HelpPage = lazy(() => import('#pages/help.tsx').then((m) => ({ default: m.HelpPage })))
const NotFoundPage = lazy(() => import('#pages/not-found.tsx').then((m) => ({ default: m.NotFoundPage })))

export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <Shell>
          <Suspense fallback={<PageSpinner />}>
            <Routes>
              <Route path={paths.home} element={<Navigate to={paths.dashboard} replace />} />
              <Route element={<GuestOnly />}>
                <Route path={paths.login} element={<LoginPage />} />
                <Route path={paths.register} element={<RegisterPage />} />
              </Route>
              <Route element={<Guard />}>
                <Route path={paths.dashboard} element={<DashboardPage />} />
                <Route path={paths.wallets} element={<WalletsPage />} />
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
          </Suspense>
        </Shell>
      </Providers>
    </BrowserRouter>
  )
}
