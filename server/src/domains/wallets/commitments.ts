/** Funds of wallets that are committed already. Other domains register what they have committed. */
import type { Commitment } from '@purser/contract/agents/commitments.ts'
import { toJsonAmount } from '@purser/contract/money.ts'

type Spending = { address: string; mint: string; walletName: string; decimals: number; symbol: string }
/** Returns base units by the address of the wallet. */
type CommitmentSource = {
  to: Commitment['to']
  read(userId: number, mint: string): Promise<Map<string, bigint>>
}

export type Commitments = {
  register(source: CommitmentSource): void
  /** Reads commitments of the wallets that are to spend, in the tokens that they are to spend. */
  read(userId: number, spends: Spending[]): Promise<{ committed?: Commitment[] }>
}

/** The most that one preview names. */
const NAMED = 20

export function createCommitments(): Commitments {
  const sources: CommitmentSource[] = []
  return {
    register: (source) => void sources.push(source),
    read: (userId, spends) => readCommitments(sources, userId, spends),
  }
}

async function readCommitments(
  sources: CommitmentSource[],
  userId: number,
  spends: Spending[],
): Promise<{ committed?: Commitment[] }> {
  const found: Commitment[] = []
  for (const mint of new Set(spends.map((spend) => spend.mint)))
    for (const { to, read } of sources) {
      const units = await read(userId, mint)
      for (const { address, walletName: wallet, decimals, symbol, ...spend } of spends) {
        const amount = spend.mint === mint ? (units.get(address) ?? 0n) : 0n
        if (amount > 0n) found.push({ wallet, to, amount: toJsonAmount(amount, decimals), symbol })
      }
    }
  return found.length > 0 ? { committed: found.slice(0, NAMED) } : {}
}
