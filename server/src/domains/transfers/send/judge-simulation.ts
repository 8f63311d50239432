/** Simulates the bytes that are about to be signed, and has their effects judged. */
import { Fault } from '../../../kernel/fault.ts'
import type { AccountChange, AccountState } from '../../../ports/account-at.ts'
import type { AccountReads, Simulation } from '../../../ports/chain.ts'
import type { Judgement } from '../kinds.ts'

type Chain = Pick<Simulation, 'simulate'> & Pick<AccountReads, 'states'>
type UnsignedTransaction = { bytes: Uint8Array; fee: bigint; minContextSlot: bigint | undefined }

/** null: there is no objection. Throws chain_away. */
export async function judgeSimulation(
  chain: Chain,
  judgement: Judgement,
  { bytes, fee, minContextSlot }: UnsignedTransaction,
): Promise<string | null> {
  const { accounts } = judgement
  const found = await chain.states(accounts, { minContextSlot })
  const before = new Map(accounts.map((address, i) => [address, found[i] ?? null]))
  // An account that does not exist yet may come to be the payer's.
  const watched = accounts.filter((address) => {
    const state = before.get(address) ?? null
    return state === null || judgement.isOwn(address, state)
  })
  const { error, logs, after } = await chain.simulate(bytes, { minContextSlot, accounts: watched })
  if (error !== null) return judgement.explain({ error, logs })
  const changes = watched.map(
    (address, i): AccountChange => ({
      address,
      before: before.get(address) ?? null,
      after: after[i] ?? null,
    }),
  )
  const refused = await judgement.refuse(changes, fee)
  if (refused === null) return null
  // Something else may have moved the payer's funds between the two answers: then neither says anything about the
  // other.
  const now = await chain.states(watched, { minContextSlot })
  const isSame = changes.every((change, i) => isAlike(change.before, now[i] ?? null))
  if (!isSame) throw new Fault('chain_away')
  return refused
}

const isAlike = (a: AccountState | null, b: AccountState | null): boolean =>
  a === null || b === null
    ? a === b
    : a.lamports === b.lamports && a.program === b.program && Buffer.from(a.data).equals(b.data)
