import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconChartCandle } from '@tabler/icons-react'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Address } from '@purser/contract/values.ts'
import { ChartPanel, TokenChart } from '#features/strategies/index.ts'
import { QueryError } from '#ui/states/query-error.tsx'
import css from './agent-desk.module.css'

type Props = {
  /** The strategy that runs, or ran last. */
  strategy: Strategy | undefined
  /** There is a strategy, which is not loaded yet. */
  loading: boolean
  /** It could not be loaded. */
  failed: Parameters<typeof QueryError>[0]['query'] | undefined
  active: boolean
  /** The token of the plan on offer, else of the settings; may be no address yet. */
  token: string
  /** The plan on offer. */
  plan: Plan | undefined
  externalId: string
  onChange: () => void
  onChoose: () => void
}

/** The chart of the running strategy; else of the token about to be traded; else of the last strategy. */
export function DeskChart({
  strategy,
  loading,
  failed,
  active,
  token,
  plan,
  externalId,
  onChange,
  onChoose,
}: Props) {
  const mint = Address.safeParse(token.trim()).data
  const isOther = mint !== undefined && mint !== strategy?.plan.token_address
  if (strategy && (active || !isOther))
    return <ChartPanel key={strategy.id} strategy={strategy} externalId={externalId} onChange={onChange} />
  if (loading)
    return (
      <section className={`surface ${css.noChart}`} aria-busy="true" aria-label="Chart">
        <Skeleton h="100%" w="100%" />
      </section>
    )
  if (failed?.isError)
    return (
      <section className={`surface ${css.noChart}`} aria-label="Chart">
        <QueryError query={failed} fallback="The agent could not be loaded." />
      </section>
    )
  if (mint !== undefined) return <TokenChart key={mint} mint={mint} plan={plan} />
  return (
    <section className={`surface ${css.noChart}`} aria-label="Chart">
      <IconChartCandle size={32} aria-hidden="true" />
      <Text size="sm" c="dimmed" ta="center" maw={380}>
        This agent's chart appears here. Choose a token, or name one in your message, such as: buy 0.02 SOL of
        BONK every hour, 10 times.
      </Text>
      <Button variant="default" size="compact-sm" onClick={onChoose}>
        Choose a token
      </Button>
    </section>
  )
}
