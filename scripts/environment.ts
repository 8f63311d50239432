/** The part of the shell's environment that reaches the tests. */
import { StepFailed } from './command.ts'

/** Anything else may configure the product or the tests: a database, a key, a lane of another command. */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TZ|LANG|LC_\w+|CI|(NO|FORCE)_COLOR|NODE_(OPTIONS|EXTRA_CA_CERTS)|SSL_CERT_\w+|(\w+_)?(https?|no|all)_proxy|npm_\w+|DEBIAN_FRONTEND|PLAYWRIGHT_\w+|CHROMIUM_PATH|PROOF_SEED|TRACE|FAULT_\w+)$/i

/** Removes variables from `env` that the tests must not inherit. */
export function clearEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (!PASSED.test(name)) delete env[name]
}

/** Returns the seed that PROOF_SEED names, or a drawn one. Throws StepFailed if it names none. */
export function readSeed(named: string | undefined): number {
  if (named === undefined) return Math.floor(Math.random() * 1e9)
  if (!/^\d{1,9}$/.test(named))
    throw new StepFailed(`PROOF_SEED is '${named}'; it must be a whole number of at most nine digits.`)
  return Number(named)
}

/** CI sets it to `true` or `1`. */
export const isCI = (): boolean => !['', '0', 'false'].includes(process.env.CI ?? '')
