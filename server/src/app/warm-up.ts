/** What is slow at its first use is used once, after the start and in turns. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { warmUp as stepsOf } from '@purser/interpreter/index.ts'

export async function warmUp(): Promise<void> {
  const steps = stepsOf()
  // The first one makes the grammar: the desk says that it is ready before that.
  do await nextTurn()
  while (steps.next().done !== true)
}
