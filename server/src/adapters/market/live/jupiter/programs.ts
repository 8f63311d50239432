/** The programs that the transaction of a swap may call, and its accounts of SOL and other mints. */
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../../../kernel/solana/associated-account.ts'

/** Jupiter's swap program: https://dev.jup.ag, and `programId` of every answer of `/build`. */
export const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address
export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS]
/** Programs of the instructions around the swap. */
export const AROUND: readonly Address[] = [
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  ...TOKEN_PROGRAMS,
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
]

/** The account of a wallet's wrapped SOL. */
export const wrappedAccount = (owner: Address): Promise<Address> =>
  associatedAccount(owner, { mint: SOL_MINT as Address, program: TOKEN_PROGRAM_ADDRESS })

/** A wallet's own account of a mint, by whichever of the two programs: only one of them exists. */
export const ownAccounts = (owner: Address, mint: string): Promise<Address[]> =>
  Promise.all(TOKEN_PROGRAMS.map((program) => associatedAccount(owner, { mint: mint as Address, program })))
