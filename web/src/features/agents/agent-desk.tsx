import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Agent } from '@purser/contract/agents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import { ChartPanel } from '#features/strategies/index.ts'
import { agentStatus } from '#wire/caches.ts'
import { agentName } from './agent-name.ts'
import { ChatPanel } from './chat-panel.tsx'
import { DeleteAgentModal } from './delete-agent-modal.tsx'
import { TerminalPanel } from './terminal-panel.tsx'
import { agentKey, currentStrategy, useAgent } from './use-agents.ts'
import { useTerminal } from './use-terminal.ts'
import type { WalletChoice } from './use-wallet-choice.ts'
import css from './agent-desk.module.css'

type Props = { agent: Agent; choice: WalletChoice; wallet: ReactNode; onDeleted: () => void }

/** One agent: header with its wallet, chat, and the terminal once it has something to show. */
export function AgentDesk({ agent, choice, wallet, onDeleted }: Props) {
  const [deleting, setDeleting] = useState(false)
  const [stored] = useState(() => agentStatus.read(agent.id))
  const client = useQueryClient()
  const detail = useAgent(agent.id).data
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: agentKey(agent.id) }),
    [client, agent.id],
  )
  const strategy = detail ? currentStrategy(detail) : undefined
  const state = detail?.status ?? agent.status
  const active = state !== 'stopped'
  const strategyId = strategy?.id ?? (detail ? null : (stored?.strategyId ?? null))
  const terminal = useTerminal({ agentId: agent.id, externalId: agent.external_id, strategyId, active })
  const visible = active || strategyId !== null || !terminal.empty
  return (
    <div className={css.desk}>
      <header className={`surface ${css.header}`}>
        <div className={css.titleRow}>
          <h2 className={css.title}>{agentName(agent.name)}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${agentName(agent.name)}`}
            title="Delete agent"
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </div>
        {wallet}
        {visible && (
          <div className={css.jumps}>
            <a href="#chat">Go to chat</a>
            {strategy && <a href="#chart">Go to chart</a>}
            <a href="#terminal">Go to terminal</a>
          </div>
        )}
      </header>
      <div className={visible ? css.split : css.single}>
        <div id="chat" className={css.cell}>
          <ChatPanel agent={agent} active={active} choice={choice} />
        </div>
        {visible && (
          <div className={css.beside}>
            {strategy && (
              <div id="chart" className={css.chart}>
                <ChartPanel
                  key={strategy.id}
                  strategy={strategy}
                  externalId={agent.external_id}
                  onChange={refresh}
                />
              </div>
            )}
            <div id="terminal" className={css.cell}>
              <TerminalPanel
                agentId={agent.id}
                externalId={agent.external_id}
                state={state}
                strategy={strategy}
                terminal={terminal}
              />
            </div>
          </div>
        )}
      </div>
      {deleting && (
        <DeleteAgentModal agent={agent} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </div>
  )
}
