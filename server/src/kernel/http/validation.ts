/** Turns the issues of a schema into details with a path and a message of our own. */
import type { Detail } from '@purser/contract/faults.ts'
import * as z from 'zod'
import { Fault } from '../fault.ts'

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

/** Details of one answer. */
const MAX_DETAILS = 20
/** A field name may be as long as the body. */
const MAX_PATH = 200

/** `count`: the number of all, including those without details. */
type Findings = { details: Detail[]; count: number }

function note(found: Findings, path: readonly PropertyKey[], message: string): void {
  found.count++
  if (found.details.length >= MAX_DETAILS) return
  const name = path.map(String).join('.')
  found.details.push({ path: name.length > MAX_PATH ? `${name.slice(0, MAX_PATH)}…` : name, message })
}

function collect(
  issues: readonly z.core.$ZodIssue[],
  found: Findings,
  above: readonly PropertyKey[] = [],
): Findings {
  for (const issue of issues) {
    const at = [...above, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The branch whose issues lie deepest is the intended one.
      const depth = (branch: readonly z.core.$ZodIssue[]) =>
        branch.reduce((most, { path }) => Math.max(most, path.length), 0)
      const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
      if (best && best.length > 0) {
        collect(best, found, at)
        continue
      }
    }
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) note(found, [...at, key], issue.message)
    else note(found, at, issue.message)
  }
  return found
}

function toFault(found: Findings, at: string): Fault {
  const details = found.details.map((detail) => ({ ...detail, path: detail.path || at }))
  const more = found.count - details.length
  if (more > 0) details.push({ path: at, message: `has ${more.toLocaleString('en')} more errors` })
  return new Fault('invalid_input', { details })
}

/** Deeper than any valid body. */
const MAX_DEPTH = 32
/** Values of one body in all its lists and objects: three times the largest valid one. */
const MAX_VALUES = 100_000

/** Limits on depth and size before a schema reads it; null characters are refused since PostgreSQL cannot store them. */
export function checkShape(value: unknown, at: string): void {
  const path: string[] = []
  let seen = 0
  const refuse = (message: string): never => {
    const found: Findings = { details: [], count: 0 }
    note(found, path, message)
    throw toFault(found, at)
  }
  const visit = (inner: unknown): void => {
    if (++seen > MAX_VALUES) {
      path.length = 0
      refuse(`must hold at most ${MAX_VALUES.toLocaleString('en')} values`)
    }
    if (typeof inner === 'string') {
      if (inner.includes('\0')) refuse('must not contain null characters')
      return
    }
    if (inner === null || typeof inner !== 'object') return
    for (const key in inner) {
      if (key.includes('\0')) refuse('must not contain null characters')
      path.push(key)
      if (path.length > MAX_DEPTH) refuse('is nested too deeply')
      visit((inner as Record<string, unknown>)[key])
      path.pop()
    }
  }
  visit(value)
}

/** Parses the value or throws Fault invalid_input. `at`: the name for an issue without a path. */
export function read<S extends z.core.$ZodType>(schema: S, value: unknown, at = 'body'): z.core.output<S> {
  checkShape(value, at)
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw toFault(collect(result.error.issues, { details: [], count: 0 }), at)
}
