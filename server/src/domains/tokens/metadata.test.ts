// On PostgreSQL as well.
/** Names of tokens: from the chain if they can be believed, else the fallbacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  KNOWN_TOKENS,
  getTokenMetadata,
  listTokenMetadata,
  SOL_MINT,
  WRAPPED_SOL_MINTS,
} from '@purser/contract/tokens/tokens.ts'
import type { ExtensionArgs } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import { createIssuer } from '../../test/mints.ts'
import { startTestDesk } from '../../test/harness.ts'
import { systemClock } from '../../kernel/clock.ts'
import { listed, strangeMint, tokenService } from '../../test/token-service.ts'
import { createTokens, toMetadata } from './metadata.ts'

const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const issuer = await createIssuer(desk.chain)
const { token } = await desk.signUp()
const [bonk] = KNOWN_TOKENS.filter(({ symbol }) => symbol === 'BONK')
const fallback = (mint: string) => ({
  symbol: mint.slice(0, 4).toUpperCase(),
  name: 'Unknown Token',
  logo: null,
})
const detail = async (mintAddress: string) => desk.call(getTokenMetadata, { token, body: { mintAddress } })

void test('a token says itself what it is called, and those that say nothing have a name to fall back on', async () => {
  const named = await issuer.createNamedMint(
    { name: 'Desk Dollar', symbol: 'DESK', uri: 'https://a.test/d.png' },
    4,
  )
  const nameless = await issuer.createMint([], 2)
  const body = { mintAddresses: [nameless, issuer.payer.address, named, bonk?.mint ?? '', named] }
  const { tokens } = (await desk.call(listTokenMetadata, { token, body })).ok
  assert.deepEqual(tokens, [
    { mint: nameless, ...fallback(nameless), decimals: 2 },
    { mint: named, symbol: 'DESK', name: 'Desk Dollar', logo: 'https://a.test/d.png', decimals: 4 },
    { mint: bonk?.mint, symbol: 'BONK', name: 'Bonk', logo: null, decimals: 5 },
  ])
})

void test('of one token its fee is told, and why it is not moved', async () => {
  const someone = issuer.payer.address
  const fee = { epoch: 0n, maximumFee: 1_500n, transferFeeBasisPoints: 250 }
  const charging: ExtensionArgs = {
    __kind: 'TransferFeeConfig',
    transferFeeConfigAuthority: someone,
    withdrawWithheldAuthority: someone,
    withheldAmount: 0n,
    olderTransferFee: fee,
    newerTransferFee: fee,
  }
  const mint = await issuer.createMint([charging], 3)
  assert.deepEqual((await detail(mint)).ok, {
    success: true,
    mint,
    ...fallback(mint),
    decimals: 3,
    transferFee: { basisPoints: 250, maximum: 1.5 },
    refusal: null,
  })
  const stuck = await issuer.createMint([{ __kind: 'NonTransferable' }])
  assert.match((await detail(stuck)).ok.refusal ?? '', /^This token is non-transferable/)
  for (const address of WRAPPED_SOL_MINTS) {
    const wrapped = (await detail(address)).ok
    assert.deepEqual([wrapped.mint, wrapped.symbol, wrapped.decimals], [address, 'WSOL', 9])
    assert.match(wrapped.refusal ?? '', /^Wrapped SOL cannot be moved as a token/)
  }
  for (const address of [someone, '1'.repeat(44)]) {
    const { status, fault } = await detail(address)
    assert.deepEqual(
      [status, fault.error],
      [400, `No token with the address ${address} exists on this network.`],
    )
  }
})

const MINT = 'Abcd5qmdWfvmkfBPGXcfTm1pZ7nQeVqH8uWfJr1rXk9B'
const called = (symbol: string, name = 'Something', uri = '') => {
  const read = toMetadata(MINT, { decimals: 6, symbol, name, uri })
  return [read.symbol, read.name, read.logo]
}
void test('a name that is another token’s, that cannot be read or is too long is not taken as it is', () => {
  assert.deepEqual(called('DOGE', 'Doge'), ['DOGE', 'Doge', null])
  for (const fake of ['USDC', 'usdc', ' U S D C ', 'ＵＳＤＣ', 'SOL', 'wsol'])
    assert.deepEqual(called(fake), ['ABCD', 'Something', null], fake)
  assert.deepEqual(called('OK', 'USD Coin'), ['OK', 'Unknown Token', null])
  assert.deepEqual(called('A\u202eB', 'a\nb'), ['ABCD', 'Unknown Token', null])
  assert.deepEqual(called('', '  '), ['ABCD', 'Unknown Token', null])
  assert.deepEqual(called('X'.repeat(99), 'Y'.repeat(99)), [`${'X'.repeat(15)}…`, `${'Y'.repeat(39)}…`, null])
  for (const uri of [
    'http://a.test/a.png',
    'https://a.test/a.json',
    'javascript:alert(1)//a.png',
    'https://a b.png',
  ])
    assert.deepEqual(called('OK', 'Ok', uri), ['OK', 'Ok', null], uri)
})

void test('nothing that is read as a well-known token is believed', () => {
  for (const symbol of [
    'USDC\u200b',
    'US\u00adDC',
    'U\u0332SDC',
    'USD\u0421',
    'BONK.',
    'B0NK',
    '\u3164SOL',
    'SＯL',
  ])
    assert.equal(toMetadata(MINT, { decimals: 6, symbol, name: 'A', uri: '' }).symbol, 'ABCD', symbol)
  for (const symbol of ['USDX', 'SOLVE', 'MSOL', 'BONKERS', 'T0'])
    assert.equal(toMetadata(MINT, { decimals: 6, symbol, name: 'A', uri: '' }).symbol, symbol)
})

void test('a name is asked for once in ten minutes; what is no mint is asked for again', async () => {
  const asked: string[][] = []
  const clock = { monotonic: () => now }
  let now = 0
  const tokens = createTokens({
    clock: clock as Parameters<typeof createTokens>[0]['clock'],
    chain: {
      tokenMint: async () => null,
      tokenMetadata: async (mints: Address[]) => {
        asked.push(mints)
        return mints.map((mint) =>
          mint === MINT ? { decimals: 6, symbol: 'DOGE', name: '', uri: '' } : null,
        )
      },
    },
  })
  const read = async () => (await tokens.names([MINT, SOL_MINT])).map(({ symbol }) => symbol)
  assert.deepEqual([await read(), await read()], [['DOGE'], ['DOGE']])
  now = 10 * 60_000
  assert.deepEqual(await read(), ['DOGE'])
  assert.deepEqual(asked, [[MINT, SOL_MINT], [SOL_MINT], [MINT, SOL_MINT]])
})

void test('what says nothing of itself, as a mirrored mint, is called as the live market calls it', async () => {
  const service = tokenService()
  const [mirror, fake, dubious, other, silent, own] = [1, 2, 3, 4, 5, 6].map(
    (n) => strangeMint(`mint ${n}`) as Address,
  )
  const popcat = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr' as Address
  assert.ok(mirror && fake && dubious && other && silent && own)
  service.list(
    listed({ mint: mirror, symbol: 'PIPPIN', name: 'Pippin' }),
    listed({ mint: popcat, symbol: 'POPCAT', name: 'Popcat' }),
    listed({ mint: fake, symbol: 'P0PCAT', name: 'Cat' }),
    listed({ mint: dubious, symbol: 'FREE', suspicious: true }),
    listed({ mint: other, symbol: 'OTHER', decimals: 9 }),
    listed({ mint: own, symbol: 'SERVICE' }),
  )
  let now = 0
  const tokens = createTokens({
    clock: { ...systemClock, monotonic: () => now },
    service,
    chain: {
      tokenMint: async () => null,
      tokenMetadata: async (mints: Address[]) =>
        mints.map((mint) => ({ decimals: 6, symbol: mint === own ? 'OWN' : '', name: '', uri: '' })),
    },
  })
  const read = async (...mints: string[]) =>
    (await tokens.names(mints)).map(({ symbol, name }) => [symbol, name])
  const unnamed = (mint: string) => [mint.slice(0, 4).toUpperCase(), 'Unknown Token']
  assert.deepEqual(await read(mirror, popcat, fake, dubious, other, silent, own, bonk?.mint ?? ''), [
    ['PIPPIN', 'Pippin'],
    ['POPCAT', 'Popcat'],
    unnamed(fake),
    unnamed(dubious),
    unnamed(other),
    unnamed(silent),
    ['OWN', 'Unknown Token'],
    ['BONK', 'Bonk'],
  ])
  assert.deepEqual(service.asked, [[mirror, popcat, fake, dubious, other, silent].join(',')])

  // Without an answer it gets its address, for a minute.
  now = 10 * 60_000
  service.state = 'away'
  assert.deepEqual(await read(mirror), [unnamed(mirror)])
  service.state = 'answers'
  assert.deepEqual(await read(mirror), [unnamed(mirror)])
  now += 60_000
  assert.deepEqual(await read(mirror), [['PIPPIN', 'Pippin']])
})

void test('where the market is live no stranger passes for what is well known there, and that keeps its name', async () => {
  const pyth = 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3' as Address
  const names = new Map<string, [symbol: string, name: string]>([
    [pyth, ['PYTH', 'Pyth Network']],
    [strangeMint('copy 1'), ['PYTH', 'Pyth Network']],
    [strangeMint('copy 2'), ['ray', 'A coin']],
    [strangeMint('copy 3'), ['COIN', 'Marinade Staked SOL']],
    [strangeMint('honest'), ['GALA', 'Galaxy']],
  ])
  const chain = {
    tokenMint: async () => null,
    tokenMetadata: async (mints: Address[]) =>
      mints.map((mint) => {
        const [symbol = '', name = ''] = names.get(mint) ?? []
        return { decimals: 6, symbol, name, uri: '' }
      }),
  }
  const tokens = createTokens({ clock: systemClock, service: tokenService(), chain })
  const mints = [...names.keys()]
  const short = (mint = '') => mint.slice(0, 4).toUpperCase()
  assert.deepEqual(
    (await tokens.names(mints)).map(({ symbol, name }) => [symbol, name]),
    [
      ['PYTH', 'Pyth Network'],
      [short(mints[1]), 'Unknown Token'],
      [short(mints[2]), 'A coin'],
      ['COIN', 'Unknown Token'],
      ['GALA', 'Galaxy'],
    ],
  )
})
