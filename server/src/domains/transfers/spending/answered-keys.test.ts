// On PostgreSQL as well.
/**
 * A key that was in an answer is out: whichever route answered it and whatever moves funds to its wallet, the limits
 * hold. With a limit of 0 nothing moves for a day.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getProfile, readOutbox, updateProfile } from '@purser/contract/accounts.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import { changeSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { changeTopUpSettings } from '@purser/contract/top-ups.ts'
import * as wallets from '@purser/contract/wallets/wallets.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, makeWallets, type Purse, SOL } from '../../../test/money.ts'
import { createOwner, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'
import { spenders } from '../../../test/spender.ts'
import { fundTokens } from '../../../test/tokens.ts'
import { waysOut } from '../../../test/ways-out.ts'
import { toAddress, fromBase58 } from '../../wallets/keys/keys.ts'

const desk = await startTestDesk({ realFunds: true, apartMs: 50, scanSeconds: 0.4 })
const { call, chain } = desk
const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const owner = await createOwner(desk)
const { token } = owner
const [first, second] = (await makeWallets(call, token, 2)) as [Purse, Purse]
for (const { address } of [first, second]) {
  await fund(chain, address, 5n * SOL)
  await fundTokens(chain, address, WIF, 100_000_000n)
}
const approved = await owner.approved(20)
const refundable = await owner.make(20)
const payer = await createPayer(chain)
await payer.pay(await quoted(call, refundable.reference_id))
const paid = await owner.reach(refundable.id, 'it is paid', isStatus('paid'))
// Otherwise the cap of top-ups would be 0 as well, and no limit would be asked.
await call(changeTopUpSettings, { token, body: { daily_cap: 1 } })
await call(changeSpendingLimits, { token, body: { per_day: 0, per_order: 0 } })

const fresh = async () => (await makeWallets(call, token, 1))[0] as Purse
const code = (purpose: Parameters<typeof desk.keyCode>[1]) => desk.keyCode(owner, purpose)
const formatEndpoint = ({ method, path }: Endpoint) => `${method} ${path}`

/** Tells whether a text contains the private key of this address. */
const holdsKey = (text: string, address: string): boolean =>
  [...text.matchAll(/[1-9A-HJ-NP-Za-km-z]{80,90}/g)].some(([word]) => {
    const bytes = fromBase58(word)
    return bytes?.length === 64 && toAddress(bytes) === address
  })

async function generate(endpoint: typeof wallets.generateWallet): Promise<Purse> {
  const { text, ok } = await call(endpoint, { token, body: { code: await code('generate') } })
  assert.ok(holdsKey(text, ok.address), text)
  return ok
}
async function exported(endpoint: typeof wallets.exportText): Promise<Purse> {
  const purse = await fresh()
  const body = { walletIds: [purse.id], keys: true, code: await code('export') }
  assert.equal((await call(endpoint, { token, body })).status, 200)
  return purse
}
/** Lists all wallets with their keys. */
async function listed(endpoint: Endpoint): Promise<Purse> {
  const purse = await fresh()
  const query = { code: await code('export') }
  const answer = await call(endpoint, { token, query })
  assert.equal(answer.status, 200, answer.text)
  return purse
}

/** Each makes a wallet whose key that route has just answered or taken in. */
const WITH_KEY: Record<string, () => Promise<Purse>> = {
  'POST /wallet/generate': () => generate(wallets.generateWallet),
  'POST /wallets/generate': () => generate(wallets.generateWalletAlias),
  'POST /wallets/get-private-key': async () => {
    const purse = await fresh()
    const body = { address: purse.address, code: await code('reveal') }
    const { text } = await call(wallets.revealKey, { token, body })
    assert.ok(holdsKey(text, purse.address), text)
    return purse
  },
  'GET /wallets/chatbot-data': () => listed(wallets.chatbotData),
  'GET /wallets/export': () => listed(wallets.exportWallets),
  'GET /wallets/export/all': () => listed(wallets.exportAllWallets),
  'POST /wallets/export/spreadsheet': () => exported(wallets.exportSpreadsheet),
  'POST /wallets/export/text': () => exported(wallets.exportText),
  'POST /wallets/import': async () => ({ name: '', ...(await spenders(desk).imported(owner)) }),
}

const toTarget = (target: Purse, more: object = {}) =>
  call(distributeSol, {
    token,
    body: { sourceWalletId: first.id, destinations: [{ walletId: target.id, amount: 0.01 }], ...more },
  })
/** The code of the limit that the preview of a distribution names. */
const readLimit = async (target: Purse) => (await toTarget(target, { dryRun: true })).ok.preview?.limit?.code

