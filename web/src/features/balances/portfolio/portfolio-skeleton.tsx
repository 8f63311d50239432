import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { View } from '#features/wallets/index.ts'
import { Card } from '#ui/card.tsx'
import css from './portfolio-panel.module.css'

/** Keeps the room of the panel until it is known whether there are wallets. */
export const PortfolioSkeleton = ({ view }: { view: View }) => (
  <Card>
    <Skeleton className={css.waiting ?? ''} data-view={view} aria-label="Loading the portfolio" />
  </Card>
)
