import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import css from './wallets.module.css'

/** The shape of the other tabs while they load: three figures, a form, and a list. */
export const TabSkeleton = () => (
  <div className={css.tab} role="status" aria-label="Loading">
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} h={78} />
    ))}
    <Skeleton className={css.wide ?? ''} h={116} />
    <Skeleton className={css.wide ?? ''} h={300} />
  </div>
)
