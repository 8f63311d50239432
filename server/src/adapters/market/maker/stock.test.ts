import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { type Address, address, type Signature } from '@solana/kit'
import { systemClock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import { createStock } from './stock.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const MAKER = address('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')

void test('a sale that lands while the stock is refilled is not taken for the refill', async () => {
  let tokens = 0n
  let pending = 0n
  let asked = 0
  const chain = {
    accounts: async (all: Address[]) =>
      all.map((one) => (one === MAKER ? { lamports: 10n ** 15n } : { token: { amount: tokens } })),
    tokenAirdrop: async (_: Address, __: Address, amount: bigint) => {
      // Somebody sells a little, and only two answers later the refill lands.
      tokens += 100n
      pending = amount
      return 'refill' as Signature
    },
    statuses: async (): Promise<(SignatureState | null)[]> => {
      asked += 1
      if (asked === 1) return [null]
      if (asked === 2) return [{ slot: 1n, commitment: 'processed', err: null }]
      tokens += pending
      pending = 0n
      return [{ slot: 1n, commitment: 'confirmed', err: null }]
    },
  } as unknown as Chain
  const stock = createStock({
    chain,
    clock: systemClock,
    maker: async () => ({ address: MAKER }),
    fills: true,
    refills: () => true,
  })
  const info = { mint: address(WIF), decimals: 6, supply: 0n, program: TOKEN_PROGRAM_ADDRESS }
  assert.equal(await stock.for({ mint: WIF, info }, 1_000n), 200_100n)
  assert.equal(asked, 3)
})
