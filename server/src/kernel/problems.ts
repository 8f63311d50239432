/** Turns what a schema refuses into details that name the field, in words of our own. */
import type { Detail } from '@purser/contract/faults.ts'
import * as z from 'zod'
import { Fault } from './fault.ts'

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

const article = (type: string) => (/^[aeiou]/.test(type) ? 'an' : 'a')
const expected: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function words(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'is required'
      : `must be ${expected[issue.expected] ?? `${article(issue.expected)} ${issue.expected}`}`
  if (issue.code === 'unrecognized_keys') return 'is not a known field'
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((v) => JSON.stringify(v)).join(' or ')}`
  if (issue.code === 'too_small')
    return issue.origin === 'string' || issue.origin === 'array'
      ? `must have at least ${issue.minimum}`
      : `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`
  if (issue.code === 'too_big')
    return issue.origin === 'string' || issue.origin === 'array'
      ? `must have at most ${issue.maximum}`
      : `must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`
  return undefined
}

z.config({ customError: (issue) => words(issue) ?? 'is not valid' })

function flatten(issues: readonly z.core.$ZodIssue[], above: PropertyKey[] = []): Detail[] {
  return issues.flatMap((issue) => {
    const at = [...above, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The branch that came furthest is the one that was meant.
      const depth = (branch: readonly z.core.$ZodIssue[]) => Math.max(0, ...branch.map((i) => i.path.length))
      const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
      if (best && best.length > 0) return flatten(best, at)
    }
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...at, key].join('.'), message: issue.message }))
    return [{ path: at.join('.'), message: issue.message }]
  })
}

/** The path of the first text that holds a null character, which no text column of the database takes. */
function nullAt(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (value === null || typeof value !== 'object') return null
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes('\0') ? path : nullAt(inner, [...path, key])
    if (found) return found
  }
  return null
}

/** The value as the schema reads it, or Fault invalid_input. `at` names what is read when the path is empty. */
export function read<S extends z.core.$ZodType>(schema: S, value: unknown, at = 'body'): z.core.output<S> {
  const nul = nullAt(value)
  if (nul)
    throw new Fault('invalid_input', {
      details: [{ path: nul.join('.') || at, message: 'must not hold null characters' }],
    })
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new Fault('invalid_input', {
    details: flatten(result.error.issues).map((d) => ({ ...d, path: d.path || at })),
  })
}
