// On PostgreSQL as well.
/** Which emptied accounts are closed, and what an issuer can do while transfers are in flight. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { proposeRetry } from '@purser/contract/distributions/distributions.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import {
  AuthorityType,
  type ExtensionArgs,
  getFreezeAccountInstruction,
  getMintDecoder,
  getPauseInstruction,
  getResumeInstruction,
  getSetAuthorityInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { type Address, createKeyPairSignerFromBytes, getBase58Encoder, isSome } from '@solana/kit'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createIssuer } from '../../../test/mints.ts'
import { fund, readBalances, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { deriveTokenAccount, readTokens } from '../../../test/tokens.ts'

let sent = 0
const desk = await startTestDesk({
  network: 'steered',
  overhear: (method) => void (sent += method === 'sendTransaction' ? 1 : 0),
})
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))
const issuer = await createIssuer(chain)
const program = TOKEN_2022_PROGRAM_ADDRESS

const charging: ExtensionArgs = {
  __kind: 'TransferFeeConfig',
  transferFeeConfigAuthority: issuer.payer.address,
  withdrawWithheldAuthority: issuer.payer.address,
  withheldAmount: 0n,
  olderTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
  newerTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
}

/** The first holds SOL; each of the others this many base units. */
async function purses(mint: Address, units: bigint[]) {
  const { token } = await desk.signUp()
  const [first, ...others] = await makeWallets(call, token, units.length + 1)
  assert.ok(first)
  await fund(chain, first.address, SOL)
  for (const [i, { address }] of others.entries()) await issuer.mintTo(address, mint, units[i] ?? 0n)
  return { token, first, others }
}
const revealSigner = async (token: string, { address }: Purse) => {
  const { private_key: key } = (await call(revealKey, { token, body: { address } })).ok
  return createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
}
async function over(token: string, id: string | undefined) {
  const read = async () => (await call(getOperation, { token, params: { id: id ?? '' } })).ok
  await until('it has ended', async () => ['completed', 'partial', 'failed'].includes((await read()).status))
  return read()
}
const held = (wallets: Purse[], mint: string) =>
  readTokens(
    chain,
    wallets.map(({ address }) => address),
    { mint, program },
  )
const readRent = async (wallet: Purse, mint: string) =>
  (await readBalances(chain, [await deriveTokenAccount(wallet.address, { mint, program })]))[0] ?? 0n

void test('an account is closed only when it is emptied, not frozen, and its owner may', async () => {
  const mint = await issuer.createMint([], 2)
  const { token, first, others } = await purses(mint, [100n, 200n, 300n, 400n])
  const [plain, lent, frozen, kept] = others
  assert.ok(plain && lent && frozen && kept)
  await issuer.execute([
    getSetAuthorityInstruction({
      owned: await issuer.deriveAccount(lent.address, mint),
      owner: await revealSigner(token, lent),
      authorityType: AuthorityType.CloseAccount,
      newAuthority: issuer.payer.address,
    }),
    getFreezeAccountInstruction({
      account: await issuer.deriveAccount(frozen.address, mint),
      mint,
      owner: issuer.payer,
    }),
  ])
  const rent = await readRent(plain, mint)
  const body = {
    token_address: mint,
    target_wallet: first.address,
    source_wallets: others.map(({ address }) => address),
    custom_amount: { [plain.address]: 1, [lent.address]: 2, [frozen.address]: 3, [kept.address]: 3 },
    close_accounts: true,
  }
  const { preview } = (await call(api.gatherToken, { token, body: { ...body, dryRun: true } })).ok
  // Those that cannot give come last.
  assert.deepEqual(
    preview?.transfers.map(({ walletId, closed, error }) => [walletId, closed, error]),
    [
      [plain.id, true, null],
      [lent.id, false, null],
      [kept.id, false, null],
      [frozen.id, false, 'The token account of this wallet is frozen by the issuer of the token'],
    ],
  )
  assert.deepEqual(
    [preview?.wonBack, preview?.rent.accounts],
    [{ accounts: 1, amount: toJsonAmount(rent, SOL_DECIMALS) }, 1],
  )
  const before = (await readBalances(chain, [first.address]))[0] ?? 0n
  const done = await over(token, (await call(api.gatherToken, { token, body })).ok.task_id)
  assert.deepEqual([done.status, done.summary.confirmed], ['partial', 3])
  assert.deepEqual(await held([first, ...others], mint), [600n, null, 0n, 300n, 100n])
  assert.deepEqual(await Promise.all(others.map((w) => readRent(w, mint))), [0n, rent, rent, rent])
  // It opened its own account with the rent that came back, and paid for four signatures.
  assert.deepEqual(await readBalances(chain, [first.address]), [before - 20_000n])
})

