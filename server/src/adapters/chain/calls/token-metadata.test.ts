/** Names that stand in an account of Metaplex: read as it writes them, and only from its own account of this mint. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMintEncoder, getMintSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { type Address, generateKeyPairSigner, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { readTokenMetadata } from './token-metadata.ts'

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address
const { address: mint } = await generateKeyPairSigner()
const key = (address: Address) => getAddressEncoder().encode(address)
const [place] = await getProgramDerivedAddress({
  programAddress: METAPLEX,
  seeds: ['metadata', key(METAPLEX), key(mint)],
})
const account = (owner: Address, bytes: Uint8Array) => ({
  owner,
  lamports: 1n,
  executable: false,
  data: [Buffer.from(bytes).toString('base64'), 'base64'] as const,
})
const mintAccount = account(
  TOKEN_PROGRAM_ADDRESS,
  new Uint8Array(
    getMintEncoder().encode({
      mintAuthority: null,
      supply: 5n,
      decimals: 7,
      isInitialized: true,
      freezeAuthority: null,
    }),
  ),
)
assert.equal(getMintSize(), 82)

/** Length, text and zeros up to `size`. */
const text = (words: string, size: number) => {
  const bytes = Buffer.alloc(4 + size)
  bytes.writeUInt32LE(size)
  bytes.write(words, 4)
  return bytes
}
const metadata = (of: Address, kind = 4) =>
  Buffer.concat([
    Buffer.from([kind]),
    Buffer.from(key(mint)),
    Buffer.from(key(of)),
    text('Dog Coin', 32),
    text('DOG', 10),
    text('https://a.test/d.png', 200),
    Buffer.alloc(300),
  ])

async function read(found: ReturnType<typeof account> | null, its = mintAccount) {
  const [one] = await readTokenMetadata(
    async (addresses) => {
      assert.deepEqual(addresses, [mint, place])
      return [its, found].map((one) => ({ account: one, slot: 1n }))
    },
    [mint],
  )
  return one
}
const nothing = { decimals: 7, name: '', symbol: '', uri: '' }

void test('the texts are read without their padding', async () => {
  assert.deepEqual(await read(account(METAPLEX, metadata(mint))), {
    decimals: 7,
    name: 'Dog Coin',
    symbol: 'DOG',
    uri: 'https://a.test/d.png',
  })
})

void test('what is another’s, of another kind or cut off says nothing', async () => {
  const stranger = (await generateKeyPairSigner()).address
  for (const found of [
    null,
    account(stranger, metadata(mint)),
    account(METAPLEX, metadata(stranger)),
    account(METAPLEX, metadata(mint, 6)),
    account(METAPLEX, metadata(mint).subarray(0, 67)),
    account(METAPLEX, new Uint8Array()),
  ])
    assert.deepEqual(await read(found), nothing)
  const cut = await read(account(METAPLEX, metadata(mint).subarray(0, 110)))
  assert.deepEqual([cut?.name, cut?.symbol, cut?.uri], ['Dog Coin', '', ''])
})

void test('what is no mint is none, whatever is told of it', async () => {
  assert.equal(await read(account(METAPLEX, metadata(mint)), account(METAPLEX, metadata(mint))), null)
})
