import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useAuth } from '#features/accounts/index.ts'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { DOWN_BANNER } from '#wire/connection.ts'
import { lastGreeting } from '#wire/storage/last-greeting.ts'
import { lastKnownStatus, useServerStatus } from '#wire/status.ts'
import { useConnection } from '#wire/use-connection.ts'
import { ClusterBadge } from './cluster-badge.tsx'
import { NavActions, NavLinks } from './nav.tsx'
import { NewVersion } from './new-version.tsx'
import { paths } from './paths.ts'
import { SchemeToggle } from './scheme-toggle.tsx'
import css from './shell.module.css'
import { useEmbedded } from './use-embedded.ts'
import { type HeaderTool, WaitingTools } from './waiting-tools.tsx'

const HeaderTools = onDemand(() => import('./header-tools.tsx').then((m) => m.HeaderTools))
const MarketSpeedBadge = onDemand(() => import('#features/market/index.ts').then((m) => m.MarketSpeedBadge))
const Toasts = onDemand(() => import('#ui/toasts.tsx').then((m) => m.Toasts))
const NavDrawer = lazyWhenIdle(() => import('./nav-drawer.tsx').then((m) => m.NavDrawer))

/** In a frame of another page it shows only the page itself: the bar is around the frame already. */
export function Shell({ children }: { children: ReactNode }) {
  const embedded = useEmbedded()
  if (!embedded) return <Frame>{children}</Frame>
  return (
    <main id="main" className={css.embedded}>
      {children}
    </main>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const { pathname } = useLocation()
  // Open on one page only: following a link closes it.
  const [openAt, setOpenAt] = useState<string>()
  const drawer = openAt === pathname
  const signedIn = auth?.state === 'in'
  const isGreeted = auth?.state !== 'loading' || lastGreeting.read() !== undefined
  const isNamed = useIsNamed()
  // It has its shape while the session is checked, too.
  const isDesk = auth?.state !== 'out' && pathname === paths.dashboard
  const main = useFocusOnArrival(pathname)
  return (
    <div className={`${css.frame} ${isDesk ? css.whole : ''}`}>
      <a href="#main" className={css.skip}>
        Skip to content
      </a>
      <header className={css.bar}>
        <Link to={paths.home} className={css.brand} aria-label="Purser, home">
          <img src="/favicon.svg" alt="" width={26} height={26} />
          <span>Purser</span>
        </Link>
        <ClusterBadge />
        <nav className={css.links} aria-label="Main" data-unseen={!isNamed || undefined}>
          {signedIn && <NavLinks />}
        </nav>
        {signedIn && <SpeedBadge />}
        <div className={css.actions}>
          {auth && auth.state !== 'out' && (
            <span className={css.tools} data-unseen={!isGreeted || undefined}>
              <Tools signedIn={signedIn} />
            </span>
          )}
          <span className={css.scheme} data-unseen={!isGreeted || undefined}>
            <SchemeToggle />
          </span>
          <div className={css.wide}>
            <NavActions />
          </div>
          <ActionIcon
            className={css.burger}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Open navigation"
            aria-expanded={drawer}
            onClick={() => setOpenAt(pathname)}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
        </div>
      </header>
      <OutageBanner />
      <HoldBanner />
      <NewVersion />
      {drawer && (
        <Suspense fallback={null}>
          <NavDrawer onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
      <main ref={main} id="main" className={isDesk ? css.desk : css.main}>
        {children}
      </main>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </div>
  )
}

/** The tools are in the bar from its first frame on. */
function Tools({ signedIn }: { signedIn: boolean }) {
  const [tool, setTool] = useState<HeaderTool>()
  const waiting = <WaitingTools onWant={setTool} />
  if (!signedIn) return waiting
  return (
    <Suspense fallback={waiting}>
      <HeaderTools tool={tool} />
    </Suspense>
  )
}

/**
 * If the pressed control is gone with its page, the keyboard goes on in the new page, not at the top of the document.
 */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const from = useRef(pathname)
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    const to = main.current
    if (!to || document.activeElement !== document.body) return
    // Only for the arrival: otherwise a click on any text would send the keyboard back to the top of the page.
    to.tabIndex = -1
    to.addEventListener('blur', () => to.removeAttribute('tabindex'), { once: true })
    to.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Tells whether the badge has its room: the elements beside it are not shown before. */
function useIsNamed(): boolean {
  const { isPending } = useServerStatus()
  const isDown = useConnection() === 'down'
  const [last] = useState(lastKnownStatus)
  return !isPending || isDown || last !== undefined
}

/** Only on the local network can the speed of the market differ from 1. */
function SpeedBadge() {
  if (useServerStatus().data?.cluster !== 'localnet') return null
  return (
    <Suspense fallback={null}>
      <MarketSpeedBadge />
    </Suspense>
  )
}

/** Shown on every page while the server is unavailable. */
function OutageBanner() {
  const isDown = useConnection() === 'down'
  return <div role="status">{isDown && <div className={css.line}>{DOWN_BANNER}</div>}</div>
}

/** Shown on every page while the server signs nothing until its operator decides; the text is the server's. */
function HoldBanner() {
  const hold = useServerStatus().data?.hold
  return <div role="status">{hold && <div className={css.line}>{hold.reason}</div>}</div>
}
