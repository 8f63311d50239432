/** A wallet that a swap can be simulated with: any that paid a fee lately and has enough left. It signs nothing. */
import { USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { isFault } from '../kernel/fault.ts'
import type { Balances, Ledger } from '../ports/chain.ts'

/** 0.05 SOL: more than the swap, the rent of two accounts and the fee. */
const LEAST_LAMPORTS = 50_000_000n
/** Each may cost a call. */
const MOST_LOOKED_AT = 12

type Chain = Pick<Balances, 'balance'> & Pick<Ledger, 'listSignatures' | 'execution'>

/** null: none was found. `named`: the operator's own choice, which must have enough as well. */
export async function findPayer(chain: Chain, named: Address | null): Promise<Address | null> {
  const hasEnough = async (address: Address) => (await chain.balance(address)).lamports >= LEAST_LAMPORTS
  if (named !== null) return (await hasEnough(named)) ? named : null
  try {
    const listed = await chain.listSignatures(USDC_MINT as Address, { limit: MOST_LOOKED_AT })
    for (const { signature } of listed) {
      const done = await chain.execution(signature)
      // The payer of the fee comes first.
      const payer = done?.lamports[0]
      if (payer && payer.after >= LEAST_LAMPORTS && (await hasEnough(payer.address))) return payer.address
    }
    return null
  } catch (error) {
    // Not every endpoint lists the history of such a busy address.
    if (isFault(error, 'chain_away') || isFault(error, 'chain_refused')) return null
    throw error
  }
}
