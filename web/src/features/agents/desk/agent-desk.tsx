import type { Agent } from '@purser/contract/agents/agents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import { agentStatus } from '#wire/storage/caches.ts'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { DeskBar } from './desk-bar.tsx'
import { DeskChart } from './desk-chart.tsx'
import { DeskSplitter } from './desk-splitter.tsx'
import { DeskStrip } from './desk-strip.tsx'
import { agentKey, currentStrategy, useAgent } from '../use-agents.ts'
import { useChatToken } from '../chat/use-chat-token.ts'
import type { DeskTab } from './use-desk-place.ts'
import { useStrategy } from '../controls/use-strategy.ts'
import { useTerminal } from '../terminal/use-terminal.ts'
import type { WalletChoice } from '../wallet/use-wallet-choice.ts'
import css from './agent-desk.module.css'

type Props = {
  agent: Agent
  /** It was just created here. */
  isNew: boolean
  choice: WalletChoice
  wallet: ReactNode
  tab: DeskTab
  onTab: (tab: DeskTab) => void
  onDeleted: () => void
}

/** One agent: the bar, the chart above the strip of tabs, and the chat beside them. */
export function AgentDesk({ agent, isNew, choice, wallet, tab, onTab, onDeleted }: Props) {
  const [stored] = useState(() => agentStatus.read(agent.id))
  const client = useQueryClient()
  const query = useAgent(agent.id)
  const detail = query.data
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: agentKey(agent.id) }),
    [client, agent.id],
  )
  const strategy = detail ? currentStrategy(detail) : undefined
  const state = detail?.status ?? agent.status
  const active = state !== 'stopped'
  const strategyId = strategy?.id ?? (detail ? null : (agent.strategies[0]?.id ?? stored?.strategyId ?? null))
  const terminal = useTerminal({ agentId: agent.id, externalId: agent.external_id, strategyId, active })
  const controls = useStrategy({
    agentId: agent.id,
    strategyId: strategy?.id ?? null,
    complain: terminal.append,
  })
  const setup = useChatToken(agent.id)
  const visible = active || strategyId !== null || !terminal.empty
  return (
    <>
      <div className={css.bar}>
        <DeskBar
          agent={agent}
          state={state}
          strategy={strategy}
          loading={query.isPending && strategyId !== null}
          staleAt={detail?.staleAt}
          controls={controls}
          wallet={wallet}
          onDeleted={onDeleted}
        />
      </div>
      <DeskSplitter
        chart={
          <DeskChart
            strategy={strategy}
            loading={query.isPending && strategyId !== null}
            failed={detail ? undefined : query}
            active={active}
            token={setup.offered?.token_address ?? setup.token}
            plan={setup.offered}
            externalId={agent.external_id}
            onChange={refresh}
            onChoose={setup.openSettings}
          />
        }
        strip={
          visible ? (
            <DeskStrip
              agent={agent}
              strategy={strategy}
              active={active}
              terminal={terminal}
              tab={tab}
              onTab={onTab}
            />
          ) : undefined
        }
      />
      <div className={css.chat} data-desk="chat">
        <ChatPanel agent={agent} active={active} isNew={isNew} choice={choice} setup={setup} />
      </div>
    </>
  )
}
