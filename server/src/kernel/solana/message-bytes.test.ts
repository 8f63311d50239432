/** Compares our compiler with kit's, byte for byte. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction as compileByKit,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressDecoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { compileTransaction } from './message-bytes.ts'

/** Short addresses in base58 begin with ones, like that of the system program. */
const address = fc
  .tuple(fc.nat({ max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => getAddressDecoder().decode(bytes.fill(0, 0, zeros)))
/**
 * A small pool, so that an address signs twice, pays for the transaction that contains it, or is in a table and in the
 * message.
 */
const POOL = fc.sample(address, { numRuns: 12, seed: 5 })
const known = fc.oneof(fc.constantFrom(...POOL), address)
const account = fc.record({
  address: known,
  role: fc.constantFrom(
    AccountRole.READONLY,
    AccountRole.WRITABLE,
    AccountRole.READONLY_SIGNER,
    AccountRole.WRITABLE_SIGNER,
  ),
})
const instruction = fc.record({
  programAddress: known,
  accounts: fc.array(account, { maxLength: 6 }),
  data: fc.uint8Array({ maxLength: 40 }),
})
const message = fc.record({
  feePayer: known,
  blockhash: address.map((text) => text as string as Blockhash),
  lastValidBlockHeight: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  instructions: fc.array(instruction, { maxLength: 40 }),
  table: address,
  config: fc.record({ computeUnitLimit: fc.nat({ max: 1_400_000 }) }),
})
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never

const compose = (version: 0 | 1, { feePayer, instructions, blockhash, lastValidBlockHeight }: Message) =>
  pipe(
    createTransactionMessage({ version: version as 0 }),
    (m) => setTransactionMessageFeePayer(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight }, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  )

function expectSame(ours: Parameters<typeof compileTransaction>[0]): void {
  let expected: ReturnType<typeof compileByKit>
  try {
    expected = compileByKit(ours)
  } catch {
    // Such as a writable program: these are kit's own refusals, which come before any bytes.
    assert.throws(() => compileTransaction(ours))
    return
  }
  const made = compileTransaction(ours)
  assert.deepEqual(
    Buffer.from(made.messageBytes).toString('hex'),
    Buffer.from(expected.messageBytes).toString('hex'),
  )
  assert.deepEqual(Object.keys(made.signatures), Object.keys(expected.signatures))
  assert.deepEqual(made, expected)
}

test('a message of either format has the bytes that kit gives it', () => {
  fc.assert(
    fc.property(message, (some) => {
      expectSame(compose(0, some))
      expectSame(setTransactionMessageConfig(some.config, compose(1, some) as never))
    }),
    { numRuns: 150 },
  )
})

test('so has one that names accounts by their place in a table', () => {
  fc.assert(
    fc.property(message, (some) => {
      const addresses = some.instructions.flatMap(({ accounts }) => accounts.map((one) => one.address))
      expectSame(
        compressTransactionMessageUsingAddressLookupTables(compose(0, some), { [some.table]: addresses }),
      )
    }),
    { numRuns: 100 },
  )
})

test('what is no address is refused', () => {
  const wrong = '1'.repeat(33) as Address
  const some = { blockhash: '1'.repeat(32) as Blockhash, lastValidBlockHeight: 1n }
  const data = { instructions: [], table: wrong, config: { computeUnitLimit: 1 } }
  assert.throws(() => compileTransaction(compose(0, { ...some, ...data, feePayer: wrong })), /not an address/)
})
