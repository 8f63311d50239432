// On PostgreSQL as well.
/** Undo and retry of operations of tokens: each happens once, and for no more than was moved or has failed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { proposeRetry, proposeUndo } from '@purser/contract/distributions/distributions.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import {
  type ExtensionArgs,
  getFreezeAccountInstruction,
  getThawAccountInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createIssuer } from '../../../test/mints.ts'
import { fund, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))
const issuer = await createIssuer(chain)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

const charging: ExtensionArgs = {
  __kind: 'TransferFeeConfig',
  transferFeeConfigAuthority: issuer.payer.address,
  withdrawWithheldAuthority: issuer.payer.address,
  withheldAmount: 0n,
  olderTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
  newerTransferFee: { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 },
}

async function purses(count: number) {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(source)
  await fund(chain, source.address, SOL)
  return { token, source, others }
}
type Here = Awaited<ReturnType<typeof purses>>

async function over(token: string, id: string | undefined) {
  const read = async () => (await call(getOperation, { token, params: { id: id ?? '' } })).ok
  await until('it has ended', async () => ['completed', 'partial', 'failed'].includes((await read()).status))
  return read()
}
const give = (token: string, body: api.TokenDistributeBody, key?: string) =>
  call(api.distributeToken, { token, body, ...(key ? { key } : {}) })
const take = (token: string, body: api.TokenGatherBody, key?: string) =>
  call(api.gatherToken, { token, body, ...(key ? { key } : {}) })
const askUndo = (token: string, id: string) => call(proposeUndo, { token, params: { id } })
const askRetry = (token: string, id: string) => call(proposeRetry, { token, params: { id } })

/** Gives this many base units to each, by their order. */
async function spread({ token, source, others }: Here, mint: string, units: (i: number) => number) {
  const { ok } = await give(token, {
    token_address: mint,
    source_wallet: source.address,
    target_wallets: others.map(({ address }) => address),
    custom_amount: Object.fromEntries(others.map(({ address }, i) => [address, units(i)])),
  })
  return over(token, ok.task_id)
}
const held = (wallets: Purse[], mint = BONK, program?: string) =>
  readTokens(
    chain,
    wallets.map(({ address }) => address),
    { mint, ...(program ? { program } : {}) },
  )

void test('a distribution is taken back once: from each what it got, as far as it is still there', async () => {
  const here = await purses(3)
  const { token, source, others } = here
  const [first, second, third] = others
  assert.ok(first && second && third)
  await fundTokens(chain, source.address, BONK, 1_000_000n)
  // An undo does not touch their other funds.
  await fundTokens(chain, first.address, BONK, 77n)
  const { id } = await spread(here, BONK, (i) => i + 1)
  await fund(chain, second.address, SOL)
  const away = await give(token, {
    token_address: BONK,
    source_wallet: second.address,
    target_wallets: [third.address],
    custom_amount: { [third.address]: '0.5' },
  })
  await over(token, away.ok.task_id)

  const proposal = (await askUndo(token, id)).ok
  assert.equal(proposal.type, 'token-gather')
  assert.deepEqual(proposal.tokenGather, {
    token_address: BONK,
    target_wallet: source.address,
    source_wallets: [first.address, second.address, third.address],
    custom_amount: { [first.address]: '1', [second.address]: '1.5', [third.address]: '3' },
    of: { operationId: id, as: 'undo' },
  })
  assert.deepEqual([proposal.tokenPreview?.total, proposal.tokenPreview?.wouldFail], [5.5, 0])
  assert.deepEqual(await held([source]), [400_000n])

  const undo = proposal.tokenGather ?? assert.fail('it is a gather')
  const all = await Promise.all(Array.from({ length: 6 }, () => take(token, undo, randomUUID())))
  const done = all.filter(({ status }) => status === 200)
  assert.equal(done.length, 1)
  assert.ok(all.every(({ status }) => status === 200 || status === 409))
  assert.equal((await over(token, done[0]?.ok.task_id)).status, 'completed')
  assert.deepEqual(await held([source, ...others]), [950_000n, 77n, 0n, 50_000n])
  assert.equal((await take(token, undo)).fault.code, 'nothing_to_repeat')
  // The second gets back what it gave away: half a token of the distribution is still left.
  await fundTokens(chain, second.address, BONK, 1_000_000n)
  const rest = (await askUndo(token, id)).ok.tokenGather
  assert.deepEqual(rest?.custom_amount, { [second.address]: '0.5' })
  assert.ok(rest)
  assert.equal((await over(token, (await take(token, rest)).ok.task_id)).status, 'completed')
  assert.equal((await askUndo(token, id)).fault.code, 'nothing_to_repeat')
  assert.deepEqual(await held([source, second]), [1_000_000n, 950_000n + 50_000n - 50_000n])
})

