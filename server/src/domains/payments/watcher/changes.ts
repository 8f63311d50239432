/** The change that a transaction brought to an address: from balances before and after, never from its instructions. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { Execution } from '../../../ports/chain-data.ts'

/** SOL under its mint too. `from`: whose balance it left; null: not one address alone. */
export type Incoming = { mint: string; amount: bigint; from: Address | null }

/** The only one of these; null: none, or several. */
const only = (addresses: Address[]): Address | null => {
  const [one, ...others] = new Set(addresses)
  return one !== undefined && others.length === 0 ? one : null
}

function incomingSol({ lamports, fee }: Execution, recipient: Address): Incoming | null {
  const gained = lamports
    .filter(({ address }) => address === recipient)
    .reduce((sum, { before, after }) => sum + after - before, 0n)
  if (gained <= 0n) return null
  const payers = lamports.filter(({ address, before, after }, i) => {
    // The first account also paid the fee.
    const given = before - after - (i === 0 ? fee : 0n)
    return address !== recipient && given > 0n
  })
  return { mint: SOL_MINT, amount: gained, from: only(payers.map(({ address }) => address)) }
}

function incomingTokens({ tokens }: Execution, recipient: Address): Incoming[] {
  const mints = new Set(tokens.filter(({ owner }) => owner === recipient).map(({ mint }) => mint))
  return [...mints].flatMap((mint) => {
    const ofMint = tokens.filter((one) => one.mint === mint)
    const amount = ofMint
      .filter(({ owner }) => owner === recipient)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
    if (amount <= 0n) return []
    const payers = ofMint.filter(({ owner, before, after }) => owner !== recipient && after < before)
    const owners = payers.flatMap(({ owner }) => (owner === '' ? [] : [owner]))
    const from = owners.length < payers.length ? null : only(owners)
    return [{ mint, amount, from }]
  })
}

/** Nothing of a transaction that failed. SOL first. */
export function collectIncoming(execution: Execution, recipient: Address): Incoming[] {
  if (execution.err !== null) return []
  const sol = incomingSol(execution, recipient)
  return [...(sol ? [sol] : []), ...incomingTokens(execution, recipient)]
}

/** Every account that it names. */
export const getAccounts = ({ lamports }: Execution): Address[] => lamports.map(({ address }) => address)
