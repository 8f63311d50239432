import css from './age.module.css'
import { When } from './when.tsx'

/** The same as a StaleNote where there is no room for a sentence: in a bar, beside what is not live. */
export const Age = ({ at }: { at: number }) => (
  <span className={css.age} role="status" title="Offline. As it was last known.">
    <When at={at} />
  </span>
)
