/** Sizes of transactions by trial, and the effects of a split and a fee on a total. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { type Address, generateKeyPairSigner, isSolanaError } from '@solana/kit'
import fc from 'fast-check'
import { bisect } from '../../../kernel/chunks.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'
import { MAX_WIRE_BYTES } from '../../../kernel/solana/budget.ts'
import { compile } from '../../../kernel/solana/compile.ts'
import type { TransferRow } from '../../transfers/index.ts'
import { splitTotal, computeWithheld } from './amounts.ts'
import { noTokenSigners, tokenCollectPacking, type TokenGatherRequest, tokenSpreadPacking } from './kinds.ts'
import { splitSpread, TOKEN_CHUNK, tokenChunk } from './packing.ts'
import { sortByPayer } from './plan-gather.ts'

const addresses = await Promise.all(
  Array.from({ length: 70 }, async () => (await generateKeyPairSigner()).address),
)
const [middle = '' as Address, ...others] = addresses
/** The dearest mint: of the newer program, with a fee in each transfer. */
const mint: TokenMint = {
  mint: KNOWN_TOKENS[0]?.mint as Address,
  program: TOKEN_2022_PROGRAM_ADDRESS,
  decimals: 9,
  supply: 0n,
  accountBytes: 182,
  transferFee: { basisPoints: 5, maximum: 2n ** 63n },
  startsFrozen: false,
  obstacles: [],
  mintAuthority: null,
  freezeAuthority: null,
  powers: [],
}
const parts = { signers: noTokenSigners, chain: { tokenMint: async () => mint } }
const createRows = (count: number, way: keyof typeof TOKEN_CHUNK): TransferRow[] =>
  others.slice(0, count).map((address, position) => ({
    operationId: '',
    position,
    walletId: 1,
    walletName: '',
    mint: mint.mint,
    source: way === 'collect' ? address : middle,
    destination: way === 'collect' ? middle : address,
    amount: 2n ** 60n + BigInt(position),
    status: 'pending',
    signature: null,
    error: null,
    refusal: null,
  }))

type Terms = { format: 0 | 1; price: bigint; charges: boolean }
function createPacking(way: keyof typeof TOKEN_CHUNK, { format, price, charges }: Terms) {
  const common = {
    requestHash: '',
    format,
    price: price.toString(),
    mint: mint.mint,
    program: mint.program,
    decimals: mint.decimals,
    charges,
    initial: '0',
  }
  const every = [...others.keys()]
  if (way !== 'collect')
    return tokenSpreadPacking(
      { ...common, source: middle, sourceWalletId: 1, opens: way === 'opening' ? every : [] },
      parts,
    )
  const request: TokenGatherRequest = {
    ...common,
    destination: middle,
    destinationWalletId: 1,
    gatherAll: true,
    closeAccounts: true,
    payer: 'destination',
    paying: [],
    opens: true,
    closes: every,
  }
  return tokenCollectPacking(request, parts)
}

/** Whether this many fit by bytes, accounts and signatures. */
async function fits(way: keyof typeof TOKEN_CHUNK, terms: Terms, count: number): Promise<boolean> {
  const packing = createPacking(way, terms)
  const rows = createRows(count, way)
  const { format } = terms
  const wrapping = {
    operationId: '00000000-0000-0000-0000-000000000000',
    format,
    budget: packing.budget(rows),
  }
  const built = await packing.build(rows)
  try {
    return compile(built, wrapping).unsigned.length <= MAX_WIRE_BYTES[format]
  } catch (error) {
    // The second is the client library's error about accounts and signatures.
    if (isFault(error, 'chain_refused') || isSolanaError(error)) return false
    throw error
  }
}

for (const format of [0, 1] as const)
  for (const way of ['existing', 'opening', 'collect'] as const)
    for (const charges of [false, true])
      for (const price of [0n, 1_000n]) {
        const terms = { format, charges, price }
        const count = tokenChunk(way, terms)
        void test(`version ${format}, ${way}, ${charges ? 'with' : 'without'} fee, price ${price}: ${count} fit`, async () => {
          assert.ok(await fits(way, terms, count))
          assert.ok(createPacking(way, terms).budget(createRows(count, way)).units <= 1_400_000)
          // Opened accounts meet the runtime's limit of instructions first.
          if (format === 1 && way !== 'opening') assert.ok(!(await fits(way, terms, count + 1)))
        })
      }

void test('the sizes are those of the specification where the format is new', () => {
  assert.deepEqual([TOKEN_CHUNK.existing[1], TOKEN_CHUNK.opening[1]], [59, 10])
})

