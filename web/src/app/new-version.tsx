import { Button } from '@mantine/core'
import { useOutdated } from '#wire/use-connection.ts'
import css from './shell.module.css'

/** Never loads the page by itself: the contents of its forms would be lost. */
export function NewVersion() {
  const outdated = useOutdated()
  return (
    <div role="status">
      {outdated && (
        <div className={css.line}>
          There is a new version of Purser. Reload the page to use it; messages that you have typed are kept.
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}
