/** Runs whatever is slow at its first use once, after the start and in several turns. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { warmUp as stepsOf } from '@purser/interpreter/index.ts'

export async function warmUp(): Promise<void> {
  const steps = stepsOf()
  // The first one builds the grammar: the desk announces that it is ready before that.
  do await nextTurn()
  while (steps.next().done !== true)
}
