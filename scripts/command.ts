/** A command of the checks, its output shown; whatever it started ends with it, and it with this process. */
import { spawn } from 'node:child_process'

/** A failure whose output is already on the screen: only its message is printed. */
export class StepFailed extends Error {}

const LIMIT_MINUTES = 60
const ending = new AbortController()
process.once('exit', () => ending.abort())
/** Aborted as this process ends, for what it has started. */
export const endSignal: AbortSignal = ending.signal

type Options = { env?: Record<string, string>; quiet?: boolean }

/** Resolves with the exit code, or null where a signal ended it. Rejects with StepFailed where it could not start. */
export function runCommand(
  command: string,
  args: string[],
  { env = {}, quiet = false }: Options = {},
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A group of its own, to be ended as a whole.
      detached: true,
      timeout: LIMIT_MINUTES * 60_000,
      // Playwright writes its report then.
      killSignal: 'SIGINT',
    })
    const killGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Nobody is left of it.
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

/** Throws StepFailed where the command does not end with code 0. */
export async function run(command: string, args: string[], options?: Options): Promise<void> {
  const code = await runCommand(command, args, options)
  const name = [command.split('/').at(-1), ...args].join(' ').slice(0, 200)
  if (code !== 0) throw new StepFailed(`${name} ended with ${code === null ? 'a signal' : `code ${code}`}`)
}
