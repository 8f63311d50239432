import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import type { Agent } from '@purser/contract/agents/agents.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Suspense } from 'react'
import { ParityCard, TradeList } from '#features/strategies/index.ts'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { PageSpinner } from '#ui/states/page-spinner.tsx'
import { TerminalPanel } from '../terminal/terminal-panel.tsx'
import { type DeskTab, TABS } from './use-desk-place.ts'
import type { Terminal } from '../terminal/use-terminal.ts'
import css from './agent-desk.module.css'

const OrdersPanel = lazyWhenIdle(() => import('./orders-panel.tsx').then((m) => m.OrdersPanel))

type Props = {
  agent: Agent
  strategy: Strategy | undefined
  active: boolean
  terminal: Terminal
  tab: DeskTab
  onTab: (tab: DeskTab) => void
}

const names: Record<DeskTab, string> = {
  terminal: 'Terminal',
  trades: 'Trades',
  orders: 'Orders',
  parity: 'Parity',
}

/** The strip below the chart: the strategy's orders and log, its next orders, and its parity with the replay. */
export function DeskStrip({ agent, strategy, active, terminal, tab, onTab }: Props) {
  return (
    <Tabs
      className={`surface ${css.strip}`}
      value={tab}
      onChange={(value) => {
        const chosen = TABS.find((one) => one === value)
        if (chosen) onTab(chosen)
      }}
      keepMounted={false}
    >
      <Tabs.List aria-label="Below the chart">
        {TABS.map((one) => (
          <Tabs.Tab key={one} value={one} className={css.tab ?? ''}>
            {names[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="terminal" className={css.panel ?? ''}>
        <TerminalPanel agent={agent} strategyId={strategy?.id} runs={active} terminal={terminal} />
      </Tabs.Panel>
      <Tabs.Panel value="trades" className={`${css.panel} ${css.trades}`}>
        {strategy ? <TradeList strategy={strategy} /> : <NothingRan />}
      </Tabs.Panel>
      <Tabs.Panel value="orders" className={css.panel ?? ''}>
        <Suspense fallback={<PageSpinner />}>
          <OrdersPanel agentId={agent.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="parity" className={`${css.panel} ${css.scrolls}`} tabIndex={0}>
        <Suspense fallback={<PageSpinner />}>
          {strategy ? (
            <ParityCard key={strategy.id} agentId={agent.id} strategyId={strategy.id} />
          ) : (
            <NothingRan />
          )}
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

const NothingRan = () => <p className={css.nothing}>No strategy has run yet.</p>
