/** Roles in lines for a terminal, and how some became others. For explain.ts. */
import { splitRole } from '../src/clauses/apart.ts'
import { markDoubted } from '../src/clauses/doubted.ts'
import { readResale } from '../src/clauses/resold.ts'
import type { Role } from '../src/clauses/roles.ts'
import { disambiguate } from '../src/clauses/settle.ts'
import type { Text } from '../src/clauses/text.ts'

export const cut = (line: string, most: number) => (line.length > most ? `${line.slice(0, most - 1)}…` : line)
export const quote = (said: string) => `'${said.replaceAll('\n', ' / ')}'`
/** A token is its symbol: an address says nothing to a reader. */
export const valueText = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    one instanceof Object && 'symbol' in one ? one.symbol : one,
  ).replaceAll('"', '')
export const roleText = ({ kind, said, value }: Role): string =>
  `${kind} ${quote(said)} ${cut(valueText(value), 60)}`

const toKey = ({ kind, value, from, to }: Role): string => JSON.stringify([kind, value, from, to])
const without = (roles: readonly Role[], others: readonly Role[]): Role[] =>
  roles.filter((role) => !others.some((one) => toKey(one) === toKey(role)))
/** Each role that is gone, beside those that are new in its place. */
export const changeLines = (before: readonly Role[], after: readonly Role[]): string[] =>
  without(before, after).map((role) => {
    const now = without(after, before).filter(({ from, to }) => from < role.to && role.from < to)
    return ` ${roleText(role)} -> ${now.map(roleText).join(' + ') || 'nothing'}`
  })
/** The parts of `disambiguate` that change roles by themselves; the others decide within settle.ts. */
export function rewriteLines(text: Text, roles: readonly Role[]): string[] {
  const parts = {
    'resold.ts': readResale(text, roles),
    'doubted.ts': roles.map((role) => markDoubted(text, role, roles)),
    'apart.ts': roles.flatMap((role) => splitRole(text, role)),
  }
  const after = disambiguate(text, roles)
  return without(roles, after).flatMap((role) => {
    const [by = 'settle.ts'] =
      Object.entries(parts).find(([, made]) => without([role], made).length > 0) ?? []
    return changeLines([role], after).map((line) => ` ${line} (${by})`)
  })
}
