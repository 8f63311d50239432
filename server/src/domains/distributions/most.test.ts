// On PostgreSQL as well.
/** The most that the form offers is the most that the server sends, to the lamport. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostDistributable, computeReserve } from '@purser/contract/distributions/distributable.ts'
import { distributeSol, getMinimumRent } from '@purser/contract/distributions/distributions.ts'
import { formatUnits, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import fc from 'fast-check'
import { FEE, fund, readBalances, makeWallets } from '../../test/money.ts'
import { startTestDesk } from '../../test/harness.ts'

const { call, chain, signUp } = await startTestDesk({ network: 'steered' })
await chain('localnet_setSlotTime', 20)

/** Splits like the form: equal parts, the last gets the remainder. */
function parts(total: bigint, count: number): bigint[] {
  const each = total / BigInt(count)
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? each : total - each * BigInt(count - 1)))
}

test('Max, then Distribute leaves exactly the reserve and what of the counted fees was not needed; a lamport more is refused', async () => {
  const { token } = await signUp()
  const rent = parseUnits((await call(getMinimumRent, { token })).ok.data.sol, SOL_DECIMALS)
  // A new account must receive the rent minimum, or its line alone is refused.
  const least = (count: number) => computeReserve(rent) + BigInt(count) * (rent + FEE)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.bigInt(0n, 10n ** 12n), async (count, more) => {
      const [source, ...others] = await makeWallets(call, token, count + 1)
      assert.ok(source)
      const has = least(count) + more
      await fund(chain, source.address, has)
      const most = mostDistributable({ has, count, rent })
      const request = (total: bigint) => ({
        sourceWalletId: source.id,
        destinations: parts(total, count).map((units, i) => ({
          walletId: others[i]?.id ?? 0,
          amount: formatUnits(units, SOL_DECIMALS),
        })),
      })
      const beyond = await call(distributeSol, { token, body: request(most + 1n) })
      assert.deepEqual([beyond.status, beyond.fault.code], [400, 'insufficient_for_distribution'])
      const { ok } = await call(distributeSol, { token, body: request(most) })
      assert.equal(ok.data?.summary.successfulTransfers, count)
      const paid = parseUnits(ok.data.summary.fees, SOL_DECIMALS)
      const [left] = await readBalances(chain, [source.address])
      assert.equal(left, computeReserve(rent) + FEE * BigInt(count) - paid)
      const got = await readBalances(
        chain,
        others.map(({ address }) => address),
      )
      assert.equal(
        got.reduce((a, b) => a + b, 0n),
        most,
      )
    }),
    {
      numRuns: 12,
      examples: [
        [1, 0n],
        [62, 1n],
      ],
    },
  )
})
