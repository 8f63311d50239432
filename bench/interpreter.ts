/** How long the embedded interpreter takes for one instruction. Fails above 5 ms at the 99th percentile. */
import { readFileSync } from 'node:fs'
import type { Plan } from '../contract/src/plan.ts'
import { KNOWN_TOKENS } from '../contract/src/tokens.ts'

const LIMIT_MS = 5
const samples = readFileSync(
  new URL('../server/src/adapters/interpreter/grammar/samples.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { say: string }).say)
/** Said after each plan, which it changes. */
const CHANGES = ['make it every two hours', 'add a 10 % stop loss and use 0.5 SOL instead']
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const request = (instruction: string, previousPlan: Plan | null = null) => ({
  previousPlan,
  instruction,
  tokenAddress: BONK,
  tokens: KNOWN_TOKENS,
})

const cold = performance.now()
const { interpretText } = await import('../server/src/adapters/interpreter/grammar/index.ts')
const loaded = performance.now()
interpretText(request(samples[5] ?? ''))
const first = performance.now()
const plans = samples
  .map((say) => interpretText(request(say)))
  .flatMap((m) => (m.kind === 'plan' ? [m.plan] : []))
const all = [
  ...samples.map((say) => request(say)),
  ...plans.flatMap((plan) => CHANGES.map((say) => request(say, plan))),
]
for (let i = 0; i < 50; i++) for (const one of all) interpretText(one)
const times: number[] = []
for (let i = 0; i < 100; i++) {
  for (const one of all) {
    const start = performance.now()
    interpretText(one)
    times.push(performance.now() - start)
  }
}
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
console.log(`cold: load ${(loaded - cold).toFixed(1)} ms, first parse ${(first - loaded).toFixed(2)} ms`)
const types = new Set(plans.map((p) => p.strategy_type))
console.log(
  `${samples.length} instructions, ${all.length - samples.length} follow-ups, ${types.size} types of plan`,
)
console.log(
  `warm: median ${at(0.5).toFixed(3)} ms, 99th percentile ${at(0.99).toFixed(3)} ms, limit ${LIMIT_MS} ms (${(at(0.99) / LIMIT_MS).toFixed(3)} of it)`,
)
if (at(0.99) > LIMIT_MS) process.exit(1)
