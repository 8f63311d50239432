import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { Card } from '#ui/card.tsx'
import css from './portfolio-panel.module.css'

/** Keeps the room of the panel until it is known whether there are wallets. */
export const PortfolioSkeleton = () => (
  <Card>
    <Skeleton className={css.waiting ?? ''} aria-label="Loading the portfolio" />
  </Card>
)
