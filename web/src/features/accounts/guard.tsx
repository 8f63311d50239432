import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '#app/paths.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { PageSkeleton } from '#ui/states/page-skeleton.tsx'
import { cachesOf, endReason } from '#wire/session.ts'
import { useAuth } from './auth.ts'

/** Lets signed-in users through; others go to the login page. */
export function Guard() {
  const auth = useAuth()
  if (!auth) return <ErrorBox message="Authentication error. Please refresh the page or log in again." />
  if (auth.state === 'loading') return <PageSkeleton />
  return auth.state === 'in' ? <Outlet /> : <ToLogin />
}

function ToLogin() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={paths.login} replace state={leaving(`${pathname}${search}${hash}`)} />
}

/**
 * Login and registration are for guests; a signed-in user goes to the dashboard, or back to the page on which a session
 * ended.
 */
export function GuestOnly() {
  const auth = useAuth()
  const endedSession = useLocation().state as EndedSession | null
  if (auth?.state === 'loading') return <PageSkeleton />
  if (auth?.state !== 'in') return <Outlet />
  return (
    <Navigate
      to={endedSession?.from && endedSession.of === cachesOf() ? endedSession.from : paths.dashboard}
      replace
    />
  )
}

/** Stored in the history of the tab: the page on which a session ended, and its user. */
type EndedSession = { from?: string; of?: string }

function leaving(from: string): EndedSession | undefined {
  const of = cachesOf()
  return endReason() === undefined || of === null ? undefined : { from, of }
}
