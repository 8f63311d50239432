// On PostgreSQL as well.
/** Sends that are refused, and sends that need a confirmation: each with its sentence, and nothing moved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { KNOWN_TOKENS, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { addWhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { getCreateAccountInstruction } from '@solana-program/system'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { type ExtensionArgs, getFreezeAccountInstruction } from '@solana-program/token-2022'
import {
  type Address,
  generateKeyPairSigner,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getProgramDerivedAddress,
  isOffCurveAddress,
} from '@solana/kit'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createIssuer } from '../../../test/mints.ts'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const issuer = await createIssuer(chain)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const stranger = async () => (await generateKeyPairSigner()).address

const { token } = await desk.signUp()
const [source, other] = await makeWallets(call, token, 2)
assert.ok(source && other)
await fund(chain, source.address, 2n * SOL)
await fundTokens(chain, source.address, BONK, 1_000_000n)
const to = await stranger()
const [vault] = await getProgramDerivedAddress({ programAddress: MEMO, seeds: ['vault'] })

const ask = (wrongBody: object) => call(send, { token, params: { id: source.id }, wrongBody })
const warned = async (body: object) =>
  (await ask({ amount: '0.1', ...body, dryRun: true })).ok.preview?.warnings.map(({ code }) => code)
const held = () => readBalances(chain, [source.address])
const over = (id = '') =>
  until('it has ended', async () =>
    ['completed', 'failed'].includes((await call(getOperation, { token, params: { id } })).ok.status),
  )

/** Another address with the same beginning and end. */
async function alike(address: string): Promise<Address> {
  const bytes = getAddressEncoder().encode(address as Address)
  let number = BigInt(`0x${Buffer.from(new Uint8Array(bytes)).toString('hex')}`)
  for (;;) {
    number += 58n ** 20n
    const other = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
    const found = getAddressDecoder().decode(new Uint8Array(other))
    if (!isOffCurveAddress(found)) return found
  }
}

