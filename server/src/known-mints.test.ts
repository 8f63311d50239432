/** Well-known mints that are not on the chain what they should be end the start, each named. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAINNET_MINTS, MAINNET_TOKENS } from '@purser/contract/mainnet-tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { createRpcChain } from './adapters/chain/rpc.ts'
import { ConfigError } from './config.ts'
import { differingMints, requireKnownMints } from './known-mints.ts'
import { createLog } from './kernel/log.ts'
import { Fault } from './kernel/fault.ts'
import type { TokenMint } from './ports/chain-data.ts'

const network = await startLocalnet({ rpcPort: 0 })
after(() => network.close())
const log = createLog('silent')
const chain = createRpcChain({ url: network.rpcUrl, log })
const POPCAT = MAINNET_TOKENS.find(({ symbol }) => symbol === 'POPCAT')?.mint ?? ''

/** The chain, but that it says otherwise of one mint. */
const lying = (change: Partial<TokenMint> | null) => ({
  tokenMint: async (mint: TokenMint['mint']) => {
    const found = await chain.tokenMint(mint)
    return mint !== POPCAT ? found : change && found && { ...found, ...change }
  },
})

test('a chain without some of them is named with each, and one that has them all is accepted', async () => {
  const missing = await differingMints(chain)
  assert.ok(missing.length > 0)
  for (const { symbol, mint, difference } of missing) {
    assert.equal(difference, 'the chain has no such mint')
    const known = MAINNET_MINTS.find((one) => one.mint === mint)
    assert.equal(known?.symbol, symbol)
    await network.mirrorMint({ address: mint, decimals: known?.decimals ?? 0 })
  }
  assert.deepEqual(await differingMints(chain), [])
  assert.equal(await requireKnownMints({ chain, log }), true)
})

for (const [name, change, line] of [
  ['no such mint', null, /POPCAT \(7GCi\w+\): the chain has no such mint\./],
  ['other decimals', { decimals: 6 }, /POPCAT \(7GCi\w+\): it has 6 decimals and not 9\./],
  [
    'another program',
    { program: TOKEN_2022_PROGRAM_ADDRESS },
    /POPCAT \(7GCi\w+\): it belongs to the program Tokenz/,
  ],
] as const)
  test(`a chain that says ${name} ends the start with a line that names it alone`, async () => {
    await assert.rejects(requireKnownMints({ chain: lying(change), log }), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, line)
      assert.ok(!error.message.includes('BONK'))
      return true
    })
  })

test('a chain that is away is no difference', async () => {
  const away = { tokenMint: async () => Promise.reject(new Fault('chain_away')) }
  assert.equal(await requireKnownMints({ chain: away, log }), false)
})
