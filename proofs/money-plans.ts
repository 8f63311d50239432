/** Plans of the real planners for random requests. */
import assert from 'node:assert/strict'
import { RESERVE_LAMPORTS, TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { planDistribute } from '../server/src/domains/distributions/plan-distribute.ts'
import { planGather } from '../server/src/domains/distributions/plan-gather.ts'
import { chunkSize } from '../server/src/domains/distributions/sol-packing.ts'
import type { TokenIntent } from '../server/src/domains/distributions/tokens/intent.ts'
import { planTokenDistribute } from '../server/src/domains/distributions/tokens/plan-distribute.ts'
import { planTokenGather } from '../server/src/domains/distributions/tokens/plan-gather.ts'
import { readHolders } from '../server/src/domains/distributions/tokens/plan.ts'
import type { TopUpRequest } from '../server/src/domains/top-ups/kind.ts'
import { planRound } from '../server/src/domains/top-ups/rounds/plan-round.ts'
import type { Movement, Spend } from '../server/src/domains/transfers/index.ts'
import { Fault } from '../server/src/kernel/fault.ts'
import type { World } from './money-world.ts'

export type Purse = { id: number; userId: number; name: string; address: Address }
export type Move = 'distribute' | 'gather' | 'top-up'
const MINIMUM = 5_000_000n
/** Fees and a few token accounts. */
const CAN_PAY = 10_000_000n

export type Planners = Pick<World, 'random' | 'engine' | 'chain' | 'ground'>

/** Plans like a round of automatic top-ups; now and then under the cap of a day. */
async function planTopUp({ random, engine, chain }: Planners, funding: Purse, watched: Purse[]) {
  const [rent, format] = [await chain.rentExempt(0), await engine.funds.format()]
  const [free = 0n, ...held] = await engine.funds.free([funding, ...watched].map((w) => w.address))
  const { pay, fees } = planRound({
    low: watched
      .map(({ id, name, address }, i) => ({ id, name, address, lamports: held[i] ?? 0n }))
      .filter(({ lamports }) => lamports < MINIMUM),
    amount: MINIMUM,
    budget: free - rent - RESERVE_LAMPORTS,
    left: random() < 0.2 ? 2n * MINIMUM : null,
    limit: TRANSFERS_PER_OPERATION,
    size: chunkSize('spread', format, 0n),
    price: 0n,
  })
  if (pay.length === 0) throw new Fault('nothing_to_gather')
  const { id: sourceWalletId, name: sourceName, address: source } = funding
  const request: TopUpRequest = { format, price: '0', source, sourceWalletId, sourceName }
  const movements = pay.map(
    ({ id, name, address }): Movement => ({
      walletId: id,
      walletName: name,
      source,
      destination: address,
      mint: SOL_MINT,
      amount: MINIMUM,
    }),
  )
  const spend: Spend = {
    address: source,
    mint: SOL_MINT,
    amount: MINIMUM * BigInt(pay.length) + fees,
    walletName: sourceName,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
    exclusive: true,
  }
  return { request, movements, spends: [spend] }
}

/** A plan of the real planners for a random request, and the type of its operation. */
export const planMove = async (world: Planners, step: Move, purses: Purse[]) =>
  world.ground.token && step !== 'top-up'
    ? planToken(world, step, purses)
    : { ...(await planSol(world, step, purses)), type: step }

async function planSol(world: Planners, step: Move, purses: Purse[]) {
  const { random, engine, chain } = world
  const parts = { chain, transfers: engine }
  const mixed = purses.toSorted(() => random() - 0.5)
  // Mostly from the richest wallet, so that few requests are refused.
  if (step !== 'gather' && random() < 0.8) {
    const free = await engine.funds.free(mixed.map((w) => w.address))
    const most = free.reduce((best, lamports, i) => (lamports > (free[best] ?? 0n) ? i : best), 0)
    mixed.unshift(...mixed.splice(most, 1))
  }
  const [first, ...rest] = mixed
  assert.ok(first)
  if (step === 'top-up') return planTopUp(world, first, rest)
  const some = rest.slice(0, 1 + Math.floor(random() * rest.length))
  // Now and then too little for a new account: that transfer fails, and the others go on.
  const lines = some.map(({ id }) => ({
    walletId: id,
    amount: BigInt(Math.floor(random() < 0.2 ? random() * 700_000 : 700_000 + random() * 20_000_000)) + 1n,
  }))
  if (step === 'distribute') return planDistribute(parts, { sourceWalletId: first.id, lines }, first, some)
  const custom = random() < 0.3
  const taken = lines.map((line) => ({ ...line, amount: custom ? line.amount : null }))
  const emptyWallets = random() < 0.3
  return planGather(parts, { destinationWalletId: first.id, lines: taken, emptyWallets }, first, some)
}

/**
 * The same for a token: mostly to or from wallets that can pay, now and then for all that is there, with the accounts
 * closed.
 */
async function planToken(world: Planners, step: 'distribute' | 'gather', purses: Purse[]) {
  const { random, engine, chain, ground } = world
  const mint =
    (await chain.tokenMint((ground.token ?? assert.fail('a token is moved')).mint)) ??
    assert.fail('it is there')
  const parts = { chain, transfers: engine }
  const mixed = purses.toSorted(() => random() - 0.5)
  if (random() < 0.8) {
    const free = await engine.funds.free(mixed.map((w) => w.address))
    const holders = await readHolders(parts, mint, mixed)
    const of = (i: number) =>
      (free[i] ?? 0n) < CAN_PAY ? -1n : step === 'gather' ? (free[i] ?? 0n) : (holders[i]?.free ?? 0n)
    const best = mixed.reduce((most, _, i) => (of(i) > of(most) ? i : most), 0)
    mixed.unshift(...mixed.splice(best, 1))
  }
  const [middle, ...rest] = mixed
  assert.ok(middle)
  const others = rest.slice(0, 1 + Math.floor(random() * rest.length))
  const custom = step === 'distribute' || random() < 0.3
  const intent: TokenIntent = {
    type: `token-${step}`,
    mint: mint.mint,
    middle: middle.address,
    lines: others.map(({ address }) => ({
      address,
      amount: custom ? BigInt(Math.floor(random() * 20_000)) + 1n : null,
    })),
    closeAccounts: random() < 0.5,
    of: undefined,
  }
  const details = { intent, requestHash: '', mint }
  const { type } = intent
  return step === 'distribute'
    ? { ...(await planTokenDistribute(parts, details, { middle, others })), type }
    : { ...(await planTokenGather(parts, details, { middle, others })), type }
}
