/** The plans of all corpora and examples of the interpreter, each once, on one token: what people have asked for. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'

const ROOT = join(import.meta.dirname, '../../../interpreter')
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''

type Line = { want?: object; turns?: { plan?: object }[] }

export function readCorpusPlans(): Plan[] {
  const plans = new Map<string, Plan>()
  for (const file of globSync(['corpus/*.jsonl', 'src/intents/*/examples.jsonl'], { cwd: ROOT }).sort())
    for (const text of readFileSync(join(ROOT, file), 'utf8').split('\n')) {
      if (text.trim() === '') continue
      const line = JSON.parse(text) as Line
      for (const fields of [line.want, ...(line.turns ?? []).map(({ plan }) => plan)]) {
        if (!fields) continue
        const { token: _, ...own } = fields as Record<string, unknown>
        const parsed = Plan.safeParse({
          version: 1,
          goal: 'A plan',
          token_address: WIF,
          quote: 'SOL',
          ...own,
        })
        if (parsed.success) plans.set(JSON.stringify(parsed.data), parsed.data)
      }
    }
  return [...plans.values()]
}

/** A price that the plan names, so that a market around it meets its rules; null: it names none. */
export function namedPrice(plan: Plan): number | null {
  const prices = Object.entries(plan).flatMap(([field, value]) =>
    field.endsWith('_price_usd') ? [Number(value)] : [],
  )
  return prices.length === 0 ? null : prices.reduce((sum, one) => sum + one, 0) / prices.length
}