const WAYS = waysOut({ call, owner, from: [first, second], mint: WIF, approved, paid })
const remove = ({ id }: Purse) =>
  call(wallets.deleteWallet, { token, params: { id }, body: { acknowledged: true } })

void test('every route that may answer a key is in the table, and so is the import', () => {
  const endpoints = Object.values(wallets).filter(
    (one): one is typeof one & Endpoint => one instanceof Object && 'method' in one && 'path' in one,
  )
  const secret = endpoints.filter((one) => one.secret).map(formatEndpoint)
  assert.deepEqual(
    Object.keys(WITH_KEY).toSorted(),
    [...secret, formatEndpoint(wallets.importWallets)].toSorted(),
  )
})

for (const [route, make] of Object.entries(WITH_KEY))
  void test(`after ${route} no way to move funds to that wallet passes a limit of 0`, async () => {
    // A day after the answers of the earlier tests.
    desk.clock.move(DAY_MS + 60_000)
    const target = await make()
    assert.equal(await readLimit(target), 'spending_limit')
    for (const [way, move] of Object.entries(WAYS)) {
      const { status, text } = await move(target)
      assert.equal(status, 403, `${way}: ${text}`)
      assert.match(text, /"code":"spending_limit"/, way)
    }
    assert.equal((await remove(target)).status, 200)
  })

void test('a day later the wallet is settled, and all of it passes', async () => {
  desk.clock.move(DAY_MS + 60_000)
  const target = await generate(wallets.generateWallet)
  assert.equal(await readLimit(target), 'spending_limit')
  desk.clock.move(DAY_MS - 60_000)
  assert.equal(await readLimit(target), 'spending_limit')
  desk.clock.move(120_000)
  assert.equal(await readLimit(target), undefined)
  for (const [way, move] of Object.entries(WAYS)) {
    // It holds enough by then, so another wallet is due; and one that still sends must end first.
    const to = way === 'a top-up' ? await fresh() : target
    const { status, text } = await until(way, async () => {
      const answer = await move(to)
      return answer.status !== 409 && answer
    })
    assert.equal(status, 200, `${way}: ${text}`)
  }
})

void test('a wallet whose key was in no answer is free, and a later reveal binds it', async () => {
  desk.clock.move(DAY_MS + 60_000)
  const make = (body: { key?: boolean }, key: string) =>
    call(wallets.generateWallet, { token, body, key }).then(({ text, ok }) => {
      assert.ok(!holdsKey(text, ok.address) && !text.includes('private_key'), text)
      return ok
    })
  const without = await make({ key: false }, 'without')
  assert.equal('key_withheld' in without, false)
  const withheld = await make({}, 'withheld')
  assert.equal(withheld.key_withheld, true)
  assert.deepEqual(await make({}, 'withheld'), withheld, 'asked for again it is no reveal')
  for (const wallet of [without, withheld, await fresh()]) assert.equal(await readLimit(wallet), undefined)
  const body = { address: withheld.address, code: await code('reveal') }
  await call(wallets.revealKey, { token, body })
  assert.equal(await readLimit(withheld), 'spending_limit')
  assert.equal(await readLimit(without), undefined)
})

void test('where funds are real a key needs a code whatever the profile says, and its owner gets a mail', async () => {
  const user = await desk.signUp()
  assert.equal((await call(getProfile, user)).ok.keys_need_code, true)
  const off = await call(updateProfile, { token: user.token, body: { keys_need_code: false } })
  assert.deepEqual(
    [off.status, off.fault.error],
    [400, 'This setting cannot be turned off while funds are real.'],
  )
  const mails = async () =>
    (await call(readOutbox, { query: { to: user.email } })).ok.filter(({ subject }) =>
      subject.startsWith('A private key'),
    )
  const withheld = (await call(wallets.generateWallet, { token: user.token, body: { name: 'Hers' } })).ok
  assert.equal(withheld.key_withheld, true)
  const body = { name: 'His', code: await desk.keyCode(user, 'generate') }
  const shown = (await call(wallets.generateWallet, { token: user.token, body, key: 'once' })).ok
  assert.ok(shown.private_key && !('key_withheld' in shown))
  const [mail, ...others] = await until('the mail', async () => {
    const found = await mails()
    return found.length > 0 && found
  })
  assert.match(mail?.text ?? '', /^His was generated, and its private key was shown\non /)
  assert.deepEqual(others, [])
  // Its code is used up.
  const { private_key: key, ...keyless } = shown
  const again = (await call(wallets.generateWallet, { token: user.token, body, key: 'once' })).ok
  assert.deepEqual(again, { ...keyless, key_withheld: true })
  assert.ok(key && !mail?.text.includes(key))
})
