import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { Card } from '#ui/card.tsx'
import css from './bot-skeleton.module.css'

/** Takes the place of the panel while it loads, with about its height. */
export function BotSkeleton() {
  return (
    <Card label="Trading Bot">
      <div role="status" aria-label="Loading the trading bot">
        <Skeleton h={28} w={260} mb={14} />
        <Skeleton className={css.text ?? ''} />
      </div>
    </Card>
  )
}
