/** Profit is value now - value then - deposits + withdrawals, whatever happens in between and at whatever prices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { microUsd, type Prices } from '../value.ts'
import {
  type Counted,
  type Flow,
  computeGain,
  type Interval,
  NOTHING,
  plus,
  sumFlows,
  sumValue,
  computeWorth,
} from './ledger.ts'

const MINTS = [SOL_MINT, USDC_MINT, 'token'] as const
type Mint = (typeof MINTS)[number]
const DECIMALS: Record<string, number> = { [SOL_MINT]: 9, [USDC_MINT]: 6, token: 5 }
const WALLETS = [1, 2, 3, 4]
const GROUPS = [7, 8]

type Event =
  | { is: 'deposit' | 'withdrawal'; wallet: number; mint: Mint; amount: bigint }
  | { is: 'move'; wallet: number; to: number; mint: Mint; amount: bigint }
  | { is: 'trade'; wallet: number; mint: Mint; into: Mint; amount: bigint; received: bigint }
  | { is: 'fee'; wallet: number; amount: bigint }
  | { is: 'price'; mint: Mint; price: bigint }
  | { is: 'join' | 'leave'; wallet: number; group: number }
  | { is: 'remove' | 'observe'; wallet: number }

const wallet = fc.constantFrom(...WALLETS)
const mint = fc.constantFrom<Mint>(...MINTS)
const amount = fc.bigInt(1n, 10n ** 13n)
const price = fc.bigInt(0n, 300n * 10n ** 12n)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ is: fc.constantFrom('deposit' as const, 'withdrawal' as const), wallet, mint, amount }),
  fc.record({ is: fc.constant('move' as const), wallet, to: wallet, mint, amount }),
  fc.record({ is: fc.constant('trade' as const), wallet, mint, into: mint, amount, received: amount }),
  fc.record({ is: fc.constant('fee' as const), wallet, amount: fc.bigInt(1n, 10_000n) }),
  fc.record({ is: fc.constant('price' as const), mint, price }),
  fc.record({
    is: fc.constantFrom('join' as const, 'leave' as const),
    wallet,
    group: fc.constantFrom(...GROUPS),
  }),
  fc.record({ is: fc.constantFrom('remove' as const, 'observe' as const), wallet }),
)

/** The expected state, calculated the plain way: no sums, every flow by itself. */
function world() {
  const held = new Map<number, Map<Mint, bigint>>(WALLETS.map((id) => [id, new Map()]))
  const groups = new Map<number, Set<number>>(WALLETS.map((id) => [id, new Set()]))
  const prices: Prices = new Map(MINTS.map((one) => [one, 10n ** 12n]))
  const of = (id: number, one: Mint) => held.get(id)?.get(one) ?? 0n
  const add = (id: number, one: Mint, by: bigint) => held.get(id)?.set(one, of(id, one) + by)
  const take = (id: number, one: Mint, wanted: bigint) => {
    const has = of(id, one)
    const taken = wanted < has ? wanted : has
    add(id, one, -taken)
    return taken
  }
  const counted = (): Map<number, Counted> =>
    new Map(
      [...held].map(([id, funds]) => [
        id,
        {
          groupIds: [...(groups.get(id) ?? [])],
          microUsd: sumValue(
            [...funds].map(([one, n]) => ({
              account: `${id} ${one}`,
              mint: one,
              decimals: DECIMALS[one] ?? 0,
              amount: n,
              price: null,
            })),
            prices,
          ),
        },
      ]),
    )
  return { held, groups, prices, of, add, take, counted }
}

const valueIn = (scope: number | null, now: Map<number, Counted>) =>
  [...now.values()]
    .filter(({ groupIds }) => scope === null || groupIds.includes(scope))
    .reduce((sum, one) => sum + one.microUsd, 0n)

