/** Reads the transfers that signed bytes hold, of SOL and of tokens. */
import {
  identifySystemInstruction,
  parseTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
  SystemInstruction,
} from '@solana-program/system'
import {
  identifyToken2022Instruction,
  parseTransferCheckedInstruction,
  parseTransferCheckedWithFeeInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
  Token2022Instruction,
} from '@solana-program/token-2022'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import {
  type Address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type AccountMeta,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { associatedAccount } from '../../../kernel/solana/associated-account.ts'

/**
 * Amounts are base units. `source` is the wallet that pays. `destination` is the paid wallet for SOL, and its token
 * account for a token: `findOwner` finds the wallet.
 */
export type SignedTransfer = {
  source: Address
  destination: Address
  amount: bigint
  mint: Address
  /** The token's program; null: SOL. */
  program: Address | null
}

type FullInstruction = Instruction &
  InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>

/** Lists the SOL and token transfers of a transaction, in order. Throws on bytes that are no transaction of static accounts. */
export function readTransfers(bytes: Uint8Array): SignedTransfer[] {
  const { messageBytes } = getTransactionDecoder().decode(bytes)
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes))
  return (message.instructions as readonly Instruction[]).flatMap((instruction): SignedTransfer[] => {
    const { programAddress, accounts, data } = instruction
    if (!accounts || !data) return []
    const whole = { programAddress, accounts, data } as FullInstruction
    if (programAddress === SYSTEM_PROGRAM_ADDRESS) return readSolTransfers(whole)
    if (programAddress === TOKEN_PROGRAM_ADDRESS || programAddress === TOKEN_2022_PROGRAM_ADDRESS)
      return readTokenTransfers(whole)
    return []
  })
}

function readSolTransfers(instruction: FullInstruction): SignedTransfer[] {
  if (identifySystemInstruction(instruction) !== SystemInstruction.TransferSol) return []
  const { accounts, data } = parseTransferSolInstruction(instruction)
  const { source, destination } = accounts
  return [
    {
      source: source.address,
      destination: destination.address,
      amount: data.amount,
      mint: SOL_MINT as Address,
      program: null,
    },
  ]
}

/** The newer program took over the instructions of the older one with their numbers. */
function readTokenTransfers(instruction: FullInstruction): SignedTransfer[] {
  const kind = identifyToken2022Instruction(instruction)
  const read =
    kind === Token2022Instruction.TransferChecked
      ? parseTransferCheckedInstruction(instruction)
      : kind === Token2022Instruction.TransferCheckedWithFee
        ? parseTransferCheckedWithFeeInstruction(instruction)
        : null
  if (read === null) return []
  const { authority, destination, mint } = read.accounts
  return [
    {
      source: authority.address,
      destination: destination.address,
      amount: read.data.amount,
      mint: mint.address,
      program: instruction.programAddress,
    },
  ]
}

/** Finds among these wallets the one whose associated token account a transfer pays; SOL pays the wallet itself. */
export async function findOwner(paid: SignedTransfer, wallets: Iterable<string>): Promise<Address> {
  const { destination, mint, program } = paid
  if (program === null) return destination
  for (const wallet of wallets) {
    if ((await associatedAccount(wallet, { mint, program })) === destination) return wallet as Address
  }
  return destination
}
