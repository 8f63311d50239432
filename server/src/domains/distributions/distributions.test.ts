// On PostgreSQL as well.
/** SOL to many and back through the API: every lamport accounted for, every sentence as specified. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { getOperation, listOperations } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/distributions.ts'
import { WALLET_BUSY } from '@purser/contract/distributions/distribution-texts.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { FEE, fund, readBalances, makeWallets, type Purse, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'

let calls: string[] = []
const desk = await startTestDesk({ network: 'steered', overhear: (method) => void calls.push(method) })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const RENT = 650_240n
const KEEP = 890_000n
afterEach(() => chain('localnet_clearFaults'))

async function purses(count: number, first: bigint) {
  const { token } = await desk.signUp()
  const all = await makeWallets(call, token, count)
  const [source] = all
  assert.ok(source)
  if (first > 0n) await fund(chain, source.address, first)
  return { token, source, others: all.slice(1) }
}
const held = (wallets: Purse[]) =>
  readBalances(
    chain,
    wallets.map((w) => w.address),
  )
const sum = (list: bigint[]) => list.reduce((a, b) => a + b, 0n)
const dec = (lamports: bigint) => (Number(lamports) / 1e9).toString()
const post = (token: string, body: api.DistributeBody, key?: string) =>
  call(api.distributeSol, { token, body, ...(key ? { key } : {}) })

for (const n of [1, 62, 63])
  void test(`${n} wallets get each their amount, once, and the source pays it and the fees to the lamport`, async () => {
    const { token, source, others } = await purses(n + 1, 100n * SOL)
    const amounts = others.map((_, i) => 1_000_000n + BigInt(i) * 7n)
    const destinations = others.map((w, i) => ({ walletId: w.id, amount: dec(amounts[i] ?? 0n) }))
    const { ok } = await post(token, { sourceWalletId: source.id, destinations })
    const transactions = Math.ceil(n / 61)
    assert.equal(ok.success, true)
    assert.equal(ok.message, 'Distribution completed successfully')
    assert.deepEqual(ok.data?.summary, {
      totalDistributed: Number(dec(sum(amounts))),
      successfulTransfers: n,
      failedTransfers: 0,
      transactions,
      fees: Number(dec(FEE * BigInt(transactions))),
    })
    assert.deepEqual(await held(others), amounts)
    const left = 100n * SOL - sum(amounts) - FEE * BigInt(transactions)
    assert.deepEqual(await held([source]), [left])
    assert.deepEqual(ok.data?.sourceWallet, { initialBalance: 100, finalBalance: Number(dec(left)) })
    const detail = (await call(getOperation, { token, params: { id: ok.operationId ?? '' } })).ok
    assert.equal(detail.status, 'completed')
    assert.equal(detail.transfers.length, n)
    assert.ok(detail.transfers.every((t) => t.status === 'confirmed' && t.signature !== null))
  })

void test('1,000 wallets are 17 transactions, 85,000 lamports and at most 60 calls to the chain', async () => {
  const { token, source, others } = await purses(1_001, 100n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.001' }))
  await call(api.getMinimumRent, { token })
  calls = []
  const { ok } = await post(token, { sourceWalletId: source.id, destinations })
  const counted = calls
  assert.equal(ok.data?.summary.transactions, 17)
  assert.ok((await held(others)).every((lamports) => lamports === 1_000_000n))
  assert.deepEqual(await held([source]), [100n * SOL - SOL - 85_000n])
  assert.equal(counted.filter((method) => method === 'sendTransaction').length, 17)
  assert.ok(
    counted.length <= 60,
    `${counted.length} calls: ${JSON.stringify(
      Object.groupBy(counted, (m) => m),
      (k, v) => (Array.isArray(v) && k ? v.length : v),
    )}`,
  )
})

void test('a gather of all leaves 0.00089 SOL in each wallet; the destination pays the fees', async () => {
  const { token, source, others } = await purses(14, 10n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.5' }))
  await post(token, { sourceWalletId: source.id, destinations })
  const [before = 0n] = await held([source])
  const sources = others.map((w) => w.id)
  const { ok } = await call(api.gatherSol, {
    token,
    body: { destinationWalletId: source.id, sources, gatherAll: true },
  })
  assert.equal(ok.message, 'Gather operation completed successfully')
  assert.ok((await held(others)).every((lamports) => lamports === KEEP))
  // 11 and 2 sources, each of which signs, and twice the destination.
  const fees = FEE * 15n
  assert.deepEqual(await held([source]), [before + 13n * (SOL / 2n - KEEP) - fees])
  assert.equal(ok.data?.summary.transactions, 2)
  assert.equal(ok.data?.summary.fees, Number(dec(fees)))
})

void test('wallets are emptied when asked, and where the destination has nothing the first source of each transaction pays', async () => {
  const { token, source, others } = await purses(15, 10n * SOL)
  const [empty, ...givers] = others
  assert.ok(empty)
  await post(token, {
    sourceWalletId: source.id,
    destinations: givers.map((w) => ({ walletId: w.id, amount: '0.25' })),
  })
  const sources = givers.map((w) => w.id)
  const { ok } = await call(api.gatherSol, {
    token,
    body: { destinationWalletId: empty.id, sources, gatherAll: true, emptyWallets: true },
  })
  assert.equal(ok.success, true, JSON.stringify(ok))
  assert.ok((await held(givers)).every((lamports) => lamports === 0n))
  assert.deepEqual(await held([empty]), [13n * (SOL / 4n) - 13n * FEE])
})

void test('one recipient at fault stands alone and the rest is paid; only what failed is tried again', async () => {
  const { token, source, others } = await purses(64, 10n * SOL)
  const [bad] = others
  assert.ok(bad)
  const getAmount = (w: Purse) => (w === bad ? '0.000001' : '0.01')
  const destinations = others.map((w) => ({ walletId: w.id, amount: getAmount(w) }))
  const { ok } = await post(token, { sourceWalletId: source.id, destinations })
  assert.equal(ok.status, 'partial')
  assert.equal(ok.message, 'Completed with 62/63 successful transfers')
  assert.equal(ok.data?.errors.length, 1)
  assert.equal(ok.data?.errors[0]?.walletName, bad.name)
  assert.match(ok.data?.errors[0]?.error ?? '', /Below the rent minimum: .* 0\.00065024 SOL/)
  assert.equal(ok.data?.errors[0]?.refusal, 'below_rent')
  assert.equal(sum(await held(others)), 62n * 10_000_000n)
  const [left = 0n] = await held([source])
  assert.equal(left, 10n * SOL - 62n * 10_000_000n - 2n * FEE)
  await fund(chain, bad.address, RENT)
  const again = (await call(api.proposeRetry, { token, params: { id: ok.operationId ?? '' } })).ok
  assert.deepEqual(again.distribute?.destinations, [{ walletId: bad.id, amount: '0.000001' }])
  assert.ok(again.distribute)
  assert.equal((await post(token, again.distribute)).ok.success, true)
  assert.deepEqual(await held([bad]), [RENT + 1_000n])
})

void test('a transaction that lands with an error costs its fee, and only the transfer at fault fails', async () => {
  const { token, source, others } = await purses(22, 10n * SOL)
  const [bad, sink, ...good] = others
  assert.ok(bad && sink)
  await fund(chain, bad.address, 2n * SOL)
  // The first send is lost on the way; before the bytes are sent again the account that covered them is emptied.
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop', times: 1 }])
  calls = []
  const destinations = [bad, ...good].map((w) => ({
    walletId: w.id,
    amount: w === bad ? '0.0001' : '0.01',
  }))
  const asked = post(token, { sourceWalletId: source.id, destinations })
  await until('it is sent', () => calls.includes('sendTransaction'))
  const emptied = await call(api.gatherSol, {
    token,
    body: { destinationWalletId: sink.id, sources: [bad.id], gatherAll: true, emptyWallets: true },
  })
  assert.equal(emptied.ok.success, true)
  const { ok } = await asked
  assert.equal(ok.message, 'Completed with 19/20 successful transfers')
  assert.equal(ok.data?.errors.length, 1)
  assert.equal(ok.data?.errors[0]?.walletName, bad.name)
  assert.match(ok.data?.errors[0]?.error ?? '', /insufficient funds for rent/)
  // The chain's own text.
  assert.equal(ok.data?.errors[0]?.refusal, null)
  assert.ok((await held(good)).every((lamports) => lamports === 10_000_000n))
  const fees = BigInt(Math.round(Number(ok.data?.summary.fees) * 1e9))
  assert.ok(fees > FEE * BigInt(ok.data?.summary.transactions ?? 0), 'the one that failed was paid for too')
  assert.deepEqual(await held([source]), [10n * SOL - 19n * 10_000_000n - fees])
})

void test('a preview says what it would cost and what would fail, and nothing moves', async () => {
  const { token, source, others } = await purses(64, 10n * SOL)
  const destinations = others.map((w, i) => ({ walletId: w.id, amount: i === 5 ? '0.0001' : '0.01' }))
  const { ok } = await post(token, { sourceWalletId: source.id, destinations, dryRun: true })
  const { preview } = ok
  assert.ok(preview)
  assert.equal(preview.transactions, 2)
  assert.equal(preview.format, 1)
  assert.equal(preview.fees, 0.00001)
  assert.equal(preview.total, 0.62)
  assert.equal(preview.wouldFail, 1)
  assert.match(preview.transfers[5]?.error ?? '', /Below the rent minimum: .* 0\.00065024 SOL/)
  assert.equal(preview.transfers[5]?.refusal, 'below_rent')
  assert.deepEqual(preview.rent, { accounts: 62, amount: Number(dec(62n * RENT)) })
  assert.deepEqual(await held([source]), [10n * SOL])
  assert.deepEqual((await call(listOperations, { token })).ok.operations, [])
  const real = (await post(token, { sourceWalletId: source.id, destinations })).ok
  assert.equal(real.data?.sourceWallet?.finalBalance, preview.sourceWallet?.finalBalance)
})

void test('a finished distribution is reversed by the gather that it offers', async () => {
  const { token, source, others } = await purses(6, 10n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.1' }))
  const { ok } = await post(token, { sourceWalletId: source.id, destinations })
  const [before = 0n] = await held([source])
  const undo = (await call(api.proposeUndo, { token, params: { id: ok.operationId ?? '' } })).ok
  assert.ok(undo.gather)
  assert.deepEqual(await held([source]), [before])
  const back = (await call(api.gatherSol, { token, body: undo.gather })).ok
  assert.equal(back.success, true)
  assert.equal(back.data?.destinationWallet?.finalBalance, undo.preview?.destinationWallet?.finalBalance)
  assert.deepEqual(await held([source]), [before + 5n * (SOL / 10n - KEEP) - 6n * FEE])
})

void test('fifty parallel posts with one key are one operation', async () => {
  const { token, source, others } = await purses(4, 10n * SOL)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w) => ({ walletId: w.id, amount: '0.1' })),
  }
  const key = randomUUID()
  const all = await Promise.all(Array.from({ length: 50 }, () => post(token, body, key)))
  assert.equal(new Set(all.map((a) => a.ok.operationId)).size, 1)
  assert.deepEqual(
    await held(others),
    others.map(() => SOL / 10n),
  )
  assert.equal((await call(listOperations, { token })).ok.operations.length, 1)
  const other = await post(token, { ...body, destinations: body.destinations.slice(1) }, key)
  assert.equal(other.status, 422)
})

void test('one operation at a time sends from a wallet', async () => {
  const { token, source, others } = await purses(4, 10n * SOL)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w) => ({ walletId: w.id, amount: '0.1' })),
  }
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const first = post(token, body)
  await until(
    'the first is under way',
    async () => (await call(listOperations, { token })).ok.operations.length === 1,
  )
  const second = await post(token, body)
  assert.equal(second.status, 409)
  assert.equal(second.fault.error, WALLET_BUSY)
  assert.equal(second.fault.error, 'This wallet is already sending funds.')
  await chain('localnet_clearFaults')
  assert.equal((await first).ok.success, true)
  assert.equal((await post(token, body)).ok.success, true)
})

void test('every refusal has the sentence of the specification', async () => {
  const { token, source, others } = await purses(4, 2n * SOL)
  const [a, b] = others
  assert.ok(a && b)
  const say = async (body: unknown) => {
    const { fault, status } = await call(api.distributeSol, { token, wrongBody: body })
    return `${status} ${fault.error}`
  }
  const line = (w: Purse, amount: unknown) => ({ walletId: w.id, amount })
  const sourceWalletId = source.id
  const choose = '400 Please select a source wallet and at least one destination'
  assert.equal(await say({ destinations: [line(a, 1)] }), choose)
  assert.equal(await say({ sourceWalletId, destinations: [] }), choose)
  assert.equal(await say({ sourceWalletId }), choose)
  assert.equal(
    await say({ sourceWalletId, destinations: [line(a, 0), line(b, -1)] }),
    '400 2 destinations have invalid amounts. All amounts must be positive.',
  )
  assert.equal(
    await say({ sourceWalletId, destinations: [line(a, 1), line(b, 1)] }),
    '400 Insufficient balance. Source wallet has 2.000000 SOL, but 2.001660 SOL is required (2.000000 to distribute + 0.000010 fees + 0.001650 minimum balance). Maximum distributable: 1.998339 SOL',
  )
  assert.equal(
    await say({ sourceWalletId, destinations: [line(a, '0.0000000001')] }),
    '400 destinations.0.amount has more decimals than the token allows',
  )
  assert.equal(
    await say({ sourceWalletId, destinations: [line(a, 0.1), line(a, 0.1)] }),
    '400 destinations.1.walletId is listed twice',
  )
  assert.equal(
    await say({ sourceWalletId, destinations: [line(source, 0.1)] }),
    '400 destinations.0.walletId must not be the source wallet',
  )
  const stranger = await purses(1, 0n)
  assert.equal(
    await say({ sourceWalletId, destinations: [line(a, 0.1), line(stranger.source, 0.1)] }),
    '404 Wallet not found',
  )
  const gather = async (body: unknown) => {
    const { fault, status } = await call(api.gatherSol, { token, wrongBody: body })
    return `${status} ${fault.error}`
  }
  const pick = '400 Please select a destination wallet and at least one source'
  assert.equal(await gather({ sources: [a.id], gatherAll: true }), pick)
  assert.equal(await gather({ destinationWalletId: a.id, sources: [], gatherAll: true }), pick)
  assert.equal(
    await gather({ destinationWalletId: a.id, sources: [line(source, 0)], gatherAll: false }),
    '400 1 source wallets have invalid amounts. All amounts must be positive.',
  )
  assert.equal(
    await gather({ destinationWalletId: a.id, sources: [line(source, 2)], gatherAll: false }),
    `400 Insufficient balance. ${source.name} has 2 SOL, but 2.00089 SOL is required.`,
  )
  assert.equal(
    await gather({ destinationWalletId: source.id, sources: [a.id, b.id], gatherAll: true }),
    '400 All gather operations failed - check wallet balances',
  )
  assert.deepEqual(await held([source]), [2n * SOL])
})

void test('the groups come with their wallets and balances, those of no group last', async () => {
  const { token, source, others } = await purses(3, 2n * SOL)
  const group = (await call(createGroup, { token, body: { name: 'Desk' } })).ok
  const [a] = others
  assert.ok(a)
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: [a.id] } })
  const { data } = (await call(api.listGroupedWallets, { token })).ok
  assert.deepEqual(
    data.groups.map((g) => [g.name, g.wallets.length]),
    [
      ['Desk', 1],
      ['Ungrouped', 2],
    ],
  )
  const tile = data.groups[1]?.wallets.find((w) => w.id === source.id)
  assert.deepEqual(tile, {
    id: source.id,
    _id: source.id,
    name: source.name,
    publicKey: source.address,
    balance: 2,
  })
  assert.deepEqual((await call(api.getMinimumRent, { token })).ok, {
    success: true,
    data: { sol: 0.00065024 },
  })
})

void test('operations are listed newest first, page by page, with filters, and are nobody else’s', async () => {
  const { token, source, others } = await purses(3, 5n * SOL)
  for (let i = 0; i < 3; i++)
    await post(token, {
      sourceWalletId: source.id,
      destinations: others.map((w) => ({ walletId: w.id, amount: '0.1' })),
    })
  const first = (await call(listOperations, { token, query: { limit: 2 } })).ok
  assert.equal(first.operations.length, 2)
  assert.ok(first.next)
  const second = (await call(listOperations, { token, query: { limit: 2, before: first.next } })).ok
  assert.equal(second.operations.length, 1)
  assert.equal(second.next, undefined)
  const ids = [...first.operations, ...second.operations].map((o) => o.id)
  assert.equal(new Set(ids).size, 3)
  assert.deepEqual(first.operations[0]?.summary, {
    total: 2,
    confirmed: 2,
    failed: 0,
    amount: 0.2,
    symbol: 'SOL',
    fees: 0.000005,
  })
  assert.equal((await call(listOperations, { token, query: { type: 'gather' } })).ok.operations.length, 0)
  assert.equal(
    (await call(listOperations, { token, query: { status: 'completed' } })).ok.operations.length,
    3,
  )
  const stranger = await desk.signUp()
  assert.equal(
    (await call(getOperation, { token: stranger.token, params: { id: ids[0] ?? '' } })).status,
    404,
  )
  assert.equal(
    (await call(api.proposeUndo, { token: stranger.token, params: { id: ids[0] ?? '' } })).status,
    404,
  )
})

void test('what looks like an id and is none is an operation that does not exist', async () => {
  const { token } = await desk.signUp()
  for (const id of ['-'.repeat(36), 'a'.repeat(36), '1', randomUUID()])
    for (const endpoint of [api.proposeUndo, api.proposeRetry])
      assert.equal((await call(endpoint, { token, params: { id } })).status, 404, id)
})

void test('a distribution is taken back once, however often its undo is confirmed', async () => {
  const { token, source, others } = await purses(4, 10n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.1' }))
  const { operationId: id = '' } = (await post(token, { sourceWalletId: source.id, destinations })).ok
  // An undo does not touch their other funds.
  for (const w of others) await fund(chain, w.address, SOL)
  const undo = (await call(api.proposeUndo, { token, params: { id } })).ok.gather
  assert.deepEqual(undo?.of, { operationId: id, as: 'undo' })
  assert.ok(undo)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const first = call(api.gatherSol, { token, body: undo, key: randomUUID() })
  await until(
    'the first is under way',
    async () => (await call(listOperations, { token, query: { type: 'gather' } })).ok.operations.length === 1,
  )
  assert.equal((await call(api.proposeUndo, { token, params: { id } })).fault.code, 'operation_not_over')
  assert.equal((await call(api.gatherSol, { token, body: undo })).fault.code, 'operation_not_over')
  await chain('localnet_clearFaults')
  assert.equal((await first).ok.success, true)
  const before = await held([source, ...others])
  assert.equal((await call(api.gatherSol, { token, body: undo })).fault.code, 'nothing_to_repeat')
  assert.equal((await call(api.proposeUndo, { token, params: { id } })).fault.code, 'nothing_to_repeat')
  assert.deepEqual(await held([source, ...others]), before)
})

void test('undos that are confirmed at the same moment take back once', async () => {
  const { token, source, others } = await purses(4, 10n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.1' }))
  const { operationId: id = '' } = (await post(token, { sourceWalletId: source.id, destinations })).ok
  // The last holds nothing besides: what it returns to one undo is missing for the others.
  for (const w of others.slice(0, -1)) await fund(chain, w.address, SOL)
  const undo = (await call(api.proposeUndo, { token, params: { id } })).ok.gather
  assert.ok(undo)
  const all = await Promise.all(
    Array.from({ length: 6 }, () => call(api.gatherSol, { token, body: undo, key: randomUUID() })),
  )
  assert.equal(all.filter((a) => a.status === 200).length, 1)
  assert.ok(all.every((a) => a.status === 200 || a.status === 409))
  assert.deepEqual(await held(others.slice(0, -1)), [SOL, SOL])
})

void test('what failed is paid once, though it is tried again from the first operation and from its retry', async () => {
  const { token, source, others } = await purses(4, 10n * SOL)
  const [a, b, c] = others
  assert.ok(a && b && c)
  const destinations = others.map((w) => ({ walletId: w.id, amount: w === c ? '0.1' : '0.0001' }))
  const first = (await post(token, { sourceWalletId: source.id, destinations })).ok.operationId ?? ''
  await fund(chain, a.address, RENT)
  const again = (await call(api.proposeRetry, { token, params: { id: first } })).ok.distribute
  assert.deepEqual(again?.of, { operationId: first, as: 'retry' })
  assert.ok(again)
  const second = (await post(token, again)).ok
  assert.equal(second.status, 'partial')
  assert.equal((await post(token, again)).fault.code, 'nothing_to_repeat')
  await fund(chain, b.address, RENT)
  const [fromFirst, fromSecond] = await Promise.all(
    [first, second.operationId ?? ''].map((id) => call(api.proposeRetry, { token, params: { id } })),
  )
  assert.deepEqual(fromFirst?.ok.distribute, fromSecond?.ok.distribute)
  assert.deepEqual(fromFirst?.ok.distribute?.destinations, [{ walletId: b.id, amount: '0.0001' }])
  assert.ok(fromFirst?.ok.distribute && fromSecond?.ok.distribute)
  assert.equal((await post(token, fromFirst.ok.distribute)).ok.success, true)
  assert.equal((await post(token, fromSecond.ok.distribute)).fault.code, 'nothing_to_repeat')
  assert.deepEqual(await held(others), [RENT + 100_000n, RENT + 100_000n, SOL / 10n])
})

void test('an undo or a retry is of the user’s own operation, between its wallets, and of no more than it moved', async () => {
  const { token, source, others } = await purses(3, 10n * SOL)
  const [a, b] = others
  assert.ok(a && b)
  const destinations = [{ walletId: a.id, amount: '0.1' }]
  const { operationId: id = '' } = (await post(token, { sourceWalletId: source.id, destinations })).ok
  await fund(chain, a.address, SOL)
  const of = { operationId: id, as: 'undo' as const }
  const take = (walletId: number, amount: string, to = source.id) =>
    call(api.gatherSol, {
      token,
      body: { destinationWalletId: to, sources: [{ walletId, amount }], gatherAll: false, of },
    })
  assert.equal((await take(a.id, '0.2')).status, 400)
  assert.equal((await take(a.id, '0.05', b.id)).status, 400)
  assert.equal((await take(b.id, '0.05')).fault.code, 'nothing_to_repeat')
  const stranger = await purses(2, SOL)
  const [theirs] = stranger.others
  const foreign = await post(stranger.token, {
    sourceWalletId: stranger.source.id,
    destinations: [{ walletId: theirs?.id ?? 0, amount: '0.1' }],
    of: { operationId: id, as: 'retry' },
  })
  assert.equal(foreign.status, 404)
  assert.equal((await take(a.id, '0.04')).ok.success, true)
  assert.equal((await take(a.id, '0.06')).ok.success, true)
  assert.equal((await take(a.id, '0.01')).fault.code, 'nothing_to_repeat')
})
