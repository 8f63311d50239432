import { embeddedDistribution } from '#app/paths.ts'
import css from '../payments.module.css'

/** The page that distributes payments, in a frame: it follows the theme and the session of the page around it. */
export const DistributionFrame = () => (
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this console, which needs its session
  <iframe className={css.frame} src={embeddedDistribution} title="Payment Distribution" />
)
