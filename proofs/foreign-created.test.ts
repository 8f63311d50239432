// On PostgreSQL as well.
/** A token that was created here, read back by an independent client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToken, type TokenCreated } from '@purser/contract/tokens/created-tokens.ts'
import {
  getAccount,
  getAssociatedTokenAddressSync,
  getMetadataPointerState,
  getMint,
  getTokenMetadata,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, PublicKey } from '@solana/web3.js'
import { startTestDesk } from '../server/src/test/harness.ts'
import { fund, makeWallets, SOL } from '../server/src/test/money.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const connection = new Connection(desk.rpcUrl, { commitment: 'confirmed', wsEndpoint: 'ws://127.0.0.1:9' })

for (const [symbol, description] of [
  ['MYTK', 'Credits of the galaxy, für alle.'],
  ['BARE', ''],
] as const)
  void test(`mint, texts and supply of ${symbol} are what was asked for, and nobody can change them`, async () => {
    const { token } = await desk.signUp()
    const [wallet] = await makeWallets(call, token, 1)
    assert.ok(wallet)
    await fund(chain, wallet.address, SOL)
    const image = 'https://example.com/galaxy.png'
    const body = { name: 'Galaxy Credits ✦', symbol, description, image, decimals: 4, supply: '1234567.8901' }
    const made = await call(createToken, { token, body: { ...body, wallet_id: wallet.id } })
    const key = new PublicKey((made.ok as TokenCreated).mint)
    const mint = await getMint(connection, key, 'confirmed', TOKEN_2022_PROGRAM_ID)
    assert.deepEqual(
      [mint.supply, mint.decimals, mint.isInitialized, mint.mintAuthority, mint.freezeAuthority],
      [12_345_678_901n, 4, true, null, null],
    )
    const pointer = getMetadataPointerState(mint)
    assert.equal(pointer?.metadataAddress?.toBase58(), key.toBase58())
    assert.equal(pointer?.authority, null)
    const texts = await getTokenMetadata(connection, key, 'confirmed', TOKEN_2022_PROGRAM_ID)
    assert.deepEqual(
      { ...texts, mint: texts?.mint.toBase58() },
      {
        mint: key.toBase58(),
        name: 'Galaxy Credits ✦',
        symbol,
        uri: image,
        additionalMetadata: description === '' ? [] : [['description', description]],
      },
    )
    const owner = new PublicKey(wallet.address)
    const account = getAssociatedTokenAddressSync(key, owner, true, TOKEN_2022_PROGRAM_ID)
    const held = await getAccount(connection, account, 'confirmed', TOKEN_2022_PROGRAM_ID)
    assert.equal(held.amount, 12_345_678_901n)
  })
