import { createHash } from 'node:crypto'
import { getAddressDecoder, getAddressEncoder, getProgramDerivedAddress, type Address } from '@solana/kit'
import { encodeBase58, keyBytes, keyFrom, bytesToKey, type Key } from '../base58.ts'
import { ASSOCIATED_TOKEN, SYSTEM, TOKEN } from '../programs.ts'
import { NO_DATA, type Account } from './accounts.ts'
import { DEVELOPMENT_KEY, FAUCET_KEY } from './keys.ts'

export interface GenesisMint {
  symbol: string
  address: string
  decimals: number
}

/** Tokens at their mainnet addresses, with their decimals: as in the token lists of Jupiter and of Solana Labs. */
export const GENESIS_MINTS: GenesisMint[] = [
  { symbol: 'USDC', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 },
  { symbol: 'USDT', address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', decimals: 6 },
  { symbol: 'BONK', address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', decimals: 5 },
  { symbol: 'WIF', address: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', decimals: 6 },
  { symbol: 'JUP', address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', decimals: 6 },
]

/** The genesis hash: unlike that of any public cluster. */
export const GENESIS_HASH = encodeBase58(createHash('sha256').update('localnet genesis 1').digest())

/** SOL of the faucet: 500 million. */
const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n
/** Whole tokens of each mint, held by the development key. */
const SUPPLY = 1_000_000_000n

/** The associated token account of an owner, mint and token program. */
export async function associatedTokenKey(owner: Key, mint: Key, tokenProgram: Key): Promise<Key> {
  const programAddress: Address = getAddressDecoder().decode(keyBytes(ASSOCIATED_TOKEN))
  const [address] = await getProgramDerivedAddress({
    programAddress,
    seeds: [keyBytes(owner), keyBytes(tokenProgram), keyBytes(mint)],
  })
  return bytesToKey(getAddressEncoder().encode(address) as Uint8Array)
}

/** A mint of the development key's without supply. */
export function emptyMintData(decimals: number): Buffer {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  keyBytes(DEVELOPMENT_KEY.key).copy(data, 4)
  data[44] = decimals
  data[45] = 1
  return data
}

function mintData(mint: GenesisMint): Uint8Array {
  const data = emptyMintData(mint.decimals)
  data.writeBigUInt64LE(SUPPLY * 10n ** BigInt(mint.decimals), 36)
  // Stable coins have a freeze authority, as on mainnet.
  if (mint.symbol.startsWith('USD')) {
    data.writeUInt32LE(1, 46)
    keyBytes(DEVELOPMENT_KEY.key).copy(data, 50)
  }
  return data
}

function holdingData(mint: GenesisMint): Uint8Array {
  const data = Buffer.alloc(165)
  keyBytes(keyFrom(mint.address)).copy(data, 0)
  keyBytes(DEVELOPMENT_KEY.key).copy(data, 32)
  data.writeBigUInt64LE(SUPPLY * 10n ** BigInt(mint.decimals), 64)
  data[108] = 1
  return data
}

/** Wallets that genesis funds. */
export function genesisWallets(): [Key, Account][] {
  const wallet = (lamports: bigint): Account => ({
    lamports,
    owner: SYSTEM,
    executable: false,
    data: NO_DATA,
  })
  return [
    [FAUCET_KEY.key, wallet(FAUCET_LAMPORTS)],
    [DEVELOPMENT_KEY.key, wallet(1_000_000n * 1_000_000_000n)],
  ]
}

/** Each mint with the account that holds its supply. */
export function genesisMints(
  computeRent: (bytes: number) => bigint,
): Promise<[mint: [Key, Account], holding: [Key, Account]][]> {
  const token = (data: Uint8Array): Account => ({
    lamports: computeRent(data.length),
    owner: TOKEN,
    executable: false,
    data,
  })
  return Promise.all(
    GENESIS_MINTS.map(async (mint) => {
      const key = keyFrom(mint.address)
      const holding = await associatedTokenKey(DEVELOPMENT_KEY.key, key, TOKEN)
      return [
        [key, token(mintData(mint))],
        [holding, token(holdingData(mint))],
      ]
    }),
  )
}
