/** Agents: chat, interpretation, control of strategies, the terminal. */
export { agentChannels, statusFeed } from './agents.channel.ts'
export { agentRoutes } from './agents.routes.ts'
export { type Agents } from './agents.ts'
export { createAgents } from './create-agents.ts'
