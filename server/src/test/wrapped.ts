/**
 * The instructions around a swap of SOL in the service's answer: an account of wrapped SOL, filled, and closed again.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'

export type Around = { setup: Instruction[]; source: Address; destination: Address; cleanup: Instruction[] }

/** The trader's accounts of both mints, created if they are missing; SOL is wrapped before and unwrapped afterwards. */
export async function around(
  trader: TransactionSigner,
  { from, to, inAmount }: { from: string; to: string; inAmount: bigint },
): Promise<Around> {
  const deriveAccount = async (mint: string): Promise<Address> =>
    (
      await findAssociatedTokenPda({
        owner: trader.address,
        mint: mint as Address,
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
    )[0]
  const [source, destination] = await Promise.all([deriveAccount(from), deriveAccount(to)])
  const create = (mint: string, ata: Address) =>
    getCreateAssociatedTokenIdempotentInstruction({
      payer: trader,
      ata,
      owner: trader.address,
      mint: mint as Address,
    })
  const wrapped = from === SOL_MINT ? source : to === SOL_MINT ? destination : null
  return {
    source,
    destination,
    setup: [
      ...(from === SOL_MINT
        ? [
            create(from, source),
            getTransferSolInstruction({ source: trader, destination: source, amount: inAmount }),
            getSyncNativeInstruction({ account: source }),
          ]
        : []),
      create(to, destination),
    ],
    cleanup:
      wrapped === null
        ? []
        : [getCloseAccountInstruction({ account: wrapped, destination: trader.address, owner: trader })],
  }
}