void test('what cannot be sent is refused with its sentence, in the preview as in the send, and nothing moves', async () => {
  const bytes = (n: number) => getBase58Decoder().decode(new Uint8Array(n).fill(7))
  const account = await deriveTokenAccount(source.address, { mint: BONK })
  const hooked = await issuer.createMint([
    { __kind: 'TransferHook', authority: issuer.payer.address, programId: issuer.payer.address },
  ])
  const refused: [object, number, string | RegExp][] = [
    [{ to: '' }, 400, 'Please enter an address'],
    [{ to: `${to.slice(0, -1)}0` }, 400, /contains an invalid character/],
    [{ to: bytes(31) }, 400, /wrong length/],
    [{ to: bytes(33) }, 400, /wrong length/],
    [{ to: 'abc' }, 400, /wrong length/],
    [{ to: source.address }, 400, 'The source wallet and the recipient are the same.'],
    [{ to: account }, 400, new RegExp(`^This is a token account, not a wallet, .*: ${source.address}$`)],
    [{ to: account, mint: BONK }, 400, /^This is a token account/],
    [{ to: BONK }, 400, /the address of a token \(its mint\)/],
    [{ to: TOKEN_PROGRAM_ADDRESS, mint: BONK }, 400, /nobody could ever move tokens/],
    [{ to: MEMO }, 400, /a system address of the network/],
    [{ to: '1'.repeat(32) }, 400, /a system address of the network/],
    [{ to: 'ComputeBudget111111111111111111111111111111' }, 400, /a system address of the network/],
    [{ to: 'SysvarRent111111111111111111111111111111111' }, 400, /a system address of the network/],
    [{ amount: 0 }, 400, 'Please enter a valid positive amount'],
    [{ amount: -1 }, 400, 'Please enter a valid positive amount'],
    [{ amount: 'all' }, 400, 'amount must be a decimal number, or max'],
    [{ amount: '0.0000000001' }, 400, 'amount has more decimals than the token allows'],
    [{ amount: '0.000001', mint: BONK }, 400, 'amount has more decimals than the token allows'],
    [{ amount: 3 }, 400, 'Insufficient balance. Purse 1 has 2 SOL, but 3.000005 SOL is required.'],
    [{ amount: 2 }, 400, 'Insufficient balance. Purse 1 has 2 SOL, but 2.000005 SOL is required.'],
    [
      { amount: '10.00001', mint: BONK },
      400,
      'Insufficient balance. Purse 1 has 10 BONK, but 10.00001 BONK is required.',
    ],
    [{ amount: 1, mint: to }, 400, /^No token with the address/],
    [{ amount: 1, mint: account }, 400, /^No token with the address/],
    [{ amount: 1, mint: 'x' }, 400, 'mint must be a Solana address'],
    [{ amount: 1, mint: WRAPPED_SOL_MINTS[0] }, 400, /^Wrapped SOL cannot be sent as a token/],
    [{ amount: 1, mint: WRAPPED_SOL_MINTS[1] }, 400, /^Wrapped SOL cannot be sent as a token/],
    [{ amount: 1, mint: hooked }, 400, /a transfer hook/],
    [
      { amount: '0.0001' },
      400,
      /a new account must hold at least 0\.00065024 SOL\. Send at least that much\.$/,
    ],
    [{ extra: 1 }, 400, /extra/],
    [{ confirmed: ['nothing'] }, 400, /confirmed/],
  ]
  for (const [change, status, text] of refused)
    for (const dryRun of [true, false]) {
      const answer = await ask({ to, amount: '0.1', ...change, dryRun })
      assert.equal(answer.status, status, `${JSON.stringify(change)}: ${answer.text}`)
      if (typeof text === 'string') assert.equal(answer.fault.error, text)
      else assert.match(answer.fault.error, text)
    }
  for (const id of [0, 'x', 987_654_321])
    assert.equal((await call(send, { token, params: { id }, body: { to, amount: 1 } })).status, 404)
  assert.deepEqual(await held(), [2n * SOL])
  assert.deepEqual(await readTokens(chain, [source.address], { mint: BONK }), [1_000_000n])
  assert.deepEqual((await call(listOperations, { token })).ok.operations, [])
})

void test('a frozen account neither gives nor gets, and is named', async () => {
  const mint = await issuer.createMint([])
  await issuer.mintTo(source.address, mint, 1_000n)
  await issuer.mintTo(to, mint, 0n)
  const freeze = async (owner: string) => {
    const account = await issuer.deriveAccount(owner, mint)
    await issuer.execute([getFreezeAccountInstruction({ account, mint, owner: issuer.payer })])
  }
  await freeze(to)
  const there = await ask({ to, mint, amount: '0.0001' })
  assert.equal(there.status, 400)
  assert.match(there.fault.error, new RegExp(`^${to.slice(0, 4)}\\.\\.\\.\\w+ cannot take part\\. .*frozen`))
  await freeze(source.address)
  const here = await ask({ to: await stranger(), mint, amount: '0.0001' })
  assert.match(here.fault.error, /^Purse 1 cannot take part\. .*frozen/)
  const frozen: ExtensionArgs = { __kind: 'DefaultAccountState', state: 2 }
  const sleeping = await issuer.createMint([frozen])
  await issuer.mintTo(other.address, sleeping, 0n)
  assert.match((await ask({ to, mint: sleeping, amount: 1 })).fault.error, /frozen|thaws/)
})

void test('a wallet without SOL for the rent of the new account is told what it needs', async () => {
  await fundTokens(chain, other.address, BONK, 100_000n)
  const answer = await call(send, { token, params: { id: other.id }, body: { to, mint: BONK, amount: 1 } })
  assert.equal(answer.status, 400)
  assert.match(
    answer.fault.error,
    /^Insufficient balance\. Purse 2 has 0 SOL, but 0\.00214368 SOL is required\.$/,
  )
})

