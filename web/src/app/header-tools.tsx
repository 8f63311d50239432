import { AgentMonitor, StopEverything } from '#features/agents/index.ts'
import { NotificationBell } from '#features/notifications/index.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import type { HeaderTool } from './waiting-tools.tsx'

/** The tools of a signed-in user in the bar, and the monitor of the agents: one script. `tool` opens at once. */
export const HeaderTools = ({ tool }: { tool: HeaderTool | undefined }) => (
  <>
    <PaletteButton opens={tool === 'search'} />
    <StopEverything keys opens={tool === 'stop'} />
    <NotificationBell />
    <AgentMonitor />
  </>
)