void test('fees that were withheld in an account go to the mint before it is closed', async () => {
  const mint = await issuer.createMint([charging], 4)
  const { token, first, others } = await purses(mint, [0n, 0n])
  await issuer.mintTo(first.address, mint, 10_000_000n)
  const [one, two] = others
  assert.ok(one && two)
  const spread = await call(api.distributeToken, {
    token,
    body: {
      token_address: mint,
      source_wallet: first.address,
      target_wallets: [one.address, two.address],
      custom_amount: { [one.address]: 100, [two.address]: 1 },
    },
  })
  await over(token, spread.ok.task_id)
  const back = {
    token_address: mint,
    target_wallet: first.address,
    source_wallets: [one.address, two.address],
    close_accounts: true,
  }
  const done = await over(token, (await call(api.gatherToken, { token, body: back })).ok.task_id)
  assert.equal(done.status, 'completed')
  assert.deepEqual(await held([one, two], mint), [null, null])
  const { value } = await chain<{ value: { data: [string] } }>('getAccountInfo', mint, {
    encoding: 'base64',
    commitment: 'confirmed',
  })
  const { extensions, supply } = getMintDecoder().decode(Buffer.from(value.data[0], 'base64'))
  const config = isSome(extensions)
    ? extensions.value.find((extension) => extension.__kind === 'TransferFeeConfig')
    : undefined
  assert.equal(config?.withheldAmount, 30_000n + 300n)
  assert.equal(supply, 10_000_000n)
  // The fee withheld on the way back lies in the receiving account.
  assert.deepEqual(await held([first], mint), [10_000_000n - 30_300n - 29_100n - 291n])
})

/** Signed and sent, it arrives only after `meanwhile`, which the plan could not know: the desk is down until then. */
async function during(start: () => Promise<string | undefined>, meanwhile: () => Promise<void>) {
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const from = sent
  const id = await start()
  await until('it was sent once', () => sent > from)
  await desk.stop()
  await chain('localnet_clearFaults')
  await meanwhile()
  await desk.start()
  return id
}

void test('a token that is paused is refused; paused on the way, it moves once it is resumed, and once only', async () => {
  const mint = await issuer.createMint(
    [{ __kind: 'PausableConfig', authority: issuer.payer.address, paused: false }],
    2,
  )
  const { token, first, others } = await purses(mint, [0n, 0n])
  await issuer.mintTo(first.address, mint, 1_000n)
  const [one, two] = others
  assert.ok(one && two)
  const pause = () => issuer.execute([getPauseInstruction({ mint, authority: issuer.payer })])
  const resume = () => issuer.execute([getResumeInstruction({ mint, authority: issuer.payer })])
  const body = {
    token_address: mint,
    source_wallet: first.address,
    target_wallets: [one.address, two.address],
    total_amount: 4,
  }
  const ask = () => call(api.distributeToken, { token, body })
  await pause()
  for (const dryRun of [true, false]) {
    const refused = await call(api.distributeToken, { token, body: { ...body, dryRun } })
    assert.equal(refused.status, 400)
    assert.equal(refused.fault.error, 'The issuer has paused all transfers of this token.')
  }
  await resume()
  const id = await during(async () => (await ask()).ok.task_id, pause)
  const stopped = await over(token, id)
  assert.deepEqual([stopped.status, stopped.summary.failed], ['failed', 2])
  assert.deepEqual(await held([first, one, two], mint), [1_000n, 0n, 0n])
  assert.equal(
    (await call(proposeRetry, { token, params: { id: id ?? '' } })).fault.error,
    'The issuer has paused all transfers of this token.',
  )
  await resume()
  const again = (await call(proposeRetry, { token, params: { id: id ?? '' } })).ok.tokenDistribute
  assert.ok(again)
  const retried = await call(api.distributeToken, { token, body: again })
  assert.equal((await over(token, retried.ok.task_id)).status, 'completed')
  assert.deepEqual(await held([first, one, two], mint), [600n, 200n, 200n])
})

