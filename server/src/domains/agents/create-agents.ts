/** Composes the agents. */
import type { Agents } from './agents.ts'
import { createChat } from './chat/create-chat.ts'
import { createDeferredParses } from './chat/deferred-parse.ts'
import { createControl } from './control/create-control.ts'
import { createKillSwitch } from './control/stop-all.ts'
import type { AgentsParts } from './parts.ts'
import { createRecord } from './record/record.ts'
import { createFeeds, createTerminal } from './record/terminal.ts'
import { createRoster } from './roster/create-roster.ts'

export function createAgents(parts: AgentsParts): Agents {
  const deferred = createDeferredParses(parts)
  return {
    roster: createRoster(parts),
    chat: createChat(parts, deferred),
    control: createControl(parts),
    record: createRecord(parts),
    terminal: createTerminal(parts),
    feeds: createFeeds(parts),
    killSwitch: createKillSwitch(parts),
    close: deferred.close,
  }
}