void test('of a token that withholds a fee, exactly what has arrived is taken back, and given back', async () => {
  const here = await purses(3)
  const { token, source, others } = here
  const mint = await issuer.createMint([charging], 4)
  const program = TOKEN_2022_PROGRAM_ADDRESS
  await issuer.mintTo(source.address, mint, 10_000_000n)
  const amounts = [1, 100, 500]
  const { id } = await spread(here, mint, (i) => amounts[i] ?? 0)
  assert.deepEqual(await held(others, mint, program), [9_700n, 970_000n, 4_950_000n])
  for (const { address } of others) await issuer.mintTo(address, mint, 1_000_000n)
  const undo = (await askUndo(token, id)).ok.tokenGather ?? assert.fail('it is a gather')
  assert.deepEqual(Object.values(undo.custom_amount ?? {}), ['0.97', '97', '495'])
  const gathered = await over(token, (await take(token, undo)).ok.task_id)
  assert.equal(gathered.status, 'completed')
  assert.deepEqual(await held(others, mint, program), [1_000_000n, 1_000_000n, 1_000_000n])
  assert.equal((await askUndo(token, id)).fault.code, 'nothing_to_repeat')
  // A gather is undone by returning what has arrived from each.
  const back = (await askUndo(token, gathered.id)).ok.tokenDistribute ?? assert.fail('it is a distribution')
  assert.deepEqual(Object.values(back.custom_amount ?? {}), ['0.9409', '94.09', '490'])
  const [before = 0n] = await held([source], mint, program)
  assert.equal((await over(token, (await give(token, back)).ok.task_id)).status, 'completed')
  assert.deepEqual(await held([source], mint, program), [(before ?? 0n) - 9_409n - 940_900n - 4_900_000n])
})

void test('a gather is undone by a distribution, of no more than its destination still holds', async () => {
  const { token, source, others } = await purses(3)
  for (const [i, { address }] of others.entries())
    await fundTokens(chain, address, BONK, 100_000n * BigInt(i + 1))
  const body = {
    token_address: BONK,
    target_wallet: source.address,
    source_wallets: others.map(({ address }) => address),
    close_accounts: true,
  }
  const { id } = await over(token, (await take(token, body)).ok.task_id)
  assert.deepEqual(await held([source, ...others]), [600_000n, null, null, null])
  const proposal = (await askUndo(token, id)).ok
  assert.deepEqual(
    [proposal.type, proposal.tokenPreview?.rent.accounts, proposal.tokenPreview?.wouldFail],
    ['token-distribute', 3, 0],
  )
  const [spare] = await makeWallets(call, token, 1)
  assert.ok(spare)
  const away = await give(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: [spare.address],
    total_amount: 4,
  })
  await over(token, away.ok.task_id)
  const undo = (await askUndo(token, id)).ok.tokenDistribute ?? assert.fail('it is a distribution')
  assert.deepEqual(undo.of, { operationId: id, as: 'undo' })
  assert.deepEqual(Object.values(undo.custom_amount ?? {}), ['1', '1'])
  assert.equal((await over(token, (await give(token, undo)).ok.task_id)).status, 'completed')
  assert.deepEqual(await held([source, ...others]), [0n, 100_000n, 100_000n, null])
})

void test('only what failed is tried again, once, from the first operation and from its retry', async () => {
  const here = await purses(3)
  const { token, source, others } = here
  const mint = await issuer.createMint([], 5)
  const program = TOKEN_2022_PROGRAM_ADDRESS
  await issuer.mintTo(source.address, mint, 1_000_000n)
  const [a, b] = others
  assert.ok(a && b)
  const frozen = await Promise.all(
    [a, b].map(async ({ address }) => {
      await issuer.mintTo(address, mint, 0n)
      return issuer.deriveAccount(address, mint)
    }),
  )
  const each = (
    of: typeof getFreezeAccountInstruction | typeof getThawAccountInstruction,
    list: typeof frozen,
  ) => issuer.execute(list.map((account) => of({ account, mint, owner: issuer.payer })))
  await each(getFreezeAccountInstruction, frozen)
  const first = await spread(here, mint, (i) => i + 1)
  assert.deepEqual([first.status, first.summary.confirmed], ['partial', 1])
  await each(getThawAccountInstruction, frozen.slice(0, 1))
  const again = (await askRetry(token, first.id)).ok
  assert.deepEqual(again.tokenDistribute?.custom_amount, { [a.address]: '1', [b.address]: '2' })
  assert.deepEqual([again.tokenPreview?.wouldFail, again.tokenPreview?.total], [1, 1])
  assert.ok(again.tokenDistribute)
  const second = await over(token, (await give(token, again.tokenDistribute)).ok.task_id)
  assert.equal(second.status, 'partial')
  assert.equal((await give(token, again.tokenDistribute)).fault.code, 'nothing_to_repeat')
  await each(getThawAccountInstruction, frozen.slice(1))
  const [one, other] = [await askRetry(token, first.id), await askRetry(token, second.id)]
  assert.deepEqual(one.ok.tokenDistribute, other.ok.tokenDistribute)
  assert.deepEqual(one.ok.tokenDistribute?.custom_amount, { [b.address]: '2' })
  assert.ok(one.ok.tokenDistribute)
  assert.equal(
    (await over(token, (await give(token, one.ok.tokenDistribute)).ok.task_id)).status,
    'completed',
  )
  assert.equal((await askRetry(token, first.id)).fault.code, 'nothing_to_repeat')
  assert.deepEqual(await held([source, ...others], mint, program), [400_000n, 100_000n, 200_000n, 300_000n])
})

