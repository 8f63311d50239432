// On PostgreSQL as well.
/** Amounts at the limits of the chain, accounts that were given away, and requests that race each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { proposeUndo } from '@purser/contract/distributions/distributions.ts'
import { toJsonAmount } from '@purser/contract/money.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { AuthorityType, getSetAuthorityInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { type Address, createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createIssuer } from '../../../test/mints.ts'
import { fund, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const issuer = await createIssuer(chain)
const MOST = 2n ** 64n - 1n
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

async function purses(count: number) {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(source)
  await fund(chain, source.address, SOL)
  return { token, source, others, targets: others.map(({ address }) => address) }
}
async function over(token: string, id: string | undefined) {
  const read = async () => (await call(getOperation, { token, params: { id: id ?? '' } })).ok
  await until('it has ended', async () => ['completed', 'partial', 'failed'].includes((await read()).status))
  return read()
}
const held = (wallets: Purse[], mint: string, program?: string) =>
  readTokens(
    chain,
    wallets.map(({ address }) => address),
    { mint, ...(program ? { program } : {}) },
  )

for (const [decimals, most] of [
  [0, '18446744073709551615'],
  [9, '18446744073.709551615'],
  [18, '18.446744073709551615'],
  [20, null],
] as const)
  void test(`all that a mint of ${decimals} decimals can hold goes out and comes back to the base unit`, async () => {
    const mint = await issuer.createMint([], decimals)
    const { token, source, others, targets } = await purses(3)
    await issuer.mintTo(source.address, mint, MOST)
    const shared = { token_address: mint, source_wallet: source.address, target_wallets: targets }
    if (most !== null) {
      const above = `${most.slice(0, -1)}6`
      const over64 = await call(api.distributeToken, { token, body: { ...shared, total_amount: above } })
      assert.equal(over64.fault.error, 'total_amount is larger than the chain supports')
    }
    const body = { ...shared, total_amount: most ?? '0.184467440737095516', variance: 50 }
    const { preview } = (await call(api.distributeToken, { token, body: { ...body, dryRun: true } })).ok
    const given = await over(token, (await call(api.distributeToken, { token, body })).ok.task_id)
    assert.equal(given.status, 'completed')
    const units = (await held(others, mint, TOKEN_2022_PROGRAM_ADDRESS)).map((now) => now ?? 0n)
    const left = most === null ? 15n : 0n
    assert.equal(
      units.reduce((sum, now) => sum + now, 0n),
      MOST - left,
    )
    assert.deepEqual(
      preview?.transfers.map(({ amount }) => amount),
      units.map((now) => toJsonAmount(now, decimals)),
    )
    const back = { token_address: mint, target_wallet: source.address, source_wallets: targets }
    assert.equal(
      (await over(token, (await call(api.gatherToken, { token, body: back })).ok.task_id)).status,
      'completed',
    )
    assert.deepEqual(await held([source], mint, TOKEN_2022_PROGRAM_ADDRESS), [MOST])
  })

void test('a token account that was given away neither gives nor gets, and the others do', async () => {
  const { token, source, others, targets } = await purses(3)
  const [gone] = others
  assert.ok(gone)
  await fundTokens(chain, source.address, BONK, 1_000n)
  for (const address of targets) await fundTokens(chain, address, BONK, 100n)
  const { private_key: key } = (await call(revealKey, { token, body: { address: gone.address } })).ok
  const account = await deriveTokenAccount(gone.address, { mint: BONK, program: TOKEN_PROGRAM_ADDRESS })
  await issuer.execute([
    getSetAuthorityInstruction({
      owned: account as Address,
      owner: await createKeyPairSignerFromBytes(getBase58Encoder().encode(key)),
      authorityType: AuthorityType.AccountOwner,
      newAuthority: issuer.payer.address,
    }),
  ])
  const why = 'The token account of this wallet belongs to someone else'
  const spread = {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: targets,
    total_amount: '0.003',
  }
  const given = await over(token, (await call(api.distributeToken, { token, body: spread })).ok.task_id)
  assert.deepEqual([given.status, given.transfers[0]?.error], ['partial', why])
  assert.deepEqual(await held([source, ...others], BONK), [800n, 100n, 200n, 200n])
  const collect = { token_address: BONK, target_wallet: source.address, source_wallets: targets }
  const taken = await over(token, (await call(api.gatherToken, { token, body: collect })).ok.task_id)
  assert.deepEqual([taken.status, taken.summary.failed], ['partial', 1])
  assert.deepEqual(await held([source, ...others], BONK), [1_200n, 100n, 0n, 0n])
  const refusal = `${gone.name} cannot take part. ${why}.`
  const out = {
    token_address: BONK,
    source_wallet: gone.address,
    target_wallets: [source.address],
    total_amount: '0.001',
  }
  const from = await call(api.distributeToken, { token, body: out })
  assert.equal(from.fault.error, refusal)
  const into = { token_address: BONK, target_wallet: gone.address, source_wallets: [source.address] }
  const to = await call(api.gatherToken, { token, body: into })
  assert.equal(to.fault.error, refusal)
})

void test('of ten undos at once one takes it back', async () => {
  const { token, source, others, targets } = await purses(3)
  await fundTokens(chain, source.address, BONK, 300n)
  for (const address of targets) await fundTokens(chain, address, BONK, 1_000n)
  const spread = {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: targets,
    total_amount: '0.003',
  }
  const { id } = await over(token, (await call(api.distributeToken, { token, body: spread })).ok.task_id)
  const undo = (await call(proposeUndo, { token, params: { id } })).ok.tokenGather
  assert.ok(undo)
  const all = await Promise.all(
    Array.from({ length: 10 }, () => call(api.gatherToken, { token, body: undo })),
  )
  const won = all.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  await over(token, won[0]?.ok.task_id)
  assert.deepEqual(await held([source, ...others], BONK), [300n, 1_000n, 1_000n, 1_000n])
})
