/** A token withholds no more of a transfer than at planning time, whatever its issuer does meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getTransferCheckedWithFeeInstructionDataDecoder,
  identifyToken2022Instruction,
  TOKEN_2022_PROGRAM_ADDRESS,
  Token2022Instruction,
} from '@solana-program/token-2022'
import { generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'
import { noTokenSigners, tokenCollectPacking, tokenSpreadPacking } from './kinds.ts'

const [mint, middle, ...others] = await Promise.all(
  Array.from({ length: 4 }, async () => (await generateKeyPairSigner()).address),
)
assert.ok(mint && middle)
type Fee = NonNullable<TokenMint['transferFee']>
const planned: Fee = { basisPoints: 300, maximum: 50n }
/** The second is so large that the maximum fee is withheld. */
const amounts = [1_000n, 100_000n]

/** The fees that the transaction names, built while the token charges `now`. */
async function named(way: 'distribute' | 'gather', now: Fee | null, positions = [0, 1]) {
  const parts = { signers: noTokenSigners, chain: { tokenMint: async () => ({ transferFee: now }) } } as never
  const common = {
    requestHash: '',
    format: 1 as const,
    price: '0',
    mint: mint ?? '',
    program: TOKEN_2022_PROGRAM_ADDRESS,
    decimals: 2,
    charges: true,
    fee: { basisPoints: planned.basisPoints, maximum: planned.maximum.toString() },
    initial: '0',
  }
  const gather = {
    destinationWalletId: 1,
    gatherAll: false,
    closeAccounts: false,
    payer: 'destination' as const,
    paying: [],
    opens: false,
    closes: [],
  }
  const packing =
    way === 'distribute'
      ? tokenSpreadPacking({ ...common, source: middle ?? '', sourceWalletId: 1, opens: [] }, parts)
      : tokenCollectPacking({ ...common, ...gather, destination: middle ?? '' }, parts)
  const rows = positions.map((position) => {
    const other = others[position]
    const [source, destination] = way === 'distribute' ? [middle, other] : [other, middle]
    return { position, source, destination, amount: amounts[position], mint }
  })
  const { instructions } = await packing.build(rows as never)
  return instructions.flatMap(({ data }) =>
    data && identifyToken2022Instruction(data) === Token2022Instruction.TransferCheckedWithFee
      ? [getTransferCheckedWithFeeInstructionDataDecoder().decode(data).fee]
      : [],
  )
}

for (const way of ['distribute', 'gather'] as const) {
  void test(`${way}: the fee of now is named where it is no higher`, async () => {
    assert.deepEqual(await named(way, planned), [30n, 50n])
    assert.deepEqual(await named(way, { basisPoints: 100, maximum: 40n }), [10n, 40n])
    assert.deepEqual(await named(way, { basisPoints: 0, maximum: 0n }), [0n, 0n])
  })

  void test(`${way}: what a raised fee would take more of is not built; the rest is`, async () => {
    const raised = (error: unknown) => isFault(error, 'token_fee_raised')
    await assert.rejects(named(way, { basisPoints: 9_000, maximum: 2n ** 63n }), raised)
    await assert.rejects(named(way, { basisPoints: 300, maximum: 51n }), raised)
    await assert.rejects(named(way, { basisPoints: 300, maximum: 51n }, [1]), raised)
    assert.deepEqual(await named(way, { basisPoints: 300, maximum: 51n }, [0]), [30n])
  })

  void test(`${way}: an endpoint that has no fee of it is not believed`, async () => {
    await assert.rejects(named(way, null), (error) => isFault(error, 'chain_away'))
  })
}
