import { Navigate, Outlet } from 'react-router'
import { paths } from '#app/paths.ts'
import { ErrorBox } from '#ui/error-box.tsx'
import { PageSpinner } from '#ui/page-spinner.tsx'
import { useAuth } from './auth.ts'

/** Lets signed-in users through; others go to the login page. */
export function Guard() {
  const auth = useAuth()
  if (!auth) return <ErrorBox message="Authentication error. Please refresh the page or log in again." />
  if (auth.state === 'loading') return <PageSpinner />
  return auth.state === 'in' ? <Outlet /> : <Navigate to={paths.login} replace />
}

/** Login and registration are for guests; a signed-in user goes to the dashboard. */
export function GuestOnly() {
  const auth = useAuth()
  if (auth?.state === 'loading') return <PageSpinner />
  return auth?.state === 'in' ? <Navigate to={paths.dashboard} replace /> : <Outlet />
}