void test('an address without a key, and what belongs to a program, are sent to only when confirmed', async () => {
  const owned = await generateKeyPairSigner()
  await issuer.execute([
    getCreateAccountInstruction({
      payer: issuer.payer,
      newAccount: owned,
      lamports: 2_000_000n,
      space: 10,
      programAddress: MEMO,
    }),
  ])
  assert.deepEqual(await warned({ to: vault }), ['off_curve', 'never_used'])
  assert.deepEqual(await warned({ to: vault, mint: BONK }), ['off_curve', 'never_used'])
  assert.deepEqual(await warned({ to: owned.address }), ['program_account'])
  assert.deepEqual(await warned({ to: owned.address, mint: BONK }), ['program_account'])
  assert.deepEqual(await warned({ to: TOKEN_PROGRAM_ADDRESS }), ['program'])
  const before = await held()
  const bare = await ask({ to: vault, amount: '0.1', confirmed: ['program'] })
  assert.deepEqual([bare.status, bare.fault.code], [409, 'warning_not_confirmed'])
  assert.match(bare.fault.error, /^Nobody has a private key for this address/)
  assert.deepEqual(await held(), before)
  const { ok } = await ask({ to: vault, amount: '0.1', confirmed: ['off_curve'] })
  await over(ok.operation?.id)
  assert.deepEqual(await readBalances(chain, [vault]), [SOL / 10n])
  assert.deepEqual(await warned({ to: vault }), ['off_curve'])
})

void test('an address that was used, and is empty now, is not called unused', async () => {
  const used = await stranger()
  await fundTokens(chain, used, BONK, 1n)
  assert.deepEqual(await warned({ to: used }), [])
})

void test('one that looks like a wallet of one’s own, a whitelisted one, or one that was sent to is told apart', async () => {
  const listed = await stranger()
  await call(addWhitelistEntry, { token, body: { wallet_address: listed, mint_address: BONK } })
  const sent = await stranger()
  const { ok } = await ask({ to: sent, amount: '0.01' })
  await over(ok.operation?.id)
  for (const [known, is, name] of [
    [other.address, 'wallet', other.name],
    [source.address, 'wallet', source.name],
    [listed, 'whitelist', ''],
    [sent, 'sent', ''],
  ] as const) {
    const like = await alike(known)
    assert.deepEqual([like.slice(0, 4), like.slice(-4)], [known.slice(0, 4), known.slice(-4)])
    const { preview } = (await ask({ to: like, amount: '0.01', dryRun: true })).ok
    const [first] = preview?.warnings ?? []
    assert.deepEqual(
      [first?.code, first?.confirm, first?.like],
      ['looks_like', true, { address: known, name, is }],
    )
    const bare = await ask({ to: like, amount: '0.01' })
    assert.equal(bare.fault.code, 'warning_not_confirmed')
    assert.match(bare.fault.error, new RegExp(`looks like .*${known}`))
  }
  assert.deepEqual(await warned({ to: listed }), ['never_used'])
  assert.deepEqual(await warned({ to: sent }), [])
  // An address is known once funds were sent to it in spite of the warning.
  const like = await alike(sent)
  const confirmed = await ask({ to: like, amount: '0.01', confirmed: ['looks_like'] })
  await over(confirmed.ok.operation?.id)
  assert.deepEqual(await warned({ to: like }), [])
  // However many earlier recipients look like each other.
  const third = await alike(like)
  const more = await ask({ to: third, amount: '0.01', confirmed: ['looks_like'] })
  await over(more.ok.operation?.id)
  for (const to of [sent, like, third]) assert.deepEqual(await warned({ to }), [])
})

void test('what another user knows warns nobody', async () => {
  const { token: foreign } = await desk.signUp()
  const [wallet] = await makeWallets(call, foreign, 1)
  assert.ok(wallet)
  assert.deepEqual(await warned({ to: await alike(wallet.address) }), ['never_used'])
})
