// A command whose output is shown, and whose failure is an error.
import { spawn } from 'node:child_process'

export class StepFailed extends Error {}

/** A command that hangs would hold whoever waits for it for ever. */
export const LIMIT_MINUTES = 60
/** So long it may take to say what it was at. */
const LAST_WORDS_MS = 20_000

const running = new Set()
/** Called when the checks themselves are ended from outside. */
const onInterrupt = new Set()

/** With all that it has started. */
export function kill(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It is gone.
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const tell of onInterrupt) tell()
    for (const child of running) kill(child, 'SIGKILL')
    process.exit(1)
  })

/** Calls `tell` if the checks are ended from outside meanwhile. Returns a stop function. */
export function whenInterrupted(tell) {
  onInterrupt.add(tell)
  return () => onInterrupt.delete(tell)
}

/** A group of processes of its own. What is left of it when its first process ends is ended as well. */
export function start(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true })
  running.add(child)
  child.on('exit', () => {
    running.delete(child)
    kill(child, 'SIGKILL')
  })
  return child
}

export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, {
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    let late = false
    const limit = setTimeout(() => {
      late = true
      // Playwright then shows which test it was at.
      kill(child, 'SIGINT')
      setTimeout(() => kill(child, 'SIGKILL'), LAST_WORDS_MS).unref()
    }, LIMIT_MINUTES * 60_000)
    child.on('error', (error) => reject(new StepFailed(`${command} could not be started: ${error.message}`)))
    child.on('exit', (code, signal) => {
      clearTimeout(limit)
      if (late) reject(new StepFailed(`${command.split('/').at(-1)} did not end in ${LIMIT_MINUTES} minutes`))
      else if (code === 0) resolve()
      else
        reject(
          new StepFailed(
            `${[command.split('/').at(-1), ...args].join(' ').slice(0, 200)} ended with ${signal ?? `code ${code}`}`,
          ),
        )
    })
  })
}
