/**
 * The transaction that creates a token: the mint with its metadata in itself, and the whole supply. The same
 * transaction gives up every authority, so that nobody can mint more, freeze it, or rename it later.
 */
import { getCreateAccountWithSeedInstruction } from '@solana-program/system'
import {
  AuthorityType,
  type ExtensionArgs,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
  getMintToCheckedInstruction,
  getSetAuthorityInstruction,
  getTokenSize,
  getUpdateTokenMetadataFieldInstruction,
  getUpdateTokenMetadataUpdateAuthorityInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
  tokenMetadataField,
} from '@solana-program/token-2022'
import { type Address, createAddressWithSeed, type Instruction, type TransactionSigner } from '@solana/kit'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'

export type TokenTexts = { name: string; symbol: string; description: string; image: string }
export type TokenPlan = TokenTexts & { decimals: number; supply: bigint }

/** A seed has at most 32 bytes: an operation's id without its dashes has as many. */
const toSeed = (operationId: string) => operationId.replaceAll('-', '')

/**
 * The same for every attempt of an operation, so that it creates one token at most; its wallet alone can use it, and no
 * key has to be kept.
 */
export const deriveMintAddress = (wallet: Address, operationId: string): Promise<Address> =>
  createAddressWithSeed({
    baseAddress: wallet,
    programAddress: TOKEN_2022_PROGRAM_ADDRESS,
    seed: toSeed(operationId),
  })

const DESCRIPTION = 'description'
const NOBODY = '11111111111111111111111111111111' as Address
const pointerTo = (mint: Address): ExtensionArgs => ({
  __kind: 'MetadataPointer',
  authority: null,
  metadataAddress: mint,
})

/** Bytes of the mint with its texts, and of the account that receives the supply. */
export function computeSizes({ name, symbol, description, image }: TokenTexts): {
  mint: number
  account: number
} {
  const additionalMetadata = new Map(description === '' ? [] : [[DESCRIPTION, description] as const])
  const texts: ExtensionArgs = {
    __kind: 'TokenMetadata',
    updateAuthority: null,
    mint: NOBODY,
    name,
    symbol,
    uri: image,
    additionalMetadata,
  }
  return {
    mint: getMintSize([pointerTo(NOBODY), texts]),
    account: getTokenSize([{ __kind: 'ImmutableOwner' }]),
  }
}

/** `rent`: lamports of the mint. The wallet pays, signs, and receives the supply. */
export async function createTokenInstructions(
  plan: TokenPlan,
  { wallet, operationId, rent }: { wallet: TransactionSigner; operationId: string; rent: bigint },
): Promise<Instruction[]> {
  const mint = await deriveMintAddress(wallet.address, operationId)
  const tokenProgram = TOKEN_2022_PROGRAM_ADDRESS
  const account = await associatedAccount(wallet.address, { mint, program: tokenProgram })
  const { name, symbol, description, image, decimals, supply } = plan
  return [
    getCreateAccountWithSeedInstruction({
      payer: wallet,
      newAccount: mint,
      base: wallet.address,
      seed: toSeed(operationId),
      amount: rent,
      // The program extends it by the texts, whose rent is paid already.
      space: getMintSize([pointerTo(mint)]),
      programAddress: tokenProgram,
    }),
    getInitializeMetadataPointerInstruction({ mint, authority: null, metadataAddress: mint }),
    getInitializeMint2Instruction({ mint, decimals, mintAuthority: wallet.address, freezeAuthority: null }),
    getInitializeTokenMetadataInstruction({
      metadata: mint,
      updateAuthority: wallet.address,
      mint,
      mintAuthority: wallet,
      name,
      symbol,
      uri: image,
    }),
    ...(description === ''
      ? []
      : [
          getUpdateTokenMetadataFieldInstruction({
            metadata: mint,
            updateAuthority: wallet,
            field: tokenMetadataField('Key', [DESCRIPTION]),
            value: description,
          }),
        ]),
    getUpdateTokenMetadataUpdateAuthorityInstruction({
      metadata: mint,
      updateAuthority: wallet,
      newUpdateAuthority: null,
    }),
    getCreateAssociatedTokenIdempotentInstruction({
      payer: wallet,
      ata: account,
      owner: wallet.address,
      mint,
      tokenProgram,
    }),
    getMintToCheckedInstruction({ mint, token: account, mintAuthority: wallet, amount: supply, decimals }),
    getSetAuthorityInstruction({
      owned: mint,
      owner: wallet,
      authorityType: AuthorityType.MintTokens,
      newAuthority: null,
    }),
  ]
}
