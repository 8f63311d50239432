import { Text } from '@mantine/core'
import { candlesMissingText } from '@purser/contract/candle-texts.ts'
import type { CandlesState } from '@purser/contract/market.ts'
import { relativeTime } from '#ui/relative-time.ts'
import { useNow } from '#ui/use-now.ts'

/** Says what a chart lacks, and how old it is. */
export function CandlesNote({ state: { missing, as_of } }: { state: CandlesState }) {
  const now = useNow()
  if (missing === null) return null
  return (
    <Text size="xs" c="var(--warn)" role="status">
      {candlesMissingText(missing, as_of === null ? null : relativeTime(Date.parse(as_of), now))}
    </Text>
  )
}
