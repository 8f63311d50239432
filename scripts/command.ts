/**
 * A command of the checks, with its output shown; all processes that it started end with it, and it ends with this
 * process.
 */
import { spawn } from 'node:child_process'

/** A failure whose output is already on the screen: only its message is printed. */
export class StepFailed extends Error {}

const LIMIT_MINUTES = 60
const ending = new AbortController()
process.once('exit', () => ending.abort())
/** Aborted when this process ends, for the processes that it has started. */
export const endSignal: AbortSignal = ending.signal

type Options = { env?: Record<string, string>; quiet?: boolean }

/** Resolves with the exit code, or null if a signal ended it. Rejects with StepFailed if it could not start. */
export function runCommand(
  command: string,
  args: string[],
  { env = {}, quiet = false }: Options = {},
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // It gets a group of its own, which can be ended as a whole.
      detached: true,
      timeout: LIMIT_MINUTES * 60_000,
      // Playwright writes its report then.
      killSignal: 'SIGINT',
    })
    const killGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has no process any more.
      }
    }
    process.once('exit', killGroup)
    child.on('error', (error) => reject(new StepFailed(`${command} could not be started: ${error.message}`)))
    child.on('exit', (code) => {
      process.off('exit', killGroup)
      killGroup()
      resolve(code)
    })
  })
}

/** Throws StepFailed if the command does not end with code 0. */
export async function run(command: string, args: string[], options?: Options): Promise<void> {
  const code = await runCommand(command, args, options)
  const name = [command.split('/').at(-1), ...args].join(' ').slice(0, 200)
  if (code !== 0) throw new StepFailed(`${name} ended with ${code === null ? 'a signal' : `code ${code}`}`)
}
