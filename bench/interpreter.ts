/** How long the embedded interpreter takes for one instruction. Fails above 5 ms at the 99th percentile. */
import { KNOWN_TOKENS } from '../contract/src/tokens.ts'

const LIMIT_MS = 5
const samples = [
  'buy 0.5 SOL of this token',
  'Sell everything now',
  'Buy 100 USDC worth of JUP with 0.5% slippage',
  'buy .02 sol every 30 seconds, 20 times',
  'sell 1000 tokens every 6 hours until I stop it',
  'dollar cost average into BONK, 0.05 SOL twice a day for a month, but only below $0.00003',
  'TWAP 10 SOL into this over 4 hours, one order every 10 minutes',
  'buy 1 SOL of WIF if it drops to $1.80',
  'buy 1 SOL of BONK and JUP',
  "what's the price of BONK?",
]
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const request = (instruction: string) => ({
  instruction,
  tokenAddress: BONK,
  tokens: KNOWN_TOKENS,
})

const cold = performance.now()
const { interpretText } = await import('../server/src/adapters/interpreter/grammar/index.ts')
const loaded = performance.now()
interpretText(request(samples[5] ?? ''))
const first = performance.now()
for (let i = 0; i < 300; i++) for (const say of samples) interpretText(request(say))
const times: number[] = []
for (let i = 0; i < 500; i++) {
  for (const say of samples) {
    const start = performance.now()
    interpretText(request(say))
    times.push(performance.now() - start)
  }
}
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
console.log(`cold: load ${(loaded - cold).toFixed(1)} ms, first parse ${(first - loaded).toFixed(2)} ms`)
console.log(
  `warm: median ${at(0.5).toFixed(3)} ms, 99th percentile ${at(0.99).toFixed(3)} ms, limit ${LIMIT_MS} ms (${(at(0.99) / LIMIT_MS).toFixed(3)} of it)`,
)
if (at(0.99) > LIMIT_MS) process.exit(1)
