import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import {
  AccountState,
  type ExtensionArgs,
  getFreezeAccountInstruction,
  getSetTransferFeeInstruction,
} from '@solana-program/token-2022'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { createLog } from '../../../kernel/log.ts'
import { createIssuer } from '../../../test/mints.ts'
import { connectRpc } from '../../../test/rpc.ts'
import { createRpcChain } from '../rpc.ts'

const network = await startLocalnet({ rpcPort: 0, faults: true, clock: 'steered' })
after(() => network.close())
const rpc = connectRpc(network.rpcUrl)
await rpc('localnet_setSlotTime', 20)
const chain = createRpcChain({ url: network.rpcUrl, log: createLog('silent') })
const issuer = await createIssuer(rpc)
const someone = (await generateKeyPairSigner()).address
const NOBODY = '11111111111111111111111111111111' as Address

const fee = (epoch: bigint, basisPoints: number) => ({
  epoch,
  maximumFee: 1_000n,
  transferFeeBasisPoints: basisPoints,
})
const charging: ExtensionArgs = {
  __kind: 'TransferFeeConfig',
  transferFeeConfigAuthority: someone,
  withdrawWithheldAuthority: someone,
  withheldAmount: 0n,
  olderTransferFee: fee(0n, 250),
  newerTransferFee: fee(0n, 250),
}
const free: ExtensionArgs = {
  ...charging,
  olderTransferFee: fee(0n, 0),
  newerTransferFee: fee(0n, 0),
}
const pausable = (paused: boolean): ExtensionArgs => ({
  __kind: 'PausableConfig',
  authority: someone,
  paused,
})
const hook = (programId: Address): ExtensionArgs => ({
  __kind: 'TransferHook',
  authority: someone,
  programId,
})
const delegate: ExtensionArgs = { __kind: 'PermanentDelegate', delegate: someone }
const frozen: ExtensionArgs = { __kind: 'DefaultAccountState', state: AccountState.Frozen }

const readData = async (address: Address) =>
  (
    await rpc<{ value: { data: [string] } }>('getAccountInfo', address, {
      encoding: 'base64',
      commitment: 'confirmed',
    })
  ).value.data[0]

for (const [name, extensions, expected] of [
  ['no extension', [], {}],
  [
    'a transfer fee',
    [charging],
    { transferFee: { basisPoints: 250, maximum: 1_000n }, powers: ['transfer_fee'] },
  ],
  [
    'a fee of 0 that somebody can raise',
    [free],
    { transferFee: { basisPoints: 0, maximum: 1_000n }, powers: ['transfer_fee'] },
  ],
  ['a transfer hook', [hook(someone)], { obstacles: ['transfer_hook'], powers: ['transfer_hook'] }],
  ['a hook that calls no program yet', [hook(NOBODY)], { powers: ['transfer_hook'] }],
  ['a permanent delegate', [delegate], { obstacles: ['permanent_delegate'], powers: ['permanent_delegate'] }],
  ['tokens that stay where they are', [{ __kind: 'NonTransferable' }], { obstacles: ['non_transferable'] }],
  ['a switch that pauses it', [pausable(false)], { powers: ['pausable'] }],
  ['accounts that start frozen', [frozen], { startsFrozen: true, powers: ['starts_frozen'] }],
  [
    'several of them',
    [charging, hook(someone), delegate],
    {
      transferFee: { basisPoints: 250, maximum: 1_000n },
      obstacles: ['transfer_hook', 'permanent_delegate'],
      powers: ['transfer_fee', 'transfer_hook', 'permanent_delegate'],
    },
  ],
] as [string, ExtensionArgs[], object][])
  void test(`a mint with ${name} is read, and its accounts are as large as it says`, async () => {
    const mint = await issuer.createMint(extensions, 4)
    const read = await chain.tokenMint(mint)
    const plain = {
      decimals: 4,
      supply: 0n,
      transferFee: null,
      startsFrozen: false,
      obstacles: [],
      powers: [],
    }
    const authorities = { mintAuthority: issuer.payer.address, freezeAuthority: issuer.payer.address }
    const { accountBytes, program: _, mint: __, ...rest } = read ?? assert.fail('it was not read')
    assert.deepEqual(rest, { ...plain, ...authorities, ...expected })
    await issuer.mintTo(someone, mint, 0n)
    const data = await readData(await issuer.deriveAccount(someone, mint))
    assert.equal(accountBytes, Buffer.from(data, 'base64').length)
  })

void test('the fee of a mint that changes it is that of the present epoch', async () => {
  // The program lets a new fee begin two epochs later: until then the older one is due.
  const own = await issuer.createMint([{ ...charging, transferFeeConfigAuthority: issuer.payer.address }])
  await issuer.execute([
    getSetTransferFeeInstruction({
      mint: own,
      transferFeeConfigAuthority: issuer.payer,
      transferFeeBasisPoints: 900,
      maximumFee: 1n,
    }),
  ])
  assert.deepEqual((await chain.tokenMint(own))?.transferFee, { basisPoints: 250, maximum: 1_000n })
})

void test('mints of the older program are read too; what is no mint is none', async () => {
  for (const { mint, decimals } of KNOWN_TOKENS) {
    const read = await chain.tokenMint(mint as Address)
    assert.deepEqual([read?.decimals, read?.accountBytes, read?.obstacles], [decimals, 165, []])
  }
  const mint = await issuer.createMint([charging])
  await issuer.mintTo(someone, mint, 5n)
  for (const address of [someone, issuer.payer.address, await issuer.deriveAccount(someone, mint), NOBODY])
    assert.equal(await chain.tokenMint(address), null, address)
})

void test('accounts of a mint are read with what they hold, frozen or not, in the order asked for', async () => {
  const mint = await issuer.createMint([charging])
  const owners = await Promise.all([1, 2, 3].map(async () => (await generateKeyPairSigner()).address))
  const [first = NOBODY, second = NOBODY, third = NOBODY] = await Promise.all(
    owners.map((owner) => issuer.deriveAccount(owner, mint)),
  )
  await issuer.mintTo(owners[0] ?? '', mint, 77n)
  await issuer.mintTo(owners[1] ?? '', mint, 0n)
  await issuer.execute([getFreezeAccountInstruction({ account: second, mint, owner: issuer.payer })])
  const rent = await chain.rentExempt((await chain.tokenMint(mint))?.accountBytes ?? 0)
  const read = await chain.tokenAccounts([second, third, first, mint, USDC_MINT as Address, someone])
  const at = (owner: number, amount: bigint, isFrozen: boolean) => ({
    mint,
    owner: owners[owner],
    amount,
    frozen: isFrozen,
    lamports: rent,
    mayClose: true,
  })
  assert.deepEqual(
    read.map(({ account }) => account),
    [at(1, 0n, true), null, at(0, 77n, false), null, null, null],
  )
  assert.ok(read.every(({ slot }) => slot > 0n))
})
