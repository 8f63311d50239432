/**
 * Reads the names of tokens: from the mint (the newer program's metadata), or from the account that Metaplex keeps for
 * it.
 */
import { type Address, getAddressEncoder, getProgramDerivedAddress, isSome } from '@solana/kit'
import type { TokenMetadata } from '../../../ports/token-metadata.ts'
import { type Accounts, findExtension, type RawAccount, readMint, TOKEN_PROGRAMS } from './tokens.ts'

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address
/** Layout of Metaplex's accounts: the first byte is their kind, and names begin after the authority and the mint. */
const METAPLEX_METADATA = 4
const METAPLEX_TEXTS_AT = 65
/** More than a mint with every extension and texts of reasonable length takes: a larger account is not read. */
const MOST_BYTES = 4_096

const toBytes = ({ data }: RawAccount) => new Uint8Array(Buffer.from(data[0], 'base64'))
const utf8 = new TextDecoder()

const metaplexAccount = async (mint: Address): Promise<Address> => {
  const key = (address: Address) => getAddressEncoder().encode(address)
  const [address] = await getProgramDerivedAddress({
    programAddress: METAPLEX,
    seeds: ['metadata', key(METAPLEX), key(mint)],
  })
  return address
}

type Texts = Omit<TokenMetadata, 'decimals'>
const NOTHING: Texts = { name: '', symbol: '', uri: '' }

/** Length and text, three times; padded with zeros. */
function metaplexTexts(account: RawAccount | null | undefined, mint: Address): Texts {
  if (!account || account.owner !== METAPLEX) return NOTHING
  const data = toBytes(account)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const key = getAddressEncoder().encode(mint)
  if (data[0] !== METAPLEX_METADATA || key.some((byte, i) => data[METAPLEX_TEXTS_AT - 32 + i] !== byte))
    return NOTHING
  let at = METAPLEX_TEXTS_AT
  const next = (): string => {
    if (at + 4 > data.length) return ''
    const end = at + 4 + view.getUint32(at, true)
    const text = end > data.length ? '' : utf8.decode(data.subarray(at + 4, end))
    at = end
    return text.replaceAll('\0', '')
  }
  return { name: next(), symbol: next(), uri: next() }
}

/** In order; null if it is no mint. Throws chain_away. */
export async function readTokenMetadata(
  accounts: Accounts,
  mints: Address[],
): Promise<(TokenMetadata | null)[]> {
  const kept = await Promise.all(mints.map(metaplexAccount))
  const found = await accounts([...mints, ...kept], MOST_BYTES)
  return mints.map((mint, i) => {
    const account = found[i]?.account
    if (!account || !TOKEN_PROGRAMS.includes(account.owner)) return null
    const read = readMint(toBytes(account))
    if (!read) return null
    const own = findExtension(read.extensions ?? [], 'TokenMetadata')
    // The metadata in a mint count only if the mint points to itself: the pointer may name another account.
    const pointer = findExtension(read.extensions ?? [], 'MetadataPointer')
    const isOwn = own && pointer && isSome(pointer.metadataAddress) && pointer.metadataAddress.value === mint
    const texts = isOwn ? own : metaplexTexts(found[mints.length + i]?.account, mint)
    return { decimals: read.decimals, name: texts.name, symbol: texts.symbol, uri: texts.uri }
  })
}
