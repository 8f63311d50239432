// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { parseUnits } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, requestFaucet, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const newWallet = async () => (await desk.call(generateWallet, { token })).ok.address
const balance = async (address: string) => (await desk.call(getBalance, { token, params: { address } })).ok
const pay = (wrongBody: object, key?: string) =>
  desk.call(requestFaucet, { token, wrongBody, ...(key ? { key } : {}) })

test('SOL and tokens arrive to the last unit, and the answer comes once they are confirmed', async () => {
  const address = await newWallet()
  const { ok } = await pay({ address, sol: '12.345678901', mint: USDC_MINT, amount: 250.000001 })
  assert.match(ok.signature, /^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  const { solBalance, tokens } = await balance(address)
  assert.equal(parseUnits(solBalance, 9), 12_345_678_901n)
  assert.deepEqual(tokens, [{ mint: USDC_MINT, symbol: 'USDC', balance: 250.000001, decimals: 6 }])
})

test('every genesis token can be had, in its own decimals', async () => {
  const address = await newWallet()
  for (const { mint, decimals } of KNOWN_TOKENS)
    assert.equal((await pay({ address, mint, amount: `3.${'0'.repeat(decimals - 1)}1` })).status, 200)
  const { tokens } = await balance(address)
  assert.deepEqual(
    tokens.map((t) => [t.symbol, String(t.balance)]).sort(),
    KNOWN_TOKENS.map((t) => [t.symbol, `3.${'0'.repeat(t.decimals - 1)}1`]).sort(),
  )
})

test('fifty parallel requests with one key pay once and get the same signature', async () => {
  const address = await newWallet()
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay({ address, sol: 2 }, 'fifty')))
  assert.equal(new Set(answers.map((a) => a.ok.signature)).size, 1)
  assert.equal((await balance(address)).solBalance, 2)
})

test('parallel payouts under different keys all arrive', async () => {
  const address = await newWallet()
  const answers = await Promise.all(Array.from({ length: 12 }, () => pay({ address, sol: 1 })))
  assert.equal(new Set(answers.map((a) => a.ok.signature)).size, 12)
  assert.equal((await balance(address)).solBalance, 12)
})

test('ten thousand SOL a call is the most there is', async () => {
  const address = await newWallet()
  assert.equal((await pay({ address, sol: 10_000 })).status, 200)
  assert.equal((await pay({ address, sol: '10000.000000001' })).status, 400)
  assert.equal((await balance(address)).solBalance, 10_000)
})

test('what cannot be paid is refused with the field named, and pays nothing', async () => {
  const address = await newWallet()
  const refused: [object, string][] = [
    [{ sol: 1 }, 'address'],
    [{ address: 'x', sol: 1 }, 'address'],
    [{ address: '1'.repeat(44), sol: 1 }, 'address'],
    [{ address }, 'sol'],
    [{ address, sol: 0 }, 'sol'],
    [{ address, sol: '0.0' }, 'sol'],
    [{ address, sol: -1 }, 'sol'],
    [{ address, sol: '-1' }, 'sol'],
    [{ address, sol: '1e3' }, 'sol'],
    [{ address, sol: '0.0000000001' }, 'sol'],
    [{ address, sol: 0.0000000001 }, 'sol'],
    [{ address, mint: USDC_MINT }, 'amount'],
    [{ address, amount: 1 }, 'mint'],
    [{ address, mint: USDC_MINT, amount: '0.0000001' }, 'amount'],
    [{ address, mint: USDC_MINT, amount: 0 }, 'amount'],
    [{ address, mint: USDC_MINT, amount: '99999999999999999999' }, 'amount'],
    [{ address, mint: address, amount: 1 }, 'mint'],
    [{ address, sol: 1, extra: 1 }, 'extra'],
  ]
  for (const [body, path] of refused) {
    const { status, fault } = await pay(body)
    assert.deepEqual([status, fault.details?.[0]?.path], [400, path], JSON.stringify(body))
  }
  assert.equal((await balance(address)).solBalance, 0)
})

test('a payout that was cut off by a stop is finished by the next start, and its key answers it', async () => {
  const address = await newWallet()
  await desk.chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const cut = pay({ address, sol: 5 }, 'cut').catch(() => null)
  await until(
    'it is written down',
    async () =>
      (await desk.database.dump()).includes('\nreservations: ') &&
      (await desk.database.dump()).includes(address),
  )
  await desk.stop()
  await cut
  await desk.chain('localnet_clearFaults')
  await desk.start()
  const again = await pay({ address, sol: 5 }, 'cut')
  assert.equal(again.status, 200, again.text)
  assert.equal((await balance(address)).solBalance, 5)
})
