import { Text } from '@mantine/core'
import { candlesMissingText } from '@purser/contract/market/candle-texts.ts'
import type { CandlesState } from '@purser/contract/market/market.ts'
import { TimeAgo } from '#ui/dates/time-ago.tsx'

/** Says what is missing from a chart, and how old it is. */
export function CandlesNote({ state: { missing, as_of } }: { state: CandlesState }) {
  if (missing === null) return null
  const isDated = missing === 'away' && as_of !== null
  return (
    <Text size="xs" c="var(--warn)" role="status">
      {candlesMissingText(missing, isDated)} {isDated && <TimeAgo at={as_of} />}
    </Text>
  )
}
