import { Loader } from '@mantine/core'
import css from './page-spinner.module.css'

export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={css.center} role="status" aria-label={label}>
      <Loader />
    </div>
  )
}
