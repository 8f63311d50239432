import { useLocation } from 'react-router'
import css from './page-skeleton.module.css'

/**
 * The shape of a page while its session is checked and its script loads. The style sheet draws it by the page's address:
 * every page waits for the first script, which has no room.
 */
export function PageSkeleton() {
  const { pathname, search } = useLocation()
  return (
    <div className={css.page} data-page={pathname + search} role="status" aria-label="Loading">
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