void test('over any sequence the sums that are carried are those of all flows, and profit is what is left', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const w = world()
      const scopes = [null, ...GROUPS]
      let before: Interval['before'] = w.counted()
      let flows: Flow[] = []
      let last = new Map(scopes.map((scope) => [scope, { ...NOTHING, microUsd: valueIn(scope, before) }]))
      const first = new Map(last)
      /** For all wallets, every flow of all time with the price that it was counted at. */
      const all: Flow[] = []
      const left: bigint[] = []
      const inUnits = new Map<Mint, bigint>(MINTS.map((one) => [one, 0n]))
      const flow = (id: number, otherId: number | null, one: Mint, by: bigint) => {
        if (by === 0n) return
        const decimals = DECIMALS[one] ?? 0
        flows.push({
          walletId: id,
          otherId,
          mint: one,
          decimals,
          signature: `${flows.length}`,
          amount: by,
          microUsd: 0n,
          at: new Date(0),
        })
        if (otherId === null) inUnits.set(one, (inUnits.get(one) ?? 0n) + by)
      }
      const observe = () => {
        const now = w.counted()
        const priced = flows.map((one) => ({ ...one, microUsd: computeWorth(one, w.prices) }))
        for (const [id, one] of before) if (!now.has(id)) left.push(one.microUsd)
        all.push(...priced)
        last = new Map(
          scopes.map((scope) => {
            const sums = sumFlows(scope, { before, now, flows: priced })
            const had = last.get(scope) ?? { ...NOTHING, microUsd: 0n }
            return [scope, { ...plus(had, sums), microUsd: valueIn(scope, now) }]
          }),
        )
        before = now
        flows = []
      }
      const tradeGain = new Map<Mint, bigint>(MINTS.map((one) => [one, 0n]))
      const gain = (one: Mint, by: bigint) => tradeGain.set(one, (tradeGain.get(one) ?? 0n) + by)
      for (const e of events) {
        if (e.is === 'price') w.prices.set(e.mint, e.price)
        else if (e.is === 'observe') observe()
        else if (!w.held.has(e.wallet)) continue
        else if (e.is === 'deposit') {
          w.add(e.wallet, e.mint, e.amount)
          flow(e.wallet, null, e.mint, e.amount)
        } else if (e.is === 'withdrawal') flow(e.wallet, null, e.mint, -w.take(e.wallet, e.mint, e.amount))
        else if (e.is === 'move') {
          if (e.to === e.wallet || !w.held.has(e.to)) continue
          const taken = w.take(e.wallet, e.mint, e.amount)
          w.add(e.to, e.mint, taken)
          flow(e.wallet, e.to, e.mint, -taken)
          flow(e.to, e.wallet, e.mint, taken)
        } else if (e.is === 'trade') {
          gain(e.mint, -w.take(e.wallet, e.mint, e.amount))
          w.add(e.wallet, e.into, e.received)
          gain(e.into, e.received)
        } else if (e.is === 'fee') gain(SOL_MINT, -w.take(e.wallet, SOL_MINT, e.amount))
        else if (e.is === 'join') w.groups.get(e.wallet)?.add(e.group)
        else if (e.is === 'leave') w.groups.get(e.wallet)?.delete(e.group)
        else {
          // Its holdings leave with it: as the last point counted them, since nobody can read them any more.
          observe()
          for (const one of MINTS) inUnits.set(one, (inUnits.get(one) ?? 0n) - w.of(e.wallet, one))
          w.held.delete(e.wallet)
        }
      }
      observe()
      // In each token, to the base unit: the holdings are deposits less withdrawals, with the effects of trades and
      // fees.
      for (const one of MINTS) {
        const there = [...w.held.keys()].reduce((sum, id) => sum + w.of(id, one), 0n)
        assert.equal(there - (inUnits.get(one) ?? 0n), tradeGain.get(one))
      }
      // For all wallets the sums are those of every outside flow and of every wallet that left.
      const mine = last.get(null)
      const outside = all.filter(({ otherId }) => otherId === null)
      const net =
        outside.reduce((sum, one) => sum + one.microUsd, 0n) - left.reduce((sum, one) => sum + one, 0n)
      assert.equal((mine?.deposited ?? 0n) - (mine?.withdrawn ?? 0n), net)
      for (const scope of scopes) {
        const [then, now] = [first.get(scope), last.get(scope)]
        assert.ok(then && now)
        assert.ok(now.deposited >= then.deposited && now.withdrawn >= then.withdrawn)
        assert.equal(
          computeGain(then, now),
          now.microUsd - then.microUsd - (now.deposited - then.deposited) + (now.withdrawn - then.withdrawn),
        )
      }
    }),
    { numRuns: 400 },
  )
})

