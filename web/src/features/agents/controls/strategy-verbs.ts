/** The actions on a strategy, and the labels of their buttons. */
import type { AgentState } from '@purser/contract/agents/agents.ts'
import type { Verb } from './use-strategy.ts'

export const badges: Record<AgentState, { text: string; color: string }> = {
  running: { text: 'Running', color: 'teal.9' },
  paused: { text: 'Paused', color: 'orange.9' },
  stopping: { text: 'Processing...', color: 'blue.9' },
  stopped: { text: 'Stopped', color: 'gray.7' },
}
export const labels: Record<Verb, [rest: string, busy: string]> = {
  start: ['Start', 'Starting...'],
  stop: ['Stop', 'Stopping...'],
  pause: ['Pause', 'Pausing...'],
  resume: ['Resume', 'Resuming...'],
}
export const verbs: Record<AgentState, Verb[]> = {
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopping: [],
  stopped: ['start'],
}
