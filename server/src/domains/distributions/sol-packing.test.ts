/** Every planned packing fits into its transactions, and no funds are created or lost by it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Address,
  createNoopSigner,
  getBase58Decoder,
  type Blockhash,
  type TransactionSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import fc from 'fast-check'
import { type Format, MAX_WIRE_BYTES, priceFrom, priorityFee } from '../../kernel/solana/budget.ts'
import { transactionFee } from '../transfers/funds/format.ts'
import { bisect, toChunks } from '../../kernel/chunks.ts'
import {
  chunkSize,
  collectFee,
  choosePayer,
  planGather,
  SOL_CHUNK,
  solBudget,
  spreadFees,
} from './sol-packing.ts'
import { compile } from '../../kernel/solana/compile.ts'
import { distributePacking } from './sol-kinds.ts'

const OPERATION = '7b0e0d52-6a0f-4f0e-9b6c-6f0b1c7d2e3f'
const lifetime = {
  blockhash: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' as Blockhash,
  lastValidBlockHeight: 9n,
}
let next = 1
function someone(): TransactionSigner {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, next++)
  return createNoopSigner(getBase58Decoder().decode(bytes) as Address)
}
const U64 = 2n ** 64n - 1n

/**
 * The size in bytes of a transaction with this many transfers, signatures included, with the largest amounts and a
 * price.
 */
function spreadBytes(format: Format, transfers: number, price: bigint): number {
  const source = someone()
  const instructions = Array.from({ length: transfers }, () =>
    getTransferSolInstruction({ source, destination: someone().address, amount: U64 }),
  )
  const budget = solBudget(transfers, price)
  return compile({ feePayer: source, instructions }, { operationId: OPERATION, format, budget }).unsigned
    .length
}

function collectBytes(format: Format, transfers: number, price: bigint): number {
  const destination = someone()
  const instructions = Array.from({ length: transfers }, () =>
    getTransferSolInstruction({ source: someone(), destination: destination.address, amount: U64 }),
  )
  const budget = solBudget(transfers, price)
  return compile({ feePayer: destination, instructions }, { operationId: OPERATION, format, budget }).unsigned
    .length
}

for (const format of [0, 1] as const) {
  void test(`every packed transaction of version ${format} fits on the wire, whatever it holds`, () => {
    for (const price of [0n, 5_000_000n]) {
      for (let n = 1; n <= chunkSize('spread', format, price); n++)
        assert.ok(spreadBytes(format, n, price) <= MAX_WIRE_BYTES[format], `${n} from one source`)
      for (let n = 1; n <= chunkSize('collect', format, price); n++)
        assert.ok(collectBytes(format, n, price) <= MAX_WIRE_BYTES[format], `${n} to one destination`)
    }
  })
}

void test('a transfer is what the library makes of it', async () => {
  const source = someone()
  const packing = distributePacking({ format: 1, price: '0', source: source.address }, async () => [source])
  const amounts = [0n, 1n, 255n, 256n, 2n ** 32n, U64]
  const rows = amounts.map((amount) => ({ destination: someone().address, amount }))
  const { instructions } = await packing.build(rows as never)
  assert.deepEqual(
    instructions,
    rows.map(({ destination, amount }) => getTransferSolInstruction({ source, destination, amount })),
  )
})

void test('the sizes are those of the specification: 61 and 19, 11 and 8', () => {
  assert.deepEqual(SOL_CHUNK, { spread: { 0: 19, 1: 61 }, collect: { 0: 8, 1: 11 } })
  assert.equal(toChunks(Array.from({ length: 1_000 }), SOL_CHUNK.spread[1]).length, 17)
  assert.equal(spreadFees(1_000, SOL_CHUNK.spread[1], 0n), 85_000n)
  assert.equal(toChunks(Array.from({ length: 1_000 }), SOL_CHUNK.collect[1]).length, 91)
})

void test('chunks and halves hold everything once, in order, and none is larger than allowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 500 }),
      fc.integer({ min: 1, max: 70 }),
      (items, size) => {
        const chunks = toChunks(items, size)
        assert.deepEqual(chunks.flat(), items)
        assert.ok(chunks.every((chunk) => chunk.length > 0 && chunk.length <= size))
        assert.deepEqual(bisect(items).flat(), items)
        if (items.length > 1) assert.ok(bisect(items).every((half) => half.length > 0))
      },
    ),
  )
})

void test('the fees of a distribution are those of its transactions, and the priority fee never exceeds its cap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.constantFrom(19, 61),
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { maxLength: 150 }),
      (n, size, recent) => {
        const price = priceFrom(recent, solBudget(size, 0n).units)
        assert.ok(priorityFee(solBudget(size, price)) <= 50_000n)
        const chunks = toChunks(Array.from({ length: n }), size)
        const each = chunks.map((c) => transactionFee(1, solBudget(c.length, price)))
        assert.equal(
          spreadFees(n, size, price),
          each.reduce((a, b) => a + b, 0n),
        )
        if (recent.every((r) => r === 0n))
          assert.equal(spreadFees(n, size, price), BigInt(chunks.length) * 5_000n)
      },
    ),
  )
})

void test('a gather creates and loses nothing: what leaves the sources is what arrives and the fees, and each keeps its share', () => {
  const lamports = fc.bigInt({ min: 0n, max: 10n ** 15n })
  fc.assert(
    fc.property(
      fc.array(lamports, { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0n, 650_240n, 890_000n, 1_000_000n),
      fc.constantFrom(8, 11),
      fc.constantFrom('destination' as const, 'source' as const),
      fc.constantFrom(0n, 1_000n, 300_000n),
      (frees, keep, size, payer, price) => {
        const sources = frees.map((free) => ({ free, amount: null }))
        const plan = planGather({ sources, keep, size, payer, price })
        const taking = plan.amounts.flatMap((amount, i) => (amount === null ? [] : [i]))
        const chunks = toChunks(taking, size)
        assert.equal(plan.transactions, chunks.length)
        let [left, arrived, fees] = [0n, 0n, 0n]
        for (const chunk of chunks) {
          const fee = collectFee(chunk.length, payer, price)
          fees += fee
          chunk.forEach((i, at) => {
            const amount = plan.amounts[i] ?? 0n
            assert.ok(amount > 0n, 'nothing is moved that is not there')
            const out = amount + (payer === 'source' && at === 0 ? fee : 0n)
            assert.equal((frees[i] ?? 0n) - out, keep, 'each keeps exactly its share')
            left += out
            arrived += amount
          })
        }
        assert.equal(plan.fees, fees)
        assert.equal(left, arrived + (payer === 'source' ? fees : 0n))
        frees.forEach((free, i) => {
          if (plan.amounts[i] === null && payer === 'destination')
            assert.ok(free <= keep, 'only the empty are left out')
        })
      },
    ),
    { numRuns: 300 },
  )
})

void test('the destination pays when it can and stay alive, else the sources do', () => {
  const sources = { rent: 650_240n, sources: 12, size: 11, price: 0n }
  assert.equal(choosePayer({ ...sources, free: 650_240n + 14n * 5_000n }), 'destination')
  assert.equal(choosePayer({ ...sources, free: 650_240n + 14n * 5_000n - 1n }), 'source')
})
