import { Button } from '@mantine/core'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { greetingName, signOut, useAuth } from '#features/accounts/index.ts'
import { lastGreeting } from '#wire/storage/last-greeting.ts'
import { paths } from './paths.ts'
import css from './shell.module.css'

/** The pages with a link of their own. */
export const LINKS: [path: string, text: string][] = [
  [paths.dashboard, 'Dashboard'],
  [paths.strategies, 'Strategies'],
  [paths.solanaDistribution, 'SOL Distribution'],
  [paths.tokenDistribution, 'Token Distribution'],
  [paths.payments, 'Payments'],
  [paths.wallets, 'Wallet Groups'],
  [paths.activity, 'Activity'],
  [paths.audit, 'Audit Log'],
]

export function NavLinks() {
  // It has no link of its own: it is a part of the payments.
  const distributing = useLocation().pathname === paths.paymentDistribution
  return LINKS.map(([path, text]) => (
    <NavLink
      key={path}
      to={path}
      className={css.link ?? ''}
      data-within={(distributing && path === paths.payments) || undefined}
    >
      {text}
    </NavLink>
  ))
}

/** Signed in: greeting and Logout, with only their room kept until that is certain; else Login and Register. */
export function NavActions() {
  const auth = useAuth()
  const navigate = useNavigate()
  if (!auth) return null
  if (auth.state === 'out')
    return (
      <>
        <Button component={Link} to={paths.login} variant="subtle" color="gray" size="compact-sm">
          Login
        </Button>
        <Button component={Link} to={paths.register} size="compact-sm">
          Register
        </Button>
      </>
    )
  const logout = () => {
    signOut()
    void navigate(paths.login)
  }
  const last = auth.user === null && lastGreeting.read()
  if (auth.state === 'loading' && !last) return null
  return (
    <div className={css.account} data-unseen={auth.state === 'loading' || undefined}>
      <Link to={paths.profile} className={css.greeting} title="Your Profile">
        {/* Without a profile, while the server is unavailable, it greets by the last known name. */}
        Hello, {last || greetingName(auth.user)}
      </Link>
      <Button variant="default" size="compact-sm" onClick={logout}>
        Logout
      </Button>
    </div>
  )
}
