import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createMint,
  freezeAccount,
  getAccount,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  transfer,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { type Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'
import { DEVELOPMENT_KEY } from '../chain/keys.ts'
import { GENESIS_MINTS } from '../chain/genesis.ts'
import { TestNetwork } from './network.ts'

let network: TestNetwork
let connection: Connection
let owner: Keypair
before(async () => {
  network = await TestNetwork.start()
  // spl-token confirms by itself, so the slots run here, fast, but slowly enough for the blockhash that its client
  // keeps.
  await network.value('localnet_setSlotTime', 40)
  connection = network.web3('confirmed')
  owner = Keypair.generate()
  await connection.confirmTransaction(
    await connection.requestAirdrop(owner.publicKey, 100 * LAMPORTS_PER_SOL),
  )
})
after(() => network.close())

for (const [name, program] of [
  ['Token', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
] as const)
  void test(`spl-token creates, mints and transfers a token of ${name}`, async () => {
    const options = { commitment: 'confirmed' } as const
    const mint = await createMint(connection, owner, owner.publicKey, null, 4, undefined, options, program)
    const from = await getOrCreateAssociatedTokenAccount(
      connection,
      owner,
      mint,
      owner.publicKey,
      false,
      'confirmed',
      options,
      program,
    )
    await mintTo(
      connection,
      owner,
      mint,
      from.address,
      owner,
      18_446_744_073_709_551_615n,
      [],
      options,
      program,
    )
    const to = await getOrCreateAssociatedTokenAccount(
      connection,
      owner,
      mint,
      Keypair.generate().publicKey,
      false,
      'confirmed',
      options,
      program,
    )
    const signature = await transfer(
      connection,
      owner,
      from.address,
      to.address,
      owner,
      12_345n,
      [],
      options,
      program,
    )
    assert.equal((await getAccount(connection, to.address, 'confirmed', program)).amount, 12_345n)
    assert.equal((await getMint(connection, mint, 'confirmed', program)).supply, 18_446_744_073_709_551_615n)
    const { value } = await connection.getTokenAccountBalance(to.address)
    assert.deepEqual(value, { amount: '12345', decimals: 4, uiAmount: 1.2345, uiAmountString: '1.2345' })
    const found = await connection.getParsedTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    assert.deepEqual(found?.meta?.postTokenBalances?.map((b) => b.uiTokenAmount.amount).sort(), [
      '12345',
      '18446744073709539270',
    ])
    assert.deepEqual(found?.meta?.preTokenBalances?.map((b) => b.uiTokenAmount.amount).sort(), [
      '0',
      '18446744073709551615',
    ])
    const owned = await connection.getParsedTokenAccountsByOwner(owner.publicKey, { programId: program })
    assert.ok(owned.value.some((a) => a.account.data.parsed.info.mint === mint.toBase58()))
    const largest = await connection.getTokenLargestAccounts(mint, 'confirmed')
    assert.deepEqual(
      largest.value.map((l) => l.address),
      [from.address, to.address],
    )
    const filters = [{ memcmp: { offset: 0, bytes: mint.toBase58() } }]
    const holders = await connection.getProgramAccounts(program, {
      filters,
      dataSlice: { offset: 0, length: 0 },
    })
    assert.equal(holders.length, 2)
    if (program === TOKEN_PROGRAM_ID)
      assert.equal(
        (await connection.getProgramAccounts(program, { filters: [{ dataSize: 165 }, ...filters] })).length,
        2,
      )
  })

void test('genesis holds five mints with their decimals, and a token airdrop creates the account', async () => {
  const wallet = Keypair.generate().publicKey.toBase58()
  for (const mint of GENESIS_MINTS) {
    const supply = await network.value('getTokenSupply', mint.address)
    assert.deepEqual([supply.value.decimals, supply.value.uiAmountString], [mint.decimals, '1000000000'])
    const signature = await network.value('requestTokenAirdrop', wallet, mint.address, '9007199254740993')
    await network.value('requestTokenAirdrop', wallet, mint.address, '1')
    const { value } = await network.value(
      'getTokenAccountsByOwner',
      wallet,
      { mint: mint.address },
      { encoding: 'jsonParsed', commitment: 'processed' },
    )
    assert.equal(value[0].account.data.parsed.info.tokenAmount.amount, '9007199254740994')
    assert.equal(value[0].account.lamports, 1_488_440)
    assert.equal((await network.value('getSignatureStatuses', [signature])).value[0].err, null)
  }
  const refused = await network.call('requestTokenAirdrop', wallet, wallet, '1')
  assert.equal(refused.error?.code, -32602)
})

void test('the development key can freeze a stable coin, and a frozen account cannot send', async () => {
  const authority = Keypair.fromSecretKey(DEVELOPMENT_KEY.bytes)
  const mint = new PublicKey(GENESIS_MINTS[0]!.address)
  const signature = await network.value(
    'requestTokenAirdrop',
    owner.publicKey.toBase58(),
    mint.toBase58(),
    '5000000',
  )
  await connection.confirmTransaction(signature)
  const from = await getOrCreateAssociatedTokenAccount(connection, owner, mint, owner.publicKey)
  await freezeAccount(connection, authority, from.address, mint, authority)
  await assert.rejects(transfer(connection, owner, from.address, from.address, owner, 1n), /0x11/)
})
