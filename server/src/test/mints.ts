/** Mints of the newer token program with any extensions, and supplies of them, made on a chain by an issuer of its own. */
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  type ExtensionArgs,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMintInstruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
  getMintToInstruction,
  getPreInitializeInstructionsForMintExtensions,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { fund, SOL } from './money.ts'
import type { Rpc } from './rpc.ts'
import { until } from './until.ts'

export type Issuer = Awaited<ReturnType<typeof createIssuer>>

export async function createIssuer(rpc: Rpc) {
  const payer = await generateKeyPairSigner()
  await fund(rpc, payer.address, 100n * SOL)

  /** Resolves once the transaction is confirmed; its signers are in the instructions. */
  async function execute(instructions: Instruction[]): Promise<void> {
    const { value } = await rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
      'getLatestBlockhash',
      { commitment: 'confirmed' },
    )
    const { blockhash, lastValidBlockHeight } = value
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const signed = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayerSigner(payer, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
        (m) => appendTransactionMessageInstructions(instructions, m),
      ),
    )
    const wire = getBase64EncodedWireTransaction(signed)
    const signature = await rpc<string>('sendTransaction', wire, {
      encoding: 'base64',
      preflightCommitment: 'confirmed',
    })
    await until('it is confirmed', async () => {
      const { value: states } = await rpc<{ value: ({ confirmationStatus: string } | null)[] }>(
        'getSignatureStatuses',
        [signature],
      )
      return states[0] !== null && states[0]?.confirmationStatus !== 'processed'
    })
  }

  const deriveAccount = async (owner: string, mint: Address): Promise<Address> =>
    (
      await findAssociatedTokenPda({
        owner: owner as Address,
        mint,
        tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
      })
    )[0]

  const issuer = {
    payer,
    execute,
    deriveAccount,

    /** Creates a mint with its name inside it. */
    async createNamedMint(
      names: { name: string; symbol: string; uri: string },
      decimals = 6,
    ): Promise<Address> {
      const signer = await generateKeyPairSigner()
      const mint = signer.address
      const authority = payer.address
      await issuer.createMint(
        [{ __kind: 'MetadataPointer', authority, metadataAddress: mint }],
        decimals,
        signer,
      )
      await execute([
        // The program extends the mint by the names, and their rent must be there.
        getTransferSolInstruction({ source: payer, destination: mint, amount: 10_000_000n }),
        getInitializeTokenMetadataInstruction({
          metadata: mint,
          updateAuthority: authority,
          mint,
          mintAuthority: payer,
          ...names,
        }),
      ])
      return mint
    },

    async createMint(extensions: ExtensionArgs[], decimals = 6, signer?: KeyPairSigner): Promise<Address> {
      const mint = signer ?? (await generateKeyPairSigner())
      const space = getMintSize(extensions.length > 0 ? extensions : undefined)
      const lamports = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', space))
      await execute([
        getCreateAccountInstruction({
          payer,
          newAccount: mint,
          lamports,
          space,
          programAddress: TOKEN_2022_PROGRAM_ADDRESS,
        }),
        ...getPreInitializeInstructionsForMintExtensions(mint.address, extensions),
        getInitializeMintInstruction({
          mint: mint.address,
          decimals,
          mintAuthority: payer.address,
          freezeAuthority: payer.address,
        }),
      ])
      return mint.address
    },

    /** Opens the owner's associated token account if it is missing, and mints into it. */
    async mintTo(owner: string, mint: Address, amount: bigint): Promise<void> {
      const token = await deriveAccount(owner, mint)
      const open = getCreateAssociatedTokenIdempotentInstruction({
        payer,
        ata: token,
        owner: owner as Address,
        mint,
        tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
      })
      const fill = getMintToInstruction({ mint, token, mintAuthority: payer, amount })
      await execute(amount > 0n ? [open, fill] : [open])
    },
  }
  return issuer
}
