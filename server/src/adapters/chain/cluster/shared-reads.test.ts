/** Tests which answers of a chain are shared, and which never are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Blockhash, Signature } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain, ChainNode } from '../../../ports/chain.ts'
import type { Execution, ReadOptions } from '../../../ports/chain-data.ts'
import { shareBlockhash } from './shared-blockhash.ts'
import { shareReads } from './shared-reads.ts'

const [ANNA, BEN, MINT, POCKET] = ['anna', 'ben', 'mint', 'pocket'] as Address[] as [
  Address,
  Address,
  Address,
  Address,
]
const SHARED = { maxAgeMs: 1_000 }

function ground() {
  const at = { slot: 100n, ms: 0, lamports: 5n, held: 7n, rent: 890_880n, error: null as string | null }
  const calls: { name: string; of: unknown; need: bigint | undefined }[] = []
  let fails = false
  const called = (name: string, of: unknown, { minContextSlot }: ReadOptions = {}) => {
    calls.push({ name, of, need: minContextSlot })
    if (fails) throw new Fault('chain_away')
  }
  const token = () => ({
    mint: MINT,
    owner: ANNA,
    amount: at.held,
    frozen: false,
    lamports: at.lamports,
    mayClose: true,
  })
  const chain = {
    async accounts(addresses: Address[], options?: ReadOptions) {
      called('accounts', addresses, options)
      const { lamports, slot } = at
      return addresses.map((address) => ({ lamports, token: address === POCKET ? token() : null, slot }))
    },
    async balances(addresses: Address[], options?: ReadOptions) {
      called('balances', addresses, options)
      return addresses.map(() => ({ lamports: at.lamports, slot: at.slot }))
    },
    async tokenHoldings(owner: Address, mint: Address, options?: ReadOptions) {
      called('tokenHoldings', owner, options)
      return {
        tokens: [{ account: POCKET, mint, amount: at.held, decimals: 5, program: MINT }],
        slot: at.slot,
      }
    },
    async rentExempt(bytes: number) {
      called('rentExempt', bytes)
      return at.rent + BigInt(bytes)
    },
    simulate: async () => ({ error: at.error, logs: [], units: 0n }),
    statuses: async () => [null, { slot: at.slot, commitment: 'confirmed', err: at.error }],
    async execution(): Promise<Execution> {
      const none = { before: 0n, after: 0n }
      return {
        slot: at.slot,
        err: at.error,
        fee: 0n,
        logs: [],
        lamports: [{ address: ANNA, ...none }],
        tokens: [],
      }
    },
  } as unknown as Chain
  const shared = shareReads(chain, { monotonic: () => at.ms })
  return { at, calls, shared, fail: (now: boolean) => (fails = now) }
}

test('what is asked for in one turn is one call, and a young answer serves the next; without an age the chain is asked', async () => {
  const { at, calls, shared } = ground()
  const both = [shared.balances([ANNA], SHARED), shared.accounts([BEN, ANNA], SHARED)] as const
  assert.equal((await both[0])[0]?.lamports, 5n)
  assert.equal((await both[1])[1]?.lamports, 5n)
  assert.deepEqual(calls, [{ name: 'accounts', of: [ANNA, BEN], need: undefined }])
  at.lamports = 6n
  at.ms = 1_000
  assert.equal((await shared.balances([ANNA], SHARED))[0]?.lamports, 5n)
  assert.equal((await shared.balances([ANNA]))[0]?.lamports, 6n)
  at.ms = 1_001
  assert.equal((await shared.balances([ANNA], SHARED))[0]?.lamports, 6n)
  assert.equal(calls.length, 3)
})

test('an answer of before the least slot, or of before the last execution of the account, is not given', async () => {
  const { at, calls, shared } = ground()
  await shared.accounts([ANNA, BEN], SHARED)
  at.slot = 110n
  assert.equal((await shared.accounts([BEN], { ...SHARED, minContextSlot: 105n }))[0]?.slot, 110n)
  assert.equal(calls.at(-1)?.need, 105n)
  at.slot = 120n
  await shared.execution('' as Signature)
  at.lamports = 1n
  // Ben's account was not part of it.
  await shared.accounts([BEN], SHARED)
  assert.equal(calls.length, 2)
  assert.equal((await shared.accounts([ANNA], SHARED))[0]?.lamports, 1n)
  assert.equal(calls.at(-1)?.need, 120n)
})

test('a reading under way when an execution is read serves nobody who asks after it', async () => {
  const { at, calls, shared } = ground()
  const before = shared.accounts([ANNA], SHARED)
  await new Promise(setImmediate)
  at.slot = 130n
  await shared.execution('' as Signature)
  at.lamports = 2n
  assert.equal((await shared.accounts([ANNA], SHARED))[0]?.lamports, 2n)
  assert.equal((await before)[0]?.lamports, 5n)
  assert.equal(calls.length, 2)
})

test('tokens of a mint are read where they were found, and found again where an account may be new', async () => {
  const { at, calls, shared } = ground()
  assert.equal((await shared.tokenHoldings(ANNA, MINT, SHARED)).tokens[0]?.amount, 7n)
  at.held = 3n
  at.ms = 10
  const { tokens, slot } = await shared.tokenHoldings(ANNA, MINT, SHARED)
  assert.deepEqual([tokens[0]?.amount, slot], [3n, 100n])
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['tokenHoldings', 'accounts'],
  )
  assert.deepEqual((await shared.tokenHoldings(BEN, MINT, SHARED)).tokens.length, 1)
  at.ms = 20
  assert.deepEqual((await shared.tokenHoldings(BEN, MINT, SHARED)).tokens, [], 'another owns it')
  at.ms = 60_000
  await shared.tokenHoldings(ANNA, MINT, SHARED)
  assert.equal(calls.at(-1)?.name, 'tokenHoldings')
})

test('rent is read once a minute, and a failure is not remembered', async () => {
  const { at, calls, shared, fail } = ground()
  fail(true)
  await assert.rejects(shared.rentExempt(0), { code: 'chain_away' })
  await assert.rejects(shared.accounts([ANNA], SHARED), { code: 'chain_away' })
  fail(false)
  assert.equal((await shared.accounts([ANNA], SHARED)).length, 1)
  calls.length = 0
  assert.deepEqual(await Promise.all([shared.rentExempt(165), shared.rentExempt(165)]), [891_045n, 891_045n])
  at.ms = 59_999
  await shared.rentExempt(165)
  assert.equal(calls.length, 1)
  at.ms = 60_000
  await shared.rentExempt(165)
  assert.equal(calls.length, 2)
})

test('after a refusal rent is read anew, since it may have been for want of it', async () => {
  const { at, calls, shared } = ground()
  const rents = () => calls.filter(({ name }) => name === 'rentExempt').length
  for (const refusal of [
    () => shared.simulate(new Uint8Array()),
    () => shared.execution('' as Signature),
    () => shared.statuses(['' as Signature]),
  ]) {
    const before = rents()
    at.ms += 60_000
    await shared.rentExempt(0)
    at.error = null
    at.ms += 1_000
    await refusal()
    await shared.rentExempt(0)
    assert.equal(rents(), before + 1, 'what succeeds tells nothing')
    at.error = 'any'
    await refusal()
    at.rent += 1n
    assert.equal(await shared.rentExempt(0), at.rent)
    at.ms += 500
    await refusal()
    await shared.rentExempt(0)
    assert.equal(rents(), before + 2, 'a thousand refusals are not a thousand reads')
    at.rent += 1n
    at.ms += 500
    assert.equal(
      await shared.rentExempt(0),
      at.rent,
      'but what came before the last is read anew in a second',
    )
  }
})

test('a blockhash is shared for a few slots, however long they take, and not once the chain is known to be further', async () => {
  const at = { slot: 0n, ms: 0 }
  let calls = 0
  const answer = async () => {
    calls++
    return { blockhash: String(calls) as Blockhash, lastValidBlockHeight: at.slot + 150n, slot: at.slot }
  }
  const node = {
    latestBlockhash: answer,
    blockHeight: async () => ({ height: at.slot, slot: at.slot }),
  } as unknown as ChainNode
  const shared = shareBlockhash(node, { monotonic: () => at.ms })
  const hash = async () => Number((await shared.latestBlockhash()).blockhash)
  const pass = (slots: bigint, slotMs: number) => {
    at.slot += slots
    at.ms += Number(slots) * slotMs
  }
  assert.deepEqual(await Promise.all([hash(), hash()]), [1, 1])
  pass(10n, 400)
  assert.equal(await hash(), 2)
  pass(2n, 400)
  assert.equal(await hash(), 2)
  pass(1n, 400)
  assert.equal(await hash(), 3, 'a second is over')
  pass(100n, 10)
  assert.equal(await hash(), 4)
  pass(4n, 10)
  assert.equal(await hash(), 4)
  pass(2n, 10)
  assert.equal(await hash(), 5, 'five slots are over')
  at.slot += 10n
  assert.equal(await hash(), 5)
  await shared.blockHeight('moved')
  assert.equal(await hash(), 6)
})

test('of two that wait for one reading, each gets the slot that it needs', async () => {
  const { at, shared } = ground()
  const slots = [99n, 100n, 105n]
  Object.defineProperty(at, 'slot', { get: () => (slots.length > 1 ? slots.shift() : slots[0]) })
  const [first, second, third] = await Promise.all([
    shared.balances([ANNA], SHARED),
    shared.balances([ANNA], { ...SHARED, minContextSlot: 100n }),
    shared.balances([ANNA], { ...SHARED, minContextSlot: 105n }),
  ])
  assert.equal(first[0]?.slot, 99n)
  assert.ok((second[0]?.slot ?? 0n) >= 100n)
  assert.ok((third[0]?.slot ?? 0n) >= 105n)
})

test('token accounts that a fresh look has found are known to those who share', async () => {
  const { at, calls, shared } = ground()
  await shared.tokenHoldings(ANNA, MINT, SHARED)
  at.ms = 5_000
  await shared.tokenHoldings(ANNA, MINT)
  at.ms = 34_000
  calls.length = 0
  await shared.tokenHoldings(ANNA, MINT, SHARED)
  // The first read is 34 s old, the second 29 s: only the contents of the accounts are read.
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['accounts'],
  )
})

test('who says so gets an older blockhash, for as long as most of its life is left', async () => {
  const at = { slot: 0n, ms: 0 }
  let calls = 0
  const node = {
    async latestBlockhash() {
      calls++
      return { blockhash: String(calls) as Blockhash, lastValidBlockHeight: at.slot + 150n, slot: at.slot }
    },
    blockHeight: async () => ({ height: at.slot, slot: at.slot }),
    accounts: async () => [{ slot: at.slot, lamports: 1n, token: null }],
  } as unknown as ChainNode
  const shared = shareBlockhash(node, { monotonic: () => at.ms })
  const hash = async (options?: { maxAgeMs: number }) =>
    Number((await shared.latestBlockhash(options)).blockhash)
  const old = { maxAgeMs: 7_000 }
  const pass = (slots: bigint, slotMs: number) => {
    at.slot += slots
    at.ms += Number(slots) * slotMs
  }
  assert.equal(await hash(old), 1)
  pass(12n, 400)
  assert.equal(await hash(old), 2, 'the speed of slots is not known before')
  pass(12n, 400)
  assert.equal(await hash(old), 2)
  pass(6n, 400)
  assert.equal(await hash(old), 3, 'seven seconds are over')
  pass(6n, 400)
  assert.equal(await hash(), 4, 'others get one that is a second old at most')
  pass(200n, 50)
  assert.equal(await hash(old), 5)
  pass(59n, 50)
  assert.equal(await hash(old), 5)
  pass(2n, 50)
  assert.equal(await hash(old), 6, 'sixty slots are over')
  at.slot += 61n
  await shared.blockHeight('moved')
  assert.equal(await hash(old), 7, 'the node is further')
  at.slot += 61n
  await shared.accounts([ANNA])
  assert.equal(await hash(old), 8, 'its accounts are')
})
