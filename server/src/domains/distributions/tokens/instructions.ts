/** The instructions of token transfers, by the codecs of the newer program: the older one takes the same bytes. */
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getHarvestWithheldTokensToMintInstruction,
  getTransferCheckedInstruction,
  getTransferCheckedWithFeeInstruction,
} from '@solana-program/token-2022'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import type { TokenMint } from '../../../ports/chain-data.ts'
import { computeWithheld } from './amounts.ts'

/** The fields of a mint that the instructions need. */
export type MintTerms = Pick<TokenMint, 'mint' | 'program' | 'decimals' | 'transferFee'>

export type TokenTransfer = {
  source: Address
  authority: TransactionSigner
  destination: Address
  amount: bigint
}

/** Checked: the program refuses it if mint or decimals differ, or if the fee is not the one that was shown. */
export function transferInstruction(terms: MintTerms, transfer: TokenTransfer): Instruction {
  const { mint, program, decimals, transferFee } = terms
  const input = { ...transfer, mint, decimals }
  const config = { programAddress: program }
  return transferFee === null
    ? getTransferCheckedInstruction(input, config)
    : getTransferCheckedWithFeeInstruction(
        { ...input, fee: computeWithheld(transfer.amount, transferFee) },
        config,
      )
}

/** Opens the owner's associated token account unless it exists. */
export const openInstruction = (
  { mint, program }: MintTerms,
  { payer, account, owner }: { payer: TransactionSigner; account: Address; owner: string },
): Instruction =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: account,
    owner: owner as Address,
    mint,
    tokenProgram: program,
  })

/** Closes an emptied account: its rent goes to `receiver`. Fees withheld in it go to the mint first. */
export function closeInstructions(
  { mint, program, transferFee }: MintTerms,
  { account, owner, receiver }: { account: Address; owner: TransactionSigner; receiver: string },
): Instruction[] {
  const close = getCloseAccountInstruction(
    { account, destination: receiver as Address, owner },
    { programAddress: program },
  )
  const harvest = getHarvestWithheldTokensToMintInstruction({ mint, sources: [account] })
  return transferFee === null ? [close] : [harvest, close]
}
