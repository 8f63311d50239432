/** Agents: list, chat, terminal, and the monitor that follows them. */
export { AgentDesk } from './agent-desk.tsx'
export { AgentList } from './agent-list.tsx'
export { AgentMonitor } from './agent-monitor.tsx'
export { useAgents, useCreateAgent } from './use-agents.ts'
export { useWalletChoice } from './use-wallet-choice.ts'
export { WalletArea } from './wallet-area.tsx'
export { StopEverything } from './stop-everything.tsx'
export { useAskedAgent } from './use-asked-agent.ts'
