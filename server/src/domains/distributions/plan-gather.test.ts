/** The plan of a gather if the destination holds less than is in flight. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import type { OwnedWallet } from '../wallets/index.ts'
import { planGather } from './plan-gather.ts'
import { solKinds } from './sol-kinds.ts'

const SOL = 10n ** 9n
const [into, from] = await Promise.all(
  Array.from({ length: 2 }, async (_, i): Promise<OwnedWallet> => {
    const { address } = await generateKeyPairSigner()
    return { id: i + 1, name: `Purse ${i + 1}`, address } as OwnedWallet
  }),
)
assert.ok(into && from)

void test('it goes into a wallet whose own SOL has just left and is still counted as in flight', async () => {
  const funds = {
    format: async () => 1,
    price: async () => 0n,
    free: async (all: Address[]) => all.map((address) => (address === into.address ? -SOL : SOL)),
  }
  const intent = {
    of: undefined,
    middle: into.id,
    lines: [{ walletId: from.id, amount: null }],
    emptyWallets: false,
  }
  const parts = { chain: { rentExempt: async () => 890_880n }, transfers: { funds } }
  const { request } = await planGather(parts as never, intent as never, into, [from])
  const kinds = solKinds({ chain: {} as never, wallets: {} as never })
  const packing = await kinds['gather']?.prepare({ userId: 1, request } as never)
  assert.deepEqual(packing && 'refused' in packing ? packing.refused : null, null)
  assert.equal(request.initial, '0')
})