void test('an account that is frozen on the way fails alone, in a distribution and in a gather', async () => {
  const mint = await issuer.createMint([], 2)
  const { token, first, others } = await purses(mint, [0n, 0n, 0n])
  await issuer.mintTo(first.address, mint, 1_000n)
  const [bad, ...good] = others
  assert.ok(bad)
  const account = await issuer.deriveAccount(bad.address, mint)
  const freeze = () => issuer.execute([getFreezeAccountInstruction({ account, mint, owner: issuer.payer })])
  const body = {
    token_address: mint,
    source_wallet: first.address,
    target_wallets: others.map(({ address }) => address),
    total_amount: 6,
  }
  const id = await during(async () => (await call(api.distributeToken, { token, body })).ok.task_id, freeze)
  const done = await over(token, id)
  assert.deepEqual([done.status, done.summary.confirmed], ['partial', 2])
  assert.deepEqual(
    done.transfers.filter(({ status }) => status === 'failed').map(({ walletId }) => walletId),
    [bad.id],
  )
  assert.deepEqual(await held([first, ...others], mint), [600n, 0n, 200n, 200n])

  const [next, last] = good
  assert.ok(next && last)
  const other = await issuer.deriveAccount(next.address, mint)
  const back = {
    token_address: mint,
    target_wallet: first.address,
    source_wallets: [next.address, last.address],
    close_accounts: true,
  }
  const gathered = await during(
    async () => (await call(api.gatherToken, { token, body: back })).ok.task_id,
    () => issuer.execute([getFreezeAccountInstruction({ account: other, mint, owner: issuer.payer })]),
  )
  const ended = await over(token, gathered)
  assert.deepEqual([ended.status, ended.summary.confirmed], ['partial', 1])
  assert.deepEqual(await held([first, next, last], mint), [800n, 200n, null])
})

void test('an account that is frozen on the way fails alone, also where one source pays for all', async () => {
  const mint = await issuer.createMint([], 2)
  const { token, first, others } = await purses(mint, [0n, 100n, 200n, 300n])
  await issuer.mintTo(first.address, mint, 400n)
  const [into, ...sources] = others
  const bad = sources.at(-1)
  assert.ok(into && bad)
  const account = await issuer.deriveAccount(bad.address, mint)
  const body = {
    token_address: mint,
    target_wallet: into.address,
    source_wallets: [first, ...sources].map(({ address }) => address),
  }
  const { preview } = (await call(api.gatherToken, { token, body: { ...body, dryRun: true } })).ok
  assert.deepEqual([preview?.payer, preview?.transactions, preview?.wouldFail], ['source', 1, 0])
  const id = await during(
    async () => (await call(api.gatherToken, { token, body })).ok.task_id,
    () => issuer.execute([getFreezeAccountInstruction({ account, mint, owner: issuer.payer })]),
  )
  const done = await over(token, id)
  assert.deepEqual(
    done.transfers.flatMap(({ status, walletId }) => (status === 'failed' ? [walletId] : [])),
    [bad.id],
  )
  assert.deepEqual(await held([into, first, ...sources], mint), [700n, 0n, 0n, 0n, 300n])
  // Two signatures of the first half, two of the rest, and four of the failed part, unless that expired while the desk
  // was down.
  const [left = 0n] = await readBalances(chain, [first.address])
  const fees = SOL - left
  assert.ok([20_000n, 40_000n].includes(fees), `fees of ${fees}`)
  assert.equal(done.summary.fees, Number(fees) / 1e9)
})
