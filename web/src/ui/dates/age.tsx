import css from './age.module.css'
import { TimeAgo } from './time-ago.tsx'

/** The same as a StaleNote if there is no room for a sentence: in a bar, beside data that is not live. */
export const Age = ({ at }: { at: number }) => (
  <span className={css.age} role="status" title="Offline. Last known state.">
    <TimeAgo at={at} />
  </span>
)
