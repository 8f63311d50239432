import { Button, Loader, Text } from '@mantine/core'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Analysis } from './use-analysis.ts'
import css from './bot-form.module.css'

/** The currencies for the token in the field, and the recommendation of the market. */
export function AnalysisNote({ analysis }: { analysis: Analysis }) {
  const { result, error, loading, retry } = analysis
  if (loading)
    return (
      <div className={css.analysis} role="status">
        <Loader size={14} aria-hidden="true" /> Looking the token up
      </div>
    )
  if (error !== undefined)
    return (
      <div className={css.analysis} data-kind="bad" role="alert">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>{error}</span>
        <Button size="compact-xs" variant="default" onClick={retry}>
          Retry
        </Button>
      </div>
    )
  if (!result) return null
  const { supportsSOL, supportsUSDC, location, recommendations } = result
  const options = [supportsSOL && 'SOL', supportsUSDC && 'USDC'].filter(Boolean)
  const none = options.length === 0
  // The text above the list says this already.
  const advice = recommendations.filter((text) => text !== botTexts.noOptions)
  return (
    <div role="status">
      <div className={css.analysis} data-kind={none ? 'bad' : 'good'}>
        {none ? (
          <IconAlertTriangle size={16} aria-hidden="true" />
        ) : (
          <IconCircleCheck size={16} aria-hidden="true" />
        )}
        <span>
          {none ? botTexts.noOptions : `Trades for ${options.join(' and ')}`}
          {!none && location !== null && ` (${location})`}
        </span>
      </div>
      {advice.length > 0 && (
        <ul className={css.recommendations} aria-label="Recommendations">
          {advice.map((text) => (
            <Text key={text} component="li" size="xs" c="dimmed">
              {text}
            </Text>
          ))}
        </ul>
      )}
    </div>
  )
}
