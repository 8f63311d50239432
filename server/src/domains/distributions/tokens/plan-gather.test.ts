/** The plan of a gather of a token if the destination or its sources are short of something. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import type { TokenMint } from '../../../ports/chain-data.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { tokenKinds } from './kinds.ts'
import { planTokenGather } from './plan-gather.ts'

const SOL = 10n ** 9n
const mint: TokenMint = {
  mint: (await generateKeyPairSigner()).address,
  program: TOKEN_2022_PROGRAM_ADDRESS,
  decimals: 2,
  supply: 0n,
  accountBytes: 170,
  transferFee: null,
  startsFrozen: false,
  obstacles: [],
  mintAuthority: null,
  freezeAuthority: null,
  powers: [],
}
const wallets = await Promise.all(
  Array.from({ length: 3 }, async (_, i): Promise<OwnedWallet> => {
    const { address } = await generateKeyPairSigner()
    return { id: i + 1, name: `Purse ${i + 1}`, address } as OwnedWallet
  }),
)
const [middle, ...others] = wallets
assert.ok(middle)

/** The state of each wallet: base units in its token account, those in flight, and lamports. */
type Held = { units: bigint; inFlight?: bigint; sol: bigint }

function plan(held: Held[]) {
  const of = (address: string) =>
    held[wallets.findIndex((wallet) => wallet.address === address)] ?? { units: 0n, sol: 0n }
  const parts = {
    chain: { rentExempt: async () => 890_880n },
    transfers: {
      funds: {
        format: async () => 1,
        price: async () => 0n,
        free: async (addresses: Address[]) => addresses.map((address) => of(address).sol),
        freeTokens: async (_: string, holders: { address: Address }[]) =>
          holders.map(({ address }) => {
            const { units, inFlight = 0n } = of(address)
            const account = { mint: mint.mint, owner: address, amount: units, frozen: false, mayClose: true }
            return { account, free: units - inFlight }
          }),
      },
    },
  }
  const intent = {
    type: 'token-gather' as const,
    mint: mint.mint,
    middle: middle?.address ?? '',
    lines: others.map(({ address }) => ({ address, amount: null })),
    closeAccounts: false,
    of: undefined,
  }
  return planTokenGather(parts as never, { intent, requestHash: '', mint }, { middle, others } as never)
}

void test('it goes into a wallet whose own tokens have just left and are still counted as in flight', async () => {
  const sources = [
    { units: 5n, sol: 0n },
    { units: 5n, sol: 0n },
  ]
  const { request } = await plan([{ units: 0n, inFlight: 100n, sol: SOL }, ...sources])
  const kinds = tokenKinds({ chain: {}, signers: async () => [], listMovements: async () => [] } as never)
  const packing = await kinds['token-gather']?.prepare({ userId: 1, request } as never)
  assert.deepEqual(packing && 'refused' in packing ? packing.refused : null, null)
  assert.equal(request.initial, '0')
})
