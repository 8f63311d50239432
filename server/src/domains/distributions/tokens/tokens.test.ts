// On PostgreSQL as well.
/** Tokens to many and back through the API: every base unit and every lamport of rent and fees accounted for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { channels } from '@purser/contract/live.ts'
import { buildPath } from '@purser/contract/endpoint.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { FEE, fund, readBalances, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'
import { reservations } from '../../transfers/transfers.tables.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const RENT = 1_488_440n

async function purses(count: number, { sol = 10n * SOL, tokens = 0n }: { sol?: bigint; tokens?: bigint }) {
  const { token } = await desk.signUp()
  const all = await makeWallets(call, token, count)
  const [source, ...others] = all
  assert.ok(source)
  if (sol > 0n) await fund(chain, source.address, sol)
  if (tokens > 0n) await fundTokens(chain, source.address, BONK, tokens)
  return { token, source, others }
}
const getAddresses = (wallets: Purse[]) => wallets.map(({ address }) => address)
const bonk = (wallets: Purse[]) => readTokens(chain, getAddresses(wallets), { mint: BONK })
const sum = (list: (bigint | null)[]) => list.reduce<bigint>((a, b) => a + (b ?? 0n), 0n)

async function ended(token: string, id: string | undefined) {
  await until('it has ended', async () => {
    const { ok } = await call(getOperation, { token, params: { id: id ?? '' } })
    return ['completed', 'partial', 'failed'].includes(ok.status)
  })
  return (await call(getOperation, { token, params: { id: id ?? '' } })).ok
}
const spread = (token: string, body: api.TokenDistributeBody, key?: string) =>
  call(api.distributeToken, { token, body, ...(key ? { key } : {}) })
const collect = (token: string, body: api.TokenGatherBody, key?: string) =>
  call(api.gatherToken, { token, body, ...(key ? { key } : {}) })

for (const n of [1, 11])
  void test(`${n} wallets get a token for the first time: the source pays the rent of each, and the fees`, async () => {
    const { token, source, others } = await purses(n + 1, { tokens: 10_000_000n })
    const body = {
      token_address: BONK,
      source_wallet: source.address,
      target_wallets: getAddresses(others),
      total_amount: 100,
    }
    const before = (await readBalances(chain, [source.address]))[0] ?? 0n
    const { ok: dry } = await spread(token, { ...body, dryRun: true })
    assert.deepEqual(
      await bonk(others),
      others.map(() => null),
    )
    const { ok } = await spread(token, body)
    assert.equal(ok.status, 'success')
    const detail = await ended(token, ok.task_id)
    assert.equal(detail.status, 'completed', JSON.stringify(detail))
    const transactions = Math.ceil(n / 10)
    assert.equal(sum(await bonk(others)), 10_000_000n)
    assert.deepEqual(await bonk([source]), [0n])
    const spent = BigInt(n) * RENT + BigInt(transactions) * FEE
    assert.deepEqual(await readBalances(chain, [source.address]), [before - spent])
    const { preview } = dry
    assert.deepEqual(
      [preview?.transactions, preview?.rent, preview?.fees, preview?.total, preview?.wouldFail],
      [
        transactions,
        { accounts: n, amount: Number(BigInt(n) * RENT) / 1e9 },
        (transactions * Number(FEE)) / 1e9,
        100,
        0,
      ],
    )
    assert.deepEqual(
      preview?.transfers.map(({ finalBalance }) => finalBalance),
      (await bonk(others)).map((units) => Number(units) / 1e5),
    )
    assert.deepEqual(preview?.sourceWallet, { initialBalance: 100, finalBalance: 0 })
    assert.deepEqual(preview?.sol, {
      cost: toJsonAmount(spent, SOL_DECIMALS),
      initialBalance: toJsonAmount(before, SOL_DECIMALS),
      finalBalance: toJsonAmount(before - spent, SOL_DECIMALS),
    })
  })

void test('what opening the accounts will cost is reserved with the fees until it is over', async () => {
  const { token, source, others } = await purses(4, { tokens: 10_000_000n })
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { ok } = await spread(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: getAddresses(others),
    total_amount: 90,
  })
  const reserved = async () =>
    (
      await desk.database.db
        .select({ mint: reservations.mint, amount: reservations.amount })
        .from(reservations)
        .where(and(eq(reservations.operationId, ok.task_id ?? ''), isNull(reservations.releasedAtSlot)))
        .orderBy(desc(reservations.amount))
    ).map(({ amount }) => amount)
  assert.deepEqual(await reserved(), [9_000_000n, 3n * RENT + FEE])
  await chain('localnet_clearFaults')
  assert.equal((await ended(token, ok.task_id)).status, 'completed')
  assert.deepEqual(await reserved(), [])
})

void test('1,000 wallets are 100 transactions, then 17; a gather brings all back and wins the rent', async () => {
  const { token, source, others } = await purses(1_001, { sol: 100n * SOL, tokens: 10n ** 12n })
  const body = {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: getAddresses(others),
    total_amount: 1_000_000,
  }
  const sent = async (id: string | undefined) => {
    const detail = await ended(token, id)
    assert.equal(detail.status, 'completed', detail.error ?? '')
    return new Set(detail.transfers.map((transfer) => transfer.signature)).size
  }
  const first = await spread(token, body)
  assert.equal(await sent(first.ok.task_id), 100)
  assert.ok((await bonk(others)).every((units) => units === 100_000_000n))
  const second = await spread(token, { ...body, variance: 20 })
  assert.equal(await sent(second.ok.task_id), 17)
  const held = await bonk(others)
  assert.equal(sum(held), 2n * 10n ** 11n)
  assert.ok(new Set(held).size > 900)
  const before = (await readBalances(chain, [source.address]))[0] ?? 0n
  const back = await collect(token, {
    token_address: BONK,
    source_wallets: getAddresses(others),
    target_wallet: source.address,
    close_accounts: true,
  })
  assert.equal(await sent(back.ok.task_id), 91)
  assert.deepEqual(await bonk([source]), [10n ** 12n])
  assert.ok((await bonk(others)).every((units) => units === null))
  const fees = FEE * (1_000n + 91n)
  assert.deepEqual(await readBalances(chain, [source.address]), [before - fees + 1_000n * RENT])
  assert.ok((await readBalances(chain, getAddresses(others))).every((lamports) => lamports === 0n))
})

void test('where the destination holds no SOL, the first source of each transaction pays', async () => {
  const { token, source, others } = await purses(14, { tokens: 13_000_000n })
  const [empty, ...givers] = others
  assert.ok(empty)
  const given = await spread(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: getAddresses(givers),
    total_amount: 120,
  })
  await ended(token, given.ok.task_id)
  const body = { token_address: BONK, source_wallets: getAddresses(givers), target_wallet: empty.address }
  const refused = await collect(token, body)
  assert.equal(refused.status, 400)
  assert.match(
    refused.fault.error,
    /^Insufficient balance\. Purse 2 has 0 SOL, but 0\.\d+ SOL is required\.$/,
  )
  const [, , rich] = givers
  assert.ok(rich)
  await fund(chain, rich.address, SOL)
  const { ok: dry } = await collect(token, { ...body, dryRun: true })
  assert.deepEqual([dry.preview?.payer, dry.preview?.wouldFail], ['source', 1])
  const { ok } = await collect(token, body)
  const detail = await ended(token, ok.task_id)
  // One source that holds SOL leads one transaction of eleven.
  assert.deepEqual([detail.status, detail.summary.confirmed, detail.summary.failed], ['partial', 11, 1])
  assert.deepEqual(await bonk([empty]), [11_000_000n])
  assert.deepEqual(await readBalances(chain, [rich.address]), [SOL - RENT - 11n * FEE])
})

void test('the task channel tells the present state, each change, and the end; a resume tells it again', async () => {
  const { token, source, others } = await purses(5, { tokens: 10_000_000n })
  const { ok } = await spread(token, {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: getAddresses(others),
    custom_amount: Object.fromEntries(others.map(({ address }, i) => [address, i + 1])),
    total_amount: 10,
  })
  const id = ok.task_id ?? ''
  const socket = desk.socket(buildPath(channels.tokenTransfer, { taskId: id }), { token })
  const last = await socket.message((m) => m.finished === true)
  assert.deepEqual(
    [last.task_id, last.total, last.success, last.failed, last.status],
    [id, 4, 4, 0, 'completed'],
  )
  assert.deepEqual(last.result, {
    moved: 10,
    received: 10,
    transactions: 1,
    fees: 0.000005,
    rent: 0.00595376,
    sourceWallet: { initialBalance: 100, finalBalance: 90 },
  })
  const again = desk.socket(buildPath(channels.tokenTransfer, { taskId: id }), { token })
  await again.message((m) => m.finished === true)
  again.send({ type: 'resume', operationId: id })
  const change = await again.message(
    (m) => (m.transfer as { walletId?: number } | undefined)?.walletId === others[3]?.id,
  )
  assert.deepEqual([change.success, change.finished], [4, false])
  const stranger = await desk.signUp()
  const foreign = desk.socket(buildPath(channels.tokenTransfer, { taskId: id }), {
    token: stranger.token,
  })
  assert.equal(await foreign.closed, 4404)
})

void test('fifty parallel requests with one key move once, and another body under it is refused', async () => {
  const { token, source, others } = await purses(3, { tokens: 10_000_000n })
  const body = {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: getAddresses(others),
    total_amount: '7.5',
    variance: 50,
  }
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => spread(token, body, key)))
  assert.equal(new Set(answers.map(({ ok }) => ok.task_id)).size, 1)
  await ended(token, answers[0]?.ok.task_id)
  assert.equal(sum(await bonk(others)), 750_000n)
  assert.equal((await spread(token, { ...body, total_amount: 8 }, key)).status, 422)
})
