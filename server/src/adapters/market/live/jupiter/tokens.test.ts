/** Tokens by name and by mint: the chain decides, and the service fills in the rest. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import type { MintRisk } from '@purser/contract/tokens/mint-texts.ts'
import { USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { AccountState, type ExtensionArgs, TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import { Fault } from '../../../../kernel/fault.ts'
import { createLog } from '../../../../kernel/log.ts'
import { openDouble } from '../../../../test/double.ts'
import { factsDouble, jupiterToken } from '../../../../test/facts-double.ts'
import { createIssuer } from '../../../../test/mints.ts'
import { connectRpc } from '../../../../test/rpc.ts'
import { strangeMint } from '../../../../test/token-service.ts'
import { createRpcChain } from '../../../chain/rpc.ts'
import { createService } from './service.ts'
import { createTokenSearch } from './tokens.ts'

const facts = factsDouble()
const double = await openDouble(facts)
const network = await startLocalnet({ rpcPort: 0, faults: true, clock: 'steered' })
after(async () => {
  await double[Symbol.asyncDispose]()
  await network.close()
})
const rpc = connectRpc(network.rpcUrl)
await rpc('localnet_setSlotTime', 20)
const log = createLog('silent')
const chain = createRpcChain({ url: network.rpcUrl, log })
const issuer = await createIssuer(rpc)
const by = issuer.payer.address
const nobody = '11111111111111111111111111111111' as Address

let now = 0
const clock = {
  now: () => Date.UTC(2026, 0, 1) + now,
  monotonic: () => now,
  sleep: () => new Promise<void>(() => {}),
}
const open = (options: { chainKnows?: boolean; chain?: typeof chain } = {}) => {
  const service = createService({ url: double.url, apiKey: null, callsPerMinute: 6_000, clock, log })
  return createTokenSearch({ service, chain, clock, log, ...options })
}
const AWAY = { status: 401, body: '' }
beforeEach(() => {
  facts.tokens.length = 0
  facts.always = null
  double.asked.length = 0
})
const list = (...tokens: unknown[]) => void facts.tokens.push(...tokens)
const listed2022 = (id: string, more = {}) =>
  jupiterToken({ id, symbol: 'FROGGO', tokenProgram: TOKEN_2022_PROGRAM_ADDRESS, ...more })

test('what the service tells of a token is read', async () => {
  const id = strangeMint('full')
  list(jupiterToken({ id, symbol: 'FROGGO', name: 'Zebra Meadow', audit: { isSus: true } }))
  const { tokens } = await open().search('froggo')
  assert.deepEqual(tokens, [
    {
      mint: id,
      name: 'Zebra Meadow',
      symbol: 'FROGGO',
      decimals: 6,
      program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      verified: true,
      suspicious: true,
      topHoldersPercent: null,
      liquidityUsd: 2_500_000.5,
      since: Date.UTC(2024, 0, 2),
      mintable: null,
      freezable: null,
      mintAuthority: null,
      freezeAuthority: null,
    },
  ])
})

for (const [name, fields, expected] of [
  ['nothing of its authorities', { audit: undefined }, { mintable: null, freezable: null }],
  ['an audit that is no object', { audit: 'fine' }, { mintable: null, freezable: null, suspicious: false }],
  ['that both are disabled', {}, { mintable: false, freezable: false }],
  [
    'that neither is',
    { audit: { mintAuthorityDisabled: false, freezeAuthorityDisabled: false } },
    { mintable: true, freezable: true },
  ],
  ['text in place of a boolean', { audit: { mintAuthorityDisabled: 'true' } }, { mintable: null }],
  [
    'an authority that its audit calls disabled',
    { mintAuthority: by },
    { mintable: true, mintAuthority: by },
  ],
  ['an authority that is no address', { mintAuthority: 'me' }, { mintable: false, mintAuthority: null }],
  ['text in place of verified', { isVerified: 'true' }, { verified: false }],
  ['a share above all', { audit: { topHoldersPercentage: 101 } }, { topHoldersPercent: null }],
  ['a share as text', { audit: { topHoldersPercentage: '12' } }, { topHoldersPercent: null }],
  ['negative liquidity', { liquidity: -1 }, { liquidityUsd: null }],
  ['no liquidity', { liquidity: undefined }, { liquidityUsd: null }],
  ['a date of no calendar', { firstPool: { createdAt: 'long ago' } }, { since: null }],
  ['a date to come', { firstPool: { createdAt: '2027-01-01T00:00:00Z' } }, { since: null }],
  ['no pool', { firstPool: null }, { since: null }],
  ['neither name nor symbol', { name: 7, symbol: null }, { name: '', symbol: '' }],
] as [string, object, object][])
  test(`a token of which the service says ${name} is read so, and no more is known`, async () => {
    const id = strangeMint(name)
    list(jupiterToken({ id, symbol: 'FROGGO', ...fields }))
    const told: Record<string, unknown> = { ...(await open().facts([id]))?.get(id) }
    for (const [key, value] of Object.entries(expected)) assert.equal(told[key], value, key)
    assert.equal(told.mint, id)
  })

test('what has no mint or no decimals is no token, and costs no other its place', async () => {
  const id = strangeMint('good')
  const odd = [null, 7, 'x', [], {}]
  const wrong = [{ id: 'x' }, { decimals: '6' }, { decimals: 6.5 }, { decimals: -1 }, { decimals: 256 }]
  list(
    ...odd,
    ...wrong.map((one, i) => jupiterToken({ id: strangeMint(`${i}`), symbol: 'FROGGO', ...one })),
    jupiterToken({ id, symbol: 'FROGGO' }),
  )
  assert.deepEqual(
    (await open().search('froggo')).tokens?.map(({ mint }) => mint),
    [id],
  )
})

test('all that bear a symbol are found, whatever their case, and none that only holds it', async () => {
  const symbols = ['FROGGO', 'froggo', 'FROGGO2', 'ﬀROGGO', 'ＦＲＯＧＧＯ']
  list(...symbols.map((symbol) => jupiterToken({ id: strangeMint(symbol), symbol, name: 'a froggo' })))
  const found = await open().bearing(' Froggo ')
  assert.deepEqual(
    found.tokens?.map(({ symbol }) => symbol),
    ['FROGGO', 'froggo', 'ＦＲＯＧＧＯ'],
  )
})

test('what was asked lately is not asked again, and all who ask at once share a call', async () => {
  const id = strangeMint('shared')
  list(jupiterToken({ id, symbol: 'FROGGO' }))
  const search = open()
  await Promise.all([search.search('froggo'), search.bearing('froggo'), search.search('froggo')])
  assert.equal((await search.facts([id]))?.get(id)?.symbol, 'FROGGO')
  assert.equal(double.asked.length, 1)
  now += 30_000
  await search.search('Froggo')
  assert.equal(double.asked.length, 2)
})

test('many mints are asked about a hundred a call, unknown ones are left out and remembered', async () => {
  const mints = Array.from({ length: 250 }, (_, i) => strangeMint(`many ${i}`))
  list(...mints.slice(0, 240).map((id) => jupiterToken({ id, symbol: 'MANY' })))
  const search = open()
  const found = await search.facts([...mints, ...mints, 'no mint'])
  assert.equal(found?.size, 240)
  assert.equal(double.asked.length, 3)
  await search.facts(mints)
  assert.equal(double.asked.length, 3)
})

test('without an answer nothing is known, and that is not remembered', async () => {
  const search = open()
  const id = strangeMint('away')
  for (const answer of [AWAY, { status: 200, body: '{"error":"no"}' }, { status: 200, body: '<html>' }]) {
    facts.always = answer
    assert.deepEqual(await search.search('froggo'), { tokens: null })
    assert.deepEqual(await search.bearing('froggo'), { tokens: null })
    assert.equal(await search.facts([id]), null)
    assert.deepEqual(await search.examine(USDC_MINT), { unavailable: 'service' })
    now += 60_000
  }
  facts.always = null
  list(jupiterToken({ id, symbol: 'FROGGO' }))
  assert.equal((await search.search('froggo')).tokens?.length, 1)
})

const fee = { epoch: 0n, maximumFee: 1_000n, transferFeeBasisPoints: 250 }
const risky: [MintRisk | 'none', ExtensionArgs][] = [
  [
    'transfer_fee',
    {
      __kind: 'TransferFeeConfig',
      transferFeeConfigAuthority: by,
      withdrawWithheldAuthority: by,
      withheldAmount: 0n,
      olderTransferFee: fee,
      newerTransferFee: fee,
    },
  ],
  ['transfer_hook', { __kind: 'TransferHook', authority: by, programId: nobody }],
  ['permanent_delegate', { __kind: 'PermanentDelegate', delegate: by }],
  ['starts_frozen', { __kind: 'DefaultAccountState', state: AccountState.Frozen }],
  ['pausable', { __kind: 'PausableConfig', authority: by, paused: false }],
  ['none', { __kind: 'MintCloseAuthority', closeAuthority: by }],
]
for (const [risk, extension] of risky)
  test(`a mint with ${extension.__kind} has the risk: ${risk}`, async () => {
    const mint = await issuer.createMint([extension])
    list(listed2022(mint))
    const examined = await open().examine(mint)
    assert.ok(examined && !('unavailable' in examined))
    assert.deepEqual(examined.risks, risk === 'none' ? [] : [risk])
    assert.equal(examined.refusal, null)
  })

test('the chain says who can make more of it and freeze it, whatever the service says', async () => {
  const mint = await issuer.createNamedMint({ name: 'Zebra Meadow', symbol: 'ZEBRA', uri: '' })
  list(listed2022(mint))
  const examined = await open().examine(mint)
  assert.ok(examined && !('unavailable' in examined))
  const { facts: told, ...chained } = examined
  assert.equal(told?.mintable, false)
  assert.deepEqual(chained, {
    source: 'chain',
    named: { name: 'Zebra Meadow', symbol: 'ZEBRA' },
    mintAuthority: { code: 'address', address: by },
    freezeAuthority: { code: 'address', address: by },
    refusal: null,
    risks: [],
  })
})

test('a mint that can never be sold, or of which chain and service do not agree, is refused', async () => {
  const search = open()
  const fixed = await issuer.createMint([{ __kind: 'NonTransferable' }])
  const [decimals, program] = [await issuer.createMint([], 9), await issuer.createMint([])]
  list(listed2022(fixed), listed2022(decimals, { decimals: 6 }), jupiterToken({ id: program, symbol: 'X' }))
  for (const [mint, refusal] of [
    [fixed, 'non_transferable'],
    [decimals, 'decimals_differ'],
    [program, 'program_differs'],
  ] as const) {
    const examined = await search.examine(mint)
    assert.ok(examined && !('unavailable' in examined))
    assert.equal(examined.refusal, refusal)
  }
})

test('a mint that the service does not know is judged by the chain alone', async () => {
  const mint = await issuer.createMint([{ __kind: 'PermanentDelegate', delegate: by }])
  const examined = await open().examine(mint)
  assert.ok(examined && !('unavailable' in examined))
  assert.deepEqual([examined.facts, examined.risks], [null, ['permanent_delegate']])
})

test('what is no mint on the chain is none, however well the service speaks of it', async () => {
  const id = strangeMint('on paper')
  list(jupiterToken({ id, symbol: 'FROGGO' }))
  assert.equal(await open().examine(id), null)
  assert.equal(await open().examine('no address'), null)
})

test('a chain that is away is not taken for one without the mint', async () => {
  const away = async () => Promise.reject(new Fault('chain_away'))
  const search = open({ chain: { ...chain, tokenMint: away } })
  list(jupiterToken({ id: USDC_MINT, symbol: 'USDC' }))
  assert.deepEqual(await search.examine(USDC_MINT), { unavailable: 'chain' })
})

test('where the chain has no real mints the service is believed, and what it leaves out is not known', async () => {
  const search = open({ chainKnows: false })
  const [silent, said, named] = [strangeMint('silent'), strangeMint('said'), strangeMint('named')]
  const mirrored = await issuer.createMint([], 9)
  list(
    jupiterToken({ id: silent, symbol: 'FROGGO', audit: null }),
    jupiterToken({ id: said, symbol: 'FROGGO', audit: { mintAuthorityDisabled: false } }),
    jupiterToken({ id: named, symbol: 'FROGGO', freezeAuthority: by }),
    jupiterToken({ id: mirrored, symbol: 'FROGGO', decimals: 6 }),
  )
  const authorities = async (mint: string) => {
    const examined = await search.examine(mint)
    assert.ok(examined && !('unavailable' in examined))
    const { source, mintAuthority, freezeAuthority, refusal } = examined
    return [source, mintAuthority.code, freezeAuthority.code, refusal]
  }
  assert.deepEqual(await authorities(silent), ['service', 'unknown', 'unknown', null])
  assert.deepEqual(await authorities(said), ['service', 'somebody', 'unknown', null])
  assert.deepEqual(await authorities(named), ['service', 'nobody', 'address', null])
  assert.deepEqual(await authorities(mirrored), ['service', 'nobody', 'nobody', 'decimals_differ'])
  assert.equal(await search.examine(strangeMint('nowhere')), null)
})