void test('without trades, fees and moving prices nothing is gained or lost, in any group', () => {
  const still = event.filter((e) => !['trade', 'fee', 'price'].includes(e.is))
  fc.assert(
    fc.property(fc.array(still, { maxLength: 60 }), (events) => {
      const w = world()
      const scopes = [null, ...GROUPS]
      let before: Interval['before'] = w.counted()
      let flows: Flow[] = []
      const totals = new Map(scopes.map((scope) => [scope, NOTHING]))
      const flow = (id: number, otherId: number | null, one: Mint, by: bigint) =>
        flows.push({
          walletId: id,
          otherId,
          mint: one,
          decimals: DECIMALS[one] ?? 0,
          signature: '',
          amount: by,
          microUsd: 0n,
          at: new Date(0),
        })
      let roundings = 0n
      const observe = () => {
        const now = w.counted()
        const priced = flows.map((one) => ({ ...one, microUsd: computeWorth(one, w.prices) }))
        for (const scope of scopes)
          totals.set(
            scope,
            plus(totals.get(scope) ?? NOTHING, sumFlows(scope, { before, now, flows: priced })),
          )
        roundings += BigInt(flows.length + MINTS.length * WALLETS.length)
        before = now
        flows = []
      }
      for (const e of events) {
        if (e.is === 'observe') observe()
        else if (e.is === 'price' || e.is === 'trade' || e.is === 'fee' || !w.held.has(e.wallet)) continue
        else if (e.is === 'deposit') {
          w.add(e.wallet, e.mint, e.amount)
          flow(e.wallet, null, e.mint, e.amount)
        } else if (e.is === 'withdrawal') flow(e.wallet, null, e.mint, -w.take(e.wallet, e.mint, e.amount))
        else if (e.is === 'move') {
          if (e.to === e.wallet || !w.held.has(e.to)) continue
          const taken = w.take(e.wallet, e.mint, e.amount)
          w.add(e.to, e.mint, taken)
          flow(e.wallet, e.to, e.mint, -taken)
          flow(e.to, e.wallet, e.mint, taken)
        } else if (e.is === 'join') w.groups.get(e.wallet)?.add(e.group)
        else if (e.is === 'leave') w.groups.get(e.wallet)?.delete(e.group)
        else {
          observe()
          w.held.delete(e.wallet)
        }
      }
      observe()
      for (const scope of scopes) {
        const sums = totals.get(scope) ?? NOTHING
        const gain = valueIn(scope, before) - sums.deposited + sums.withdrawn
        // Every figure is rounded down to a millionth of a USD.
        assert.ok(gain <= roundings && gain >= -roundings, `${scope}: ${gain}`)
      }
    }),
    { numRuns: 400 },
  )
})

void test('a loss is rounded like a gain, so that what came and went again is nothing', () => {
  const prices: Prices = new Map([['token', 333_333_333n]])
  const one = { mint: 'token', decimals: 5, amount: 12_345n }
  assert.equal(computeWorth(one, prices), microUsd(12_345n, 5, 333_333_333n))
  assert.equal(computeWorth(one, prices) + computeWorth({ ...one, amount: -12_345n }, prices), 0n)
})
