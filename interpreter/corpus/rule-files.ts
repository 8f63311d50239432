/** The files in which the rules stand: a pattern may be put together, and is then found by no search. */
import { globSync } from 'node:fs'
import type { Rule } from '../src/clauses/roles.ts'

/** The file that lists each rule: the shortest of the lists that hold it. */
export async function findRuleFiles(): Promise<Map<Rule, string>> {
  const src = new URL('../src/', import.meta.url)
  const paths = globSync('{clauses,limits,follow-up,intents}/**/*.ts', { cwd: src })
  const lists: { path: string; rules: Rule[] }[] = []
  for (const path of paths.filter((one) => !one.endsWith('.test.ts')).sort()) {
    const module: object = await import(new URL(path, src).href)
    for (const rules of Object.values(module).flatMap(rulesIn)) lists.push({ path, rules })
  }
  lists.sort((a, b) => b.rules.length - a.rules.length)
  return new Map(lists.flatMap(({ path, rules }) => rules.map((rule) => [rule, path] as const)))
}
const isRule = (one: unknown): one is Rule => one instanceof Object && 'pattern' in one && 'value' in one
/** A module exports its rules, or an object that has them. */
function rulesIn(exported: unknown): Rule[][] {
  if (Array.isArray(exported)) return exported.every(isRule) ? [exported] : []
  if (!(exported instanceof Object)) return []
  const { rules, vocabulary, own }: Record<string, unknown> = { ...exported }
  return [rules, vocabulary, own].flatMap(rulesIn)
}
