/** Finds the wallet whose token account a transfer pays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAssociatedTokenPda, TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { generateKeyPairSigner } from '@solana/kit'
import { findOwner } from './read-transfers.ts'

const [source, mint, other, ...wallets] = await Promise.all(
  Array.from({ length: 203 }, async () => (await generateKeyPairSigner()).address),
)
assert.ok(source && mint && other)
const last = wallets.at(-1) ?? source

const pays = async (owner: typeof source, of: typeof source) => ({
  source,
  mint: of,
  program: TOKEN_PROGRAM_ADDRESS,
  amount: 1n,
  destination: (await findAssociatedTokenPda({ owner, mint: of, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0],
})

void test('it is found by mint and program, and not made up', async () => {
  const paid = await pays(last, mint)
  assert.equal(await findOwner(paid, wallets), last)
  assert.equal(await findOwner({ ...paid, mint: other }, wallets), paid.destination)
  assert.equal(await findOwner({ ...paid, program: TOKEN_2022_PROGRAM_ADDRESS }, wallets), paid.destination)
  assert.equal(await findOwner({ ...paid, program: null }, wallets), paid.destination)
})

void test('the wallets of an operation are not derived anew for each of its transfers', async () => {
  // A mint that was not looked for before.
  const paid = await pays(last, source)
  const took = async () => {
    const from = performance.now()
    assert.equal(await findOwner(paid, wallets), last)
    return performance.now() - from
  }
  const first = await took()
  const again = await took()
  assert.ok(again < first / 5, `${again} ms after ${first} ms`)
})
