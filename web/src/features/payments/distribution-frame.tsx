import { embeddedDistribution } from '#app/paths.ts'
import css from './payments.module.css'

/** The page that distributes payments, in a frame: it follows the theme and the session of the page around it. */
export const DistributionFrame = () => (
  <iframe className={css.frame} src={embeddedDistribution} title="Payment Distribution" />
)
