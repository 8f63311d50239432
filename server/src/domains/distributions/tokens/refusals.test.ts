// On PostgreSQL as well.
/** Tokens with rules of their own, and requests that are refused: the reason is shown, and nothing has moved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import {
  AccountState,
  type ExtensionArgs,
  getFreezeAccountInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { getBase58Decoder } from '@solana/kit'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { createIssuer } from '../../../test/mints.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const issuer = await createIssuer(chain)
const { token } = await desk.signUp()
const [source, near, far, empty] = await makeWallets(call, token, 4)
assert.ok(source && near && far && empty)
await fund(chain, source.address, 10n * SOL)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
await fundTokens(chain, source.address, BONK, 10_000_000n)

const someone = issuer.payer.address
const charging: ExtensionArgs = {
  __kind: 'TransferFeeConfig',
  transferFeeConfigAuthority: someone,
  withdrawWithheldAuthority: someone,
  withheldAmount: 0n,
  olderTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
  newerTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
}

async function ended(id: string | undefined) {
  const read = async () => (await call(getOperation, { token, params: { id: id ?? '' } })).ok
  await until('it has ended', async () => ['completed', 'partial', 'failed'].includes((await read()).status))
  return read()
}
const body = {
  token_address: BONK,
  source_wallet: source.address,
  target_wallets: [near.address, far.address],
  total_amount: 10,
}
const distribute = (wrongBody: object) => call(api.distributeToken, { token, wrongBody })
const gather = (wrongBody: object) => call(api.gatherToken, { token, wrongBody })

void test('what a token charges is withheld of what arrives, as the preview says; closing takes it along', async () => {
  const mint = await issuer.createMint([charging], 4)
  const of = { mint, program: TOKEN_2022_PROGRAM_ADDRESS }
  await issuer.mintTo(source.address, mint, 10_000_000n)
  const wanted = {
    ...body,
    token_address: mint,
    custom_amount: { [near.address]: 1, [far.address]: 500 },
    total_amount: 501,
  }
  const { preview } = (await distribute({ ...wanted, dryRun: true })).ok
  assert.deepEqual(
    [preview?.total, preview?.transferFee, preview?.received, preview?.wouldFail, preview?.rent.accounts],
    [501, 5.03, 495.97, 0, 2],
  )
  assert.equal((await ended((await distribute(wanted)).ok.task_id)).status, 'completed')
  assert.deepEqual(await readTokens(chain, [near.address, far.address, source.address], of), [
    9_700n,
    4_950_000n,
    4_990_000n,
  ])
  const back = {
    token_address: mint,
    target_wallet: source.address,
    source_wallets: [near.address, far.address],
    close_accounts: true,
  }
  const [before = 0n] = await readBalances(chain, [source.address])
  const dry = (await gather({ ...back, dryRun: true })).ok.preview
  assert.deepEqual([dry?.wonBack.accounts, dry?.received, dry?.fees], [2, 490.9409, 0.000015])
  assert.equal((await ended((await gather(back)).ok.task_id)).status, 'completed')
  assert.deepEqual(await readTokens(chain, [near.address, far.address, source.address], of), [
    null,
    null,
    9_899_409n,
  ])
  const [after = 0n] = await readBalances(chain, [source.address])
  assert.equal(Number(after - before + 15_000n) / 1e9, dry?.wonBack.amount)
})

for (const [name, extensions, reason] of [
  ['calls a hook', [{ __kind: 'TransferHook', authority: someone, programId: someone }], /a transfer hook/],
  ['has a permanent delegate', [{ __kind: 'PermanentDelegate', delegate: someone }], /a permanent delegate/],
  ['is paused', [{ __kind: 'PausableConfig', authority: someone, paused: false }], null],
] as [string, ExtensionArgs[], RegExp | null][])
  void test(`a token that ${name} is ${reason ? 'refused with the reason' : 'moved while it is not paused'}`, async () => {
    const mint = await issuer.createMint(extensions)
    await issuer.mintTo(source.address, mint, 100_000_000n)
    const answer = await distribute({ ...body, token_address: mint })
    if (reason === null) {
      assert.equal((await ended(answer.ok.task_id)).status, 'completed')
      return
    }
    assert.equal(answer.status, 400)
    assert.match(answer.fault.error, reason)
  })

void test('a frozen account fails alone; the others are paid', async () => {
  const mint = await issuer.createMint([])
  const of = { mint, program: TOKEN_2022_PROGRAM_ADDRESS }
  await issuer.mintTo(source.address, mint, 100_000_000n)
  await issuer.mintTo(near.address, mint, 0n)
  const account = await issuer.deriveAccount(near.address, mint)
  await issuer.execute([getFreezeAccountInstruction({ account, mint, owner: issuer.payer })])
  const detail = await ended((await distribute({ ...body, token_address: mint })).ok.task_id)
  assert.deepEqual([detail.status, detail.summary.confirmed, detail.summary.failed], ['partial', 1, 1])
  assert.equal(
    detail.transfers.find(({ walletId }) => walletId === near.id)?.error,
    'The token account of this wallet is frozen by the issuer of the token',
  )
  assert.deepEqual(await readTokens(chain, [near.address, far.address, source.address], of), [
    0n,
    5_000_000n,
    95_000_000n,
  ])
  const { status, fault } = await gather({
    token_address: mint,
    target_wallet: near.address,
    source_wallets: [far.address],
  })
  assert.equal(status, 400)
  assert.match(fault.error, /^Purse 2 cannot take part\. The token account of this wallet is frozen/)
})

void test('accounts that start frozen cannot be opened for it', async () => {
  const frozen: ExtensionArgs = { __kind: 'DefaultAccountState', state: AccountState.Frozen }
  const mint = await issuer.createMint([frozen])
  const { status, fault } = await gather({
    token_address: mint,
    target_wallet: source.address,
    source_wallets: [far.address],
  })
  assert.equal(status, 400)
  assert.match(fault.error, /stay frozen until its issuer thaws them/)
})

void test('what cannot be sent is refused with its sentence, and nothing is written or moved', async () => {
  const stranger = await desk.signUp()
  const [foreign] = await makeWallets(call, stranger.token, 1)
  assert.ok(foreign)
  const selection = 'Please select a source wallet, token address, and at least one destination'
  const positive = 'Please enter positive amounts for distribution'
  const curve = '1'.repeat(44)
  const refused: [object, number, string | RegExp][] = [
    [{ target_wallets: [] }, 400, selection],
    [{ token_address: '' }, 400, selection],
    [{ total_amount: 0 }, 400, positive],
    [{ total_amount: -1 }, 400, positive],
    [{ total_amount: undefined }, 400, positive],
    [{ total_amount: '0.000001' }, 400, 'total_amount has more decimals than the token allows'],
    [{ total_amount: '0.00001' }, 400, 'total_amount is too small for this many wallets'],
    [{ custom_amount: { [near.address]: 1 } }, 400, positive],
    [{ custom_amount: { [near.address]: 1, [far.address]: 0 } }, 400, positive],
    [
      { custom_amount: { [near.address]: 1, [far.address]: 2 } },
      400,
      'total_amount must equal the sum of custom_amount',
    ],
    [{ variance: 51 }, 400, 'variance must be from 0 to 50'],
    [{ target_wallets: [near.address, near.address] }, 400, 'target_wallets.1 is listed twice'],
    [
      { target_wallets: [near.address, source.address] },
      400,
      'target_wallets.1 must not be the source wallet',
    ],
    [{ target_wallets: [near.address, foreign.address] }, 404, 'Wallet not found'],
    [{ source_wallet: foreign.address }, 404, 'Wallet not found'],
    [{ target_wallets: ['x'] }, 400, 'target_wallets.0 must be a Solana address'],
    [{ target_wallets: [curve] }, 404, 'Wallet not found'],
    [{ token_address: source.address }, 400, /^No token with the address/],
    [{ token_address: 'not a mint' }, 400, /^No token with the address/],
    [{ token_address: SOL_MINT }, 400, /^Wrapped SOL/],
    [{ token_address: '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP' }, 400, /^Wrapped SOL/],
    [
      { total_amount: '100.00001' },
      400,
      'Insufficient balance. Purse 1 has 100 BONK, but 100.00001 BONK is required.',
    ],
    [{ total_amount: 1, source_wallet: empty.address, target_wallets: [near.address] }, 400, /0 BONK/],
    [{ extra: 1 }, 400, /extra/],
  ]
  for (const [change, status, text] of refused) {
    for (const dryRun of [false, true]) {
      const answer = await distribute({ ...body, ...change, dryRun })
      assert.equal(answer.status, status, `${JSON.stringify(change)}: ${answer.text}`)
      if (typeof text === 'string') assert.equal(answer.fault.error, text)
      else assert.match(answer.fault.error, text)
    }
  }
  const back = { token_address: BONK, target_wallet: source.address, source_wallets: [near.address] }
  assert.equal((await gather(back)).fault.error, 'Please enter positive amounts for gathering')
  assert.equal(
    (await gather({ ...back, source_wallets: [] })).fault.error,
    'Please select a destination wallet, token address, and at least one source',
  )
  assert.deepEqual(await readTokens(chain, [source.address, near.address], { mint: BONK }), [
    10_000_000n,
    null,
  ])
})

void test('as many wallets as an operation takes fit into a request, each with an amount of its own', async () => {
  const all = Array.from({ length: TRANSFERS_PER_OPERATION + 1 }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    return getBase58Decoder().decode(bytes)
  })
  const listed = (wallets: string[]) => ({
    token_address: BONK,
    custom_amount: Object.fromEntries(wallets.map((address) => [address, '12345678901234.567891'])),
  })
  const many = all.slice(1)
  const out = await distribute({ ...listed(many), source_wallet: source.address, target_wallets: many })
  assert.deepEqual([out.status, out.fault.error], [404, 'Wallet not found'])
  const back = await gather({ ...listed(many), target_wallet: source.address, source_wallets: many })
  assert.deepEqual([back.status, back.fault.error], [404, 'Wallet not found'])
  const more = await distribute({ ...listed(all), source_wallet: source.address, target_wallets: all })
  assert.match(more.fault.error, /target_wallets must hold at most 10000 wallets/)
})

void test('a source without SOL for the rent is told what it needs', async () => {
  await fundTokens(chain, empty.address, BONK, 100_000n)
  const wanted = { ...body, source_wallet: empty.address, total_amount: 1 }
  const { status, fault } = await distribute(wanted)
  assert.equal(status, 400)
  assert.equal(fault.error, 'Insufficient balance. Purse 4 has 0 SOL, but 0.00363212 SOL is required.')
  assert.deepEqual(await readTokens(chain, [empty.address, near.address], { mint: BONK }), [100_000n, null])
})
