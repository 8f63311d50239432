import { Button } from '@mantine/core'
import { Link, NavLink, useNavigate } from 'react-router'
import { greetingName, signOut, useAuth } from '#features/accounts/index.ts'
import { paths } from './paths.ts'
import css from './shell.module.css'

export function NavLinks() {
  return (
    <>
      <NavLink to={paths.dashboard} className={css.link ?? ''}>
        Dashboard
      </NavLink>
      <NavLink to={paths.strategies} className={css.link ?? ''}>
        Strategies
      </NavLink>
      <NavLink to={paths.solanaDistribution} className={css.link ?? ''}>
        SOL Distribution
      </NavLink>
      <NavLink to={paths.wallets} className={css.link ?? ''}>
        Wallet Groups
      </NavLink>
      <NavLink to={paths.activity} className={css.link ?? ''}>
        Activity
      </NavLink>
      <NavLink to={paths.audit} className={css.link ?? ''}>
        Audit Log
      </NavLink>
    </>
  )
}

/** Signed in: greeting and Logout; else Login and Register. */
export function NavActions() {
  const auth = useAuth()
  const navigate = useNavigate()
  if (!auth || auth.state === 'loading') return null
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
  return (
    <>
      <Link to={paths.profile} className={css.greeting} title="Your Profile">
        Hello, {greetingName(auth.user)}
      </Link>
      <Button variant="default" size="compact-sm" onClick={logout}>
        Logout
      </Button>
    </>
  )
}
