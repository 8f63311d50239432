/** Agents: list, chat, terminal, the kill switch, and the monitor that follows them. */
export { AgentMonitor } from './agent-monitor.tsx'
export { StopEverything, StopEverythingModal } from './kill-switch/stop-everything.tsx'
export { useAgents, useCreateAgent } from './use-agents.ts'
