// On PostgreSQL as well.
/** SOL and tokens to any address through the API: every lamport and base unit accounted for, and once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { distributeSol, proposeRetry, proposeUndo } from '@purser/contract/distributions/distributions.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { type ExtensionArgs, TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { generateKeyPairSigner } from '@solana/kit'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createIssuer } from '../../../test/mints.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const issuer = await createIssuer(chain)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const TOKEN_RENT = 1_488_440n
const RENT = 650_240n

const stranger = async () => (await generateKeyPairSigner()).address
async function person({ sol = 2n * SOL, wallets = 1 } = {}) {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, wallets)
  assert.ok(source)
  if (sol > 0n) await fund(chain, source.address, sol)
  const { id } = source
  const ask = (body: SendBody, key?: string) =>
    call(send, { token, params: { id }, body, ...(key ? { key } : {}) })
  const preview = async (body: SendBody) => (await ask({ ...body, dryRun: true })).ok.preview
  const read = async (operation = '') => (await call(getOperation, { token, params: { id: operation } })).ok
  async function over(answer: Awaited<ReturnType<typeof ask>>) {
    const operation = answer.ok.operation?.id
    await until('it has ended', async () =>
      ['completed', 'partial', 'failed'].includes((await read(operation)).status),
    )
    return read(operation)
  }
  return { token, source, others, ask, preview, over }
}

void test('SOL goes to an address that has none yet, as the preview says, to the lamport', async () => {
  const { token, source, ask, preview, over } = await person()
  const to = await stranger()
  const shown = await preview({ to, amount: '0.5' })
  assert.ok(shown)
  const { wallet, format: _, ...figures } = shown
  assert.deepEqual(wallet, source)
  assert.deepEqual(figures, {
    to,
    toName: null,
    mint: null,
    symbol: 'SOL',
    decimals: 9,
    amount: 0.5,
    transferFee: 0,
    received: 0.5,
    transactions: 1,
    fees: 0.000005,
    rent: { accounts: 1, amount: 0.00065024 },
    source: { sol: { before: 2, after: 1.499995 }, token: null },
    recipient: { before: 0, after: 0.5 },
    error: null,
    wouldFail: 0,
    warnings: [
      { code: 'never_used', confirm: false, message: 'This address has never been used on this network.' },
    ],
  })
  assert.deepEqual(await readBalances(chain, [source.address, to]), [2n * SOL, 0n])
  const detail = await over(await ask({ to, amount: '0.5' }))
  assert.deepEqual(
    [detail.type, detail.status, detail.summary.amount, detail.summary.symbol, detail.summary.fees],
    ['send', 'completed', 0.5, 'SOL', 0.000005],
  )
  const [transfer] = detail.transfers
  assert.deepEqual(
    [transfer?.walletId, transfer?.walletName, transfer?.destination, transfer?.source],
    [null, `${to.slice(0, 4)}...${to.slice(-4)}`, to, source.address],
  )
  assert.deepEqual(await readBalances(chain, [source.address, to]), [SOL + SOL / 2n - FEE, SOL / 2n])
  const [row] = (await call(listAudit, { token, query: { type: 'send' } })).ok.rows
  assert.deepEqual(row?.detail, { operation: detail.id, wallet: source.name, to, amount: 0.5, token: 'SOL' })
  const listed = (await call(listOperations, { token, query: { type: 'send' } })).ok.operations
  assert.deepEqual(
    listed.map(({ id }) => id),
    [detail.id],
  )
  for (const endpoint of [proposeUndo, proposeRetry])
    assert.equal((await call(endpoint, { token, params: { id: detail.id } })).status, 404)
})

void test('all of it empties the wallet to nothing', async () => {
  const { source, ask, preview, over } = await person()
  const to = await stranger()
  const shown = await preview({ to, amount: 'max' })
  assert.deepEqual([shown?.amount, shown?.source.sol.after, shown?.error], [1.999995, 0, null])
  assert.equal((await over(await ask({ to, amount: shown?.amount ?? 0 }))).status, 'completed')
  assert.deepEqual(await readBalances(chain, [source.address, to]), [0n, 2n * SOL - FEE])
})

void test('the rent minimum may stay, and nothing between it and nothing', async () => {
  const { source, ask, over } = await person()
  const to = await stranger()
  const below = await ask({ to, amount: '1.999354' })
  assert.equal(below.status, 400)
  assert.match(
    below.fault.error,
    /^This would leave 0\.\d+ SOL in Purse 1, .* Send at most 1\.99934476 SOL, or 1\.999995 SOL/,
  )
  assert.equal((await over(await ask({ to, amount: '1.99934476' }))).status, 'completed')
  assert.deepEqual(await readBalances(chain, [source.address]), [RENT])
})

void test('a token opens the account of an address at the cost of its sender', async () => {
  const { source, ask, preview, over } = await person()
  await fundTokens(chain, source.address, BONK, 1_000_000n)
  const to = await stranger()
  const body = { to, mint: BONK, amount: '2.5' }
  const shown = await preview(body)
  assert.deepEqual(
    [shown?.symbol, shown?.amount, shown?.rent, shown?.fees, shown?.source, shown?.recipient, shown?.error],
    [
      'BONK',
      2.5,
      { accounts: 1, amount: 0.00148844 },
      0.000005,
      { sol: { before: 2, after: 1.99850656 }, token: { before: 10, after: 7.5 } },
      { before: 0, after: 2.5 },
      null,
    ],
  )
  assert.equal((await over(await ask(body))).status, 'completed')
  const all = await over(await ask({ ...body, amount: 'max' }))
  assert.deepEqual([all.summary.amount, all.summary.symbol], [7.5, 'BONK'])
  assert.deepEqual(await readTokens(chain, [source.address, to], { mint: BONK }), [0n, 1_000_000n])
  assert.deepEqual(await readBalances(chain, [source.address]), [2n * SOL - TOKEN_RENT - 2n * FEE])
})

void test('what a token charges is shown, and withheld of what arrives', async () => {
  const { source, ask, preview, over } = await person()
  const authority = issuer.payer.address
  const fee = { epoch: 0n, maximumFee: 50_000n, transferFeeBasisPoints: 300 }
  const charging: ExtensionArgs = {
    __kind: 'TransferFeeConfig',
    transferFeeConfigAuthority: authority,
    withdrawWithheldAuthority: authority,
    withheldAmount: 0n,
    olderTransferFee: fee,
    newerTransferFee: fee,
  }
  const mint = await issuer.createMint([charging], 4)
  await issuer.mintTo(source.address, mint, 1_000_000n)
  const to = await stranger()
  const shown = await preview({ to, mint, amount: 10 })
  assert.deepEqual([shown?.transferFee, shown?.received, shown?.recipient.after], [0.3, 9.7, 9.7])
  assert.equal((await over(await ask({ to, mint, amount: 10 }))).status, 'completed')
  assert.deepEqual(
    await readTokens(chain, [source.address, to], { mint, program: TOKEN_2022_PROGRAM_ADDRESS }),
    [900_000n, 97_000n],
  )
})

void test('the same key sends once, however often and however at once it comes; another body is refused', async () => {
  const { source, ask, over, token } = await person()
  const [to, key] = [await stranger(), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ to, amount: 1 }, key)))
  assert.equal(new Set(answers.map(({ ok }) => ok.operation?.id)).size, 1)
  const [first] = answers
  assert.ok(first)
  await over(first)
  assert.equal((await ask({ to, amount: 1 }, key)).ok.operation?.id, first.ok.operation?.id)
  assert.equal((await ask({ to, amount: 0.5 }, key)).status, 422)
  assert.deepEqual(await readBalances(chain, [source.address, to]), [SOL - FEE, SOL])
  assert.equal((await call(listOperations, { token })).ok.operations.length, 1)
})

void test('without a key each request is one of its own, and a wallet sends one at a time', async () => {
  const { ask, over } = await person()
  const to = await stranger()
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask({ to, amount: '0.1' })))
  const taken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 409)
  assert.equal(taken.length + refused.length, 4)
  assert.ok(taken.length >= 1)
  for (const { fault } of refused) assert.equal(fault.error, 'This wallet is already sending funds.')
  for (const answer of taken) await over(answer)
  const [held = 0n] = await readBalances(chain, [to])
  assert.equal(held, (SOL / 10n) * BigInt(taken.length))
})

void test('while a send is on its way its wallet sends nothing else, however much it holds', async () => {
  const { token, source, others, ask, over } = await person({ wallets: 2 })
  const to = await stranger()
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const first = await ask({ to, amount: '0.1' })
  assert.equal(first.status, 200)
  const destinations = others.map(({ id }) => ({ walletId: id, amount: '0.1' }))
  const body = { sourceWalletId: source.id, destinations }
  for (const { status, fault } of [
    await ask({ to, amount: '0.1' }),
    await call(distributeSol, { token, body }),
  ])
    assert.deepEqual([status, fault.error], [409, 'This wallet is already sending funds.'])
  await chain('localnet_clearFaults')
  assert.equal((await over(first)).status, 'completed')
  assert.deepEqual(await readBalances(chain, [to]), [SOL / 10n])
})

void test('a wallet of one’s own is sent to by its name, and warns of nothing', async () => {
  const { others, preview, ask, over } = await person({ wallets: 2 })
  const [other] = others
  assert.ok(other)
  const shown = await preview({ to: other.address, amount: 1 })
  assert.deepEqual([shown?.toName, shown?.warnings], [other.name, []])
  const { transfers } = await over(await ask({ to: other.address, amount: 1 }))
  assert.deepEqual([transfers[0]?.walletId, transfers[0]?.walletName], [other.id, other.name])
})

void test('the wallet of another user of this desk is an address like any other', async () => {
  const other = await person({ sol: 0n })
  const { ask, preview, over } = await person()
  const to = other.source.address
  const shown = await preview({ to, amount: '0.5' })
  assert.equal(shown?.toName, null)
  assert.deepEqual(
    shown?.warnings.map(({ code }) => code),
    ['never_used'],
  )
  const { status } = await over(await ask({ to, amount: '0.5' }, randomUUID()))
  assert.equal(status, 'completed')
  assert.deepEqual(await readBalances(chain, [to]), [SOL / 2n])
})

void test('nobody sends from a wallet of another user', async () => {
  const [a, b] = [await person(), await person()]
  const to = await stranger()
  for (const dryRun of [true, false]) {
    const answer = await call(send, {
      token: b.token,
      params: { id: a.source.id },
      body: { to, amount: 1, dryRun },
    })
    assert.deepEqual([answer.status, answer.fault.error], [404, 'Wallet not found'])
  }
  assert.deepEqual(await readBalances(chain, [a.source.address, to]), [2n * SOL, 0n])
})
