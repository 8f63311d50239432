/** The closing figures of an operation of tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import { tokenKinds } from './kinds.ts'

const NOW = 1_000n
const [source, mint, ...paid] = await Promise.all(
  Array.from({ length: 4 }, async () => (await generateKeyPairSigner()).address),
)
assert.ok(source && mint)

type Seen = { readAt: bigint; slot: bigint | null; charges?: boolean; gained?: bigint[] | null }

/** Two transfers of 100 base units in one transaction; `gained` null: no endpoint has it. */
function close({ readAt, slot, charges = false, gained = null }: Seen) {
  const chain = {
    tokenAccounts: async () => [{ slot: readAt, account: { amount: 7n } }],
    tokenMint: async () => ({ transferFee: { basisPoints: 300, maximum: 1_000n } }),
    blockHeight: async () => ({ height: NOW, slot: NOW }),
    execution: async () =>
      gained && {
        err: null,
        tokens: gained.map((after, i) => ({ owner: paid[i] ?? '', mint, before: 0n, after })),
      },
  }
  const rows = paid.map((destination, position) => ({
    position,
    destination,
    amount: 100n,
    status: 'confirmed',
    signature: 'one',
  }))
  const request = {
    requestHash: '',
    mint,
    program: TOKEN_2022_PROGRAM_ADDRESS,
    decimals: 2,
    charges,
    initial: '200',
    source,
  }
  const kinds = tokenKinds({ chain, listMovements: async () => rows, signers: async () => [] } as never)
  return Promise.resolve(kinds['token-distribute']?.close({ request } as never, { slot, fees: 5n }))
}
const isAway = (error: unknown) => isFault(error, 'chain_away')

void test('the final balance is read at a slot that has seen all of it', async () => {
  const whole = { fees: '5', final: '7', received: '200' }
  assert.deepEqual(await close({ readAt: NOW, slot: NOW }), whole)
  assert.deepEqual(await close({ readAt: NOW, slot: null }), whole)
  await assert.rejects(close({ readAt: NOW - 1n, slot: NOW }), isAway)
  await assert.rejects(close({ readAt: NOW, slot: NOW + 300n }), isAway)
})

void test('a slot far ahead of the chain was made up by one endpoint, and keeps no operation open', async () => {
  assert.deepEqual(await close({ readAt: NOW, slot: NOW + 301n }), { fees: '5', final: '7', received: '200' })
})

void test('what a token withholds is read from the balances, wallet by wallet', async () => {
  assert.deepEqual(await close({ readAt: NOW, slot: NOW, charges: true, gained: [97n, 96n] }), {
    fees: '5',
    final: '7',
    received: '193',
    arrived: { 0: '97', 1: '96' },
  })
})

void test('more than was sent, or less than nothing, did not arrive: an endpoint made it up', async () => {
  for (const gained of [
    [97n, 101n],
    [-1n, 97n],
  ]) {
    await assert.rejects(close({ readAt: NOW, slot: NOW, charges: true, gained }), isAway)
    const late = await close({ readAt: NOW, slot: NOW - 301n, charges: true, gained })
    assert.deepEqual(late, { fees: '5', final: '7' })
  }
})

void test('a landing that no endpoint has is waited for, but not for ever: it was the word of one', async () => {
  await assert.rejects(close({ readAt: NOW, slot: NOW, charges: true }), isAway)
  await assert.rejects(close({ readAt: NOW, slot: NOW - 300n, charges: true }), isAway)
  for (const slot of [NOW - 301n, NOW + 301n])
    assert.deepEqual(await close({ readAt: NOW, slot, charges: true }), { fees: '5', final: '7' })
})