void test('equal and random amounts are the total, to 4 decimals, within the variance', () => {
  fc.assert(
    fc.property(
      fc.record({
        total: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
        count: fc.integer({ min: 1, max: 200 }),
        variance: fc.integer({ min: 0, max: 50 }),
        decimals: fc.integer({ min: 0, max: 12 }),
        seed: fc.string(),
      }),
      (split) => {
        const { total, count, variance, decimals } = split
        const amounts = splitTotal(split)
        assert.equal(amounts.length, count)
        assert.equal(
          amounts.reduce((a, b) => a + b, 0n),
          total,
        )
        assert.deepEqual(splitTotal(split), amounts)
        // All times `count`, so that it stays exact: no float holds a large amount.
        const parts = BigInt(count)
        const spread = BigInt(variance)
        const step = decimals > 4 ? 10n ** BigInt(decimals - 4) : 1n
        const room = (2n * spread * total) / (100n - spread) + step * (parts + 1n) * parts
        for (const amount of amounts) {
          assert.ok(amount >= 0n)
          const off = amount * parts > total ? amount * parts - total : total - amount * parts
          assert.ok(off * 1_000n <= room * 1_001n, `${amount} of ${total} in ${count}`)
        }
      },
    ),
  )
})

void test('equal amounts are equal but for one step, however many wallets share the remainder', () => {
  const equal = (total: bigint, count: number, decimals: number) => {
    const amounts = splitTotal({ total, count, decimals, variance: 0, seed: '' })
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      total,
    )
    const [least = 0n, most = 0n] = [amounts.toSorted((a, b) => Number(a - b))].flatMap((all) => [
      all[0],
      all.at(-1),
    ])
    return [least, most]
  }
  assert.deepEqual(equal(1_999n, 1_000, 0), [1n, 2n])
  // 10.99 tokens: 0.0109 or 0.0110 each.
  assert.deepEqual(equal(10_990_000_000n, 1_000, 9), [10_900_000n, 11_000_000n])
  // The last gets what is less than a step as well.
  assert.deepEqual(equal(10_990_000_001n, 1_000, 9), [10_900_000n, 11_000_000n])
  assert.deepEqual(equal(3n, 3, 18), [1n, 1n])
})

void test('a fee is rounded up and never above its maximum', () => {
  assert.equal(computeWithheld(1n, { basisPoints: 1, maximum: 9n }), 1n)
  assert.equal(computeWithheld(10_000n, { basisPoints: 250, maximum: 900n }), 250n)
  assert.equal(computeWithheld(10_001n, { basisPoints: 250, maximum: 900n }), 251n)
  assert.equal(computeWithheld(10n ** 12n, { basisPoints: 250, maximum: 900n }), 900n)
  assert.equal(computeWithheld(10n ** 12n, { basisPoints: 0, maximum: 900n }), 0n)
  assert.equal(computeWithheld(5n, null), 0n)
})

void test('every transfer is in one transaction, those that open accounts among themselves, and halves fit too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 300 }),
      fc.constantFrom(0 as const, 1 as const),
      fc.boolean(),
      (missing, format, charges) => {
        const rows = missing.map((_, position) => ({ position }))
        const opens = new Set(missing.flatMap((is, position) => (is ? [position] : [])))
        const chunks = splitSpread(rows, { opens, format, charges })
        const all = chunks.flat().map(({ position }) => position)
        assert.deepEqual(
          all.toSorted((a, b) => a - b),
          rows.map(({ position }) => position),
        )
        for (const chunk of chunks) {
          const opening = chunk.filter(({ position }) => opens.has(position)).length
          assert.ok(opening === 0 || opening === chunk.length)
          assert.ok(chunk.length <= tokenChunk(opening > 0 ? 'opening' : 'existing', { format, charges }))
          assert.ok(bisect(chunk).flat().length === chunk.length)
        }
      },
    ),
  )
})

void test('each transaction of a gather is led by a source that can pay, and none is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 12 }),
      (rich, size) => {
        const takers = [...rich.keys()]
        const able = takers.filter((i) => rich[i])
        const { order, left } = sortByPayer(takers, able, size)
        assert.deepEqual(
          [...order, ...left].toSorted((a, b) => a - b),
          takers,
        )
        for (let at = 0; at < order.length; at += size) assert.ok(rich[order[at] ?? -1])
        assert.equal(left.length, Math.max(0, takers.length - able.length * size))
      },
    ),
  )
})
