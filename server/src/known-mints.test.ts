/** Well-known mints that differ on the chain end the start, each named. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAINNET_MINTS } from '@purser/contract/market/mainnet-tokens.ts'
import { MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import type { Address } from '@solana/kit'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { createRpcChain } from './adapters/chain/rpc.ts'
import { ConfigError } from './config/config.ts'
import { onKnownMints, requireKnownMints } from './known-mints.ts'
import { createLog } from './kernel/log.ts'
import { Fault, isFault } from './kernel/fault.ts'
import type { MintInfo } from './ports/chain-data.ts'
import type { Market } from './ports/market.ts'

const network = await startLocalnet({ rpcPort: 0 })
after(() => network.close())
const log = createLog('silent')
const chain = createRpcChain({ url: network.rpcUrl, log })
const POPCAT = MAINNET_TOKENS.find(({ symbol }) => symbol === 'POPCAT')?.mint ?? ''

/** The chain with false data for one mint. */
const lying = (change: Partial<MintInfo> | null) => ({
  mintInfo: async (mint: MintInfo['mint']) => {
    const found = await chain.mintInfo(mint)
    return mint !== POPCAT ? found : change && found && { ...found, ...change }
  },
})

test('a chain without some of them is named with each, and one that has them all is accepted', async () => {
  await assert.rejects(requireKnownMints({ chain, log }), /PYTH does not exist.*POPCAT does not exist/)
  for (const { mint, decimals } of MAINNET_MINTS)
    if (!(await chain.mintInfo(mint as Address))) await network.mirrorMint({ address: mint, decimals })
  assert.equal(await requireKnownMints({ chain, log }), true)
})

for (const [name, change, line] of [
  ['no such mint', null, /POPCAT does not exist or is not a mint\./],
  ['other decimals', { decimals: 6 }, /POPCAT has 6 decimals under Tokenkeg\w+; expected 9 under/],
  ['another program', { program: TOKEN_2022_PROGRAM_ADDRESS }, /POPCAT has 9 decimals under Tokenz/],
] as const)
  test(`a chain that says ${name} ends the start with a line that names it alone`, async () => {
    await assert.rejects(requireKnownMints({ chain: lying(change), log }), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, line)
      assert.ok(!error.message.includes('BONK'))
      return true
    })
  })

test('before they were compared nothing is quoted, and from then on they are not compared again', async () => {
  let asked = 0
  let state: 'away' | 'lies' | 'well' = 'away'
  const told = {
    mintInfo: async (mint: MintInfo['mint']) => {
      asked++
      if (state === 'away') throw new Fault('chain_away')
      return (state === 'lies' ? lying({ decimals: 0 }) : chain).mintInfo(mint)
    },
  }
  assert.equal(await requireKnownMints({ chain: told, log }), false)
  const unavailable = { unavailable: { code: 'no_price', symbol: 'SOL' } } as const
  const inner = { quote: async () => unavailable } as unknown as Market
  const market = onKnownMints(inner, { chain: told, log, compared: false })
  const request = { inputMint: SOL_MINT, outputMint: POPCAT, inAmount: 1n, slippageBps: 1 }
  const away = (error: unknown) => isFault(error, 'chain_away')
  await assert.rejects(market.quote(request), away)
  state = 'lies'
  await assert.rejects(market.quote(request), away)
  state = 'well'
  assert.equal(await market.quote(request), unavailable)
  asked = 0
  await market.quote(request)
  assert.equal(asked, 0)
})
