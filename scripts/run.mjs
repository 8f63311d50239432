// A command whose output is shown, and whose failure is an error.
import { spawn } from 'node:child_process'

export class StepFailed extends Error {}

/** A command that hangs would hold whoever waits for it for ever. */
const LIMIT_MINUTES = 30

const running = new Set()
/** With all that it has started. */
function kill(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It is gone.
  }
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) kill(child, signal)
    process.exit(1)
  })

export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: true,
    })
    running.add(child)
    let late = false
    const limit = setTimeout(() => {
      late = true
      kill(child, 'SIGKILL')
    }, LIMIT_MINUTES * 60_000)
    child.on('error', (error) => reject(new StepFailed(`${command} could not be started: ${error.message}`)))
    child.on('exit', (code, signal) => {
      running.delete(child)
      clearTimeout(limit)
      if (code === 0) resolve()
      else if (late)
        reject(new StepFailed(`${command.split('/').at(-1)} did not end in ${LIMIT_MINUTES} minutes`))
      else
        reject(
          new StepFailed(
            `${[command.split('/').at(-1), ...args].join(' ').slice(0, 200)} ended with ${signal ?? `code ${code}`}`,
          ),
        )
    })
  })
}
