// A command whose output is shown, and whose failure is an error.
import { spawn } from 'node:child_process'

export class StepFailed extends Error {}

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    running.add(child)
    child.on('error', (error) => reject(new StepFailed(`${command} could not be started: ${error.message}`)))
    child.on('exit', (code, signal) => {
      running.delete(child)
      if (code === 0) resolve()
      else
        reject(
          new StepFailed(
            `${[command.split('/').at(-1), ...args].join(' ').slice(0, 200)} ended with ${signal ?? `code ${code}`}`,
          ),
        )
    })
  })
}
