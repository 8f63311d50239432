/** Finds existing names: the user is asked before another one like them is created. */
import type { Wallet } from '@purser/contract/wallets/wallets.ts'

export const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The number of wallets with this prefix and a number, and the highest number, after which the server continues. */
export function existingPrefix(
  wallets: Pick<Wallet, 'name'>[],
  prefix: string,
): { count: number; highest: number } {
  const start = `${prefix.trim()} `
  const numbers = wallets
    .filter(({ name }) => name.startsWith(start))
    .map(({ name }) => name.slice(start.length))
    .filter((rest) => /^[1-9]\d{0,8}$/.test(rest))
    .map(Number)
  return { count: numbers.length, highest: Math.max(0, ...numbers) }
}

/** The question before more wallets of this prefix are generated; undefined if there are none yet. */
export function prefixQuestion(
  wallets: Pick<Wallet, 'name'>[],
  prefix: string,
  more: number,
): string | undefined {
  const { count, highest } = existingPrefix(wallets, prefix)
  if (count === 0) return undefined
  const name = (n: number) => `${prefix.trim()} ${n}`
  const there =
    count === 1 ? 'There is already 1 wallet' : `There are already ${count.toLocaleString('en')} wallets`
  const next = more === 1 ? name(highest + 1) : `${name(highest + 1)} to ${name(highest + more)}`
  return `${there} called ${prefix.trim()} and a number. The new ${more === 1 ? 'one' : 'ones'} will be ${next}.`
}