void test('a gather of all that is there is tried again for the wallets that failed, with the same choices', async () => {
  const { token, source, others } = await purses(3)
  const [empty, ...full] = others
  assert.ok(empty)
  for (const { address } of full) await fundTokens(chain, address, BONK, 100_000n)
  const body = {
    token_address: BONK,
    target_wallet: source.address,
    source_wallets: others.map(({ address }) => address),
    close_accounts: true,
  }
  const first = await over(token, (await take(token, body)).ok.task_id)
  assert.deepEqual([first.status, first.summary.failed], ['partial', 1])
  await fundTokens(chain, empty.address, BONK, 5n)
  const again = (await askRetry(token, first.id)).ok.tokenGather
  assert.deepEqual(again, {
    ...body,
    source_wallets: [empty.address],
    of: { operationId: first.id, as: 'retry' },
  })
  assert.ok(again)
  assert.equal((await over(token, (await take(token, again)).ok.task_id)).status, 'completed')
  assert.deepEqual(await held([source, ...others]), [200_005n, null, null, null])
  assert.equal((await askRetry(token, first.id)).fault.code, 'nothing_to_repeat')
})

void test('what was called dead and landed is not paid again by its retry', async () => {
  const here = await purses(2)
  const { token, source, others } = here
  await fundTokens(chain, source.address, BONK, 1_000_000n)
  const { id } = await spread(here, BONK, () => 1)
  await db.execute(sql`update transactions set state = 'dead', error = 'The transaction expired: block height exceeded',
    finalized = false, ended_at = now() where operation_id = ${id}::uuid`)
  await db.execute(sql`update transfers set status = 'failed', error = 'The transaction expired: block height exceeded'
    where operation_id = ${id}::uuid`)
  await db.execute(sql`update operations set status = 'failed', finalized_at = null where id = ${id}::uuid`)
  const again = await give(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: others.map(({ address }) => address),
    custom_amount: Object.fromEntries(others.map(({ address }) => [address, 1])),
    of: { operationId: id, as: 'retry' },
  })
  assert.deepEqual([again.status, again.fault.code], [409, 'operation_not_over'])
  assert.equal((await over(token, id)).status, 'completed')
  assert.equal((await askRetry(token, id)).fault.code, 'nothing_to_repeat')
  assert.deepEqual(await held([source, ...others]), [800_000n, 100_000n, 100_000n])
})

void test('an undo is of the user’s own operation, of its token, between its wallets, and of no more than it moved', async () => {
  const here = await purses(2)
  const { token, source, others } = here
  const [a, b] = others
  assert.ok(a && b)
  await fundTokens(chain, source.address, BONK, 1_000_000n)
  const other = await issuer.createMint([], 5)
  for (const { address } of [a, b]) await issuer.mintTo(address, other, 1_000_000n)
  await fundTokens(chain, b.address, BONK, 500_000n)
  const only = { ...here, others: [a] }
  const { id } = await spread(only, BONK, () => 1)
  await fundTokens(chain, a.address, BONK, 500_000n)
  const of = { operationId: id, as: 'undo' as const }
  const back = (from: Purse, amount: string, more: object = {}) =>
    take(token, {
      token_address: BONK,
      target_wallet: source.address,
      source_wallets: [from.address],
      custom_amount: { [from.address]: amount },
      of,
      ...more,
    })
  const before = await held([source, a, b])
  assert.deepEqual(
    (await back(a, '1.5')).fault.error,
    `custom_amount.${a.address} is more than the operation has left`,
  )
  assert.equal((await back(a, '1', { token_address: other })).fault.error, 'of belongs to another request')
  assert.equal(
    (await back(a, '0.5', { target_wallet: b.address })).fault.error,
    'of belongs to another request',
  )
  assert.equal((await back(b, '0.5')).fault.code, 'nothing_to_repeat')
  assert.match(
    (await back(a, '1', { custom_amount: undefined })).fault.error,
    /^custom_amount must be as in the original operation/,
  )
  const forth = await give(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: [a.address],
    total_amount: 1,
    of,
  })
  assert.equal(forth.fault.error, 'of belongs to another request')
  const stranger = await desk.signUp()
  for (const ask of [askUndo, askRetry]) assert.equal((await ask(stranger.token, id)).status, 404)
  assert.deepEqual(await held([source, a, b]), before)
  assert.equal((await askRetry(token, id)).fault.code, 'nothing_to_repeat')

  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const first = (await back(a, '0.4')).ok.task_id
  assert.equal((await askUndo(token, id)).fault.code, 'operation_not_over')
  assert.equal((await back(a, '0.1')).fault.code, 'operation_not_over')
  await chain('localnet_clearFaults')
  await over(token, first)
  assert.equal((await back(a, '0.7')).fault.code, 'nothing_to_repeat')
  const last = (await back(a, '0.6')).ok.task_id
  assert.equal((await over(token, last)).status, 'completed')
  assert.equal((await back(a, '0.1')).fault.code, 'nothing_to_repeat')
})
