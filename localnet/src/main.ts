/** Runs the network alone: `node localnet/src/main.ts [--steered] [--faults]`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEVELOPMENT_KEY } from './chain/keys.ts'
import { type Rules, wrongRule } from './chain/rules.ts'
import { startLocalnet } from './index.ts'

function fail(message: string): never {
  process.stderr.write(`localnet: ${message}\n`)
  process.exit(1)
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > 65534) fail(`LOCALNET_RPC_PORT is '${text}'; expected a port from 0 to 65534`)
  return port
}

/** The rules that the environment sets; the others stay. */
function readRules(env: NodeJS.ProcessEnv): Partial<Rules> {
  const { LOCALNET_SLOT_MS: slot, LOCALNET_RENT_PER_BYTE: rent, LOCALNET_COMMITMENT: rule } = env
  const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1)
  const named: [name: string, text: string | undefined, rules: (text: string) => Partial<Rules>][] = [
    ['LOCALNET_SLOT_MS', slot, (text) => ({ slotMs: whole(text) })],
    ['LOCALNET_RENT_PER_BYTE', rent, (text) => ({ rentPerByte: BigInt(whole(text)) })],
    ['LOCALNET_COMMITMENT', rule, (text) => ({ commitment: text as Rules['commitment'] })],
  ]
  return Object.assign(
    {},
    ...named.map(([name, text, read]) => {
      if (text === undefined || text === '') return {}
      const rules = read(text)
      const wrong = wrongRule(rules)
      return wrong ? fail(`${name} is '${text}'; expected ${wrong.takes}`) : rules
    }),
  ) as Partial<Rules>
}

/** The development key in the Solana CLI's format, so that its tools can use it. */
function writeKeyFile(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dir, 'development-key.json'), JSON.stringify([...DEVELOPMENT_KEY.bytes]), {
    mode: 0o600,
  })
}

const { values } = parseArgs({ options: { steered: { type: 'boolean' }, faults: { type: 'boolean' } } })
const dir = resolve(process.env.DATA_DIR ?? './data', 'localnet')
const rpcPort = parsePort(process.env.LOCALNET_RPC_PORT ?? '8899')
try {
  const network = await startLocalnet({
    dir,
    rpcPort,
    clock: values.steered ? 'steered' : 'real',
    faults: values.faults === true,
    ...readRules(process.env),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  writeKeyFile(dir)
  const stop = (): void => void network.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  void network.failed.then((error) => fail(error.message))
  // One line of JSON, so that a parent process learns the ports.
  process.stdout.write(
    `${JSON.stringify({ ready: true, rpcUrl: network.rpcUrl, wsUrl: network.wsUrl, dir })}\n`,
  )
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
