/** The closing balance of an operation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../../kernel/fault.ts'
import { solKinds } from './sol-kinds.ts'

const NOW = 1_000n
const { address } = await generateKeyPairSigner()

function close(readAt: bigint, slot: bigint | null) {
  const chain = {
    balance: async () => ({ lamports: 7n, slot: readAt }),
    balances: async (all: Address[]) => all.map(() => ({ lamports: 7n, slot: readAt })),
    lamports: async () => [],
    blockHeight: async () => ({ height: NOW, slot: NOW }),
  }
  const kinds = solKinds({ chain: chain as never, wallets: {} as never })
  return kinds['distribute']?.close({ request: { source: address } } as never, { slot, fees: 5n })
}

void test('the final balance is read at a slot that has seen all of it', async () => {
  assert.deepEqual(await close(NOW, NOW), { final: '7', fees: '5' })
  await assert.rejects(Promise.resolve(close(NOW - 1n, NOW)), (e) => isFault(e, 'chain_away'))
  await assert.rejects(Promise.resolve(close(NOW, NOW + 300n)), (e) => isFault(e, 'chain_away'))
})

void test('a slot far ahead of the chain was made up by one endpoint, and keeps no operation open', async () => {
  assert.deepEqual(await close(NOW, NOW + 301n), { final: '7', fees: '5' })
})
