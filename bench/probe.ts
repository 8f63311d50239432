/**
 * The duration of a route while trades run, in milliseconds: requested again and again from a process of its own, like
 * users do. The measuring process forwards every call of the chain meanwhile. Prints the times as JSON.
 *
 * Run: node bench/probe.ts URL TOKEN AGENT MILLISECONDS
 */
import { getAgent } from '@purser/contract/agents/agents.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { createClient } from '../server/src/test/client.ts'

const BETWEEN_MS = 50
const [url = '', token = '', id = '', ms = '0'] = process.argv.slice(2)
const call = createClient(url)
const waits: number[] = []
for (const until = performance.now() + Number(ms); performance.now() < until; await pause(BETWEEN_MS)) {
  const asked = performance.now()
  const { status, text } = await call(getAgent, { token, params: { id } })
  waits.push(performance.now() - asked)
  if (status !== 200) throw new Error(text)
}
console.log(JSON.stringify(waits))
