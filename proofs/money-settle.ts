/** Compares the books of an operation with the chain, once neither lies nor forks are between them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { add, type Holdings, readHoldings, rentAt, unitsAt } from './money-holdings.ts'
import { isOver, type World } from './money-world.ts'

/** Measured on the accelerated clock: on a busy machine its minutes achieve less than real ones. */
export const ENDS_WITHIN_MS = 3_000_000

/** The time between two polls of one operation: each is a query, and dozens are running. */
export const LOOKS_MS = 1_000

type Told = {
  fees: bigint
  payer: string | null
  expected: Holdings
  /** For a token: the wallets that were paid in it, and those that gave it. */
  paid: Set<string>
  gave: Set<string>
  transfers: number
  failed: number
}

/** Counts each row by its status: confirmed ones have moved, failed ones have not, and the payer pays the fees. */
async function tell(
  world: World,
  id: string,
  { before, restored }: Pick<Of, 'before' | 'restored'>,
): Promise<Told & { status: string }> {
  const { engine } = world
  const operation = await engine.lookups.find(id)
  assert.ok(operation)
  const expected = new Map(before)
  const [paid, gave] = [new Set<string>(), new Set<string>()]
  const rows = await engine.lookups.listMovements(id)
  for (const { status, mint, source, destination, amount } of rows) {
    assert.ok(status === 'confirmed' || status === 'failed', `a transfer was left ${status}`)
    if (status === 'failed') continue
    const toKey = mint === SOL_MINT ? (address: string) => address : unitsAt
    add(expected, toKey(source), -amount)
    add(expected, toKey(destination), amount)
    if (mint === SOL_MINT) continue
    gave.add(source)
    paid.add(destination)
  }
  const { fees } = await engine.lookups.totals(id)
  const { source, destination, payer } = operation.request as Record<string, string | undefined>
  // An operation restored from the journal no longer names the payer of a gather.
  const said = payer !== 'source' && !(restored && operation.type.endsWith('gather'))
  const own = said ? (source ?? destination ?? '') : null
  if (own !== null) add(expected, own, -fees)
  const failed = rows.filter(({ status }) => status === 'failed').length
  return { status: operation.status, fees, payer: own, expected, paid, gave, transfers: rows.length, failed }
}

type Of = { addresses: string[]; before: Holdings; restored: boolean }
const sum = (all: Iterable<bigint>) => [...all].reduce((a, b) => a + b, 0n)

/** Token accounts were opened for the recipients, and closed by the givers; returns the total cost of that. */
function sumRent(told: Told, { addresses, before }: Of, held: Holdings): bigint {
  return sum(
    addresses.map((address) => {
      const [then, now] = [before.get(rentAt(address)) ?? 0n, held.get(rentAt(address)) ?? 0n]
      if (told.paid.has(address)) assert.ok(now > 0n, `the token account of ${address} is open`)
      if (now < then) assert.ok(now === 0n && told.gave.has(address), `${address} closed its token account`)
      if (now > then) assert.ok(then === 0n && told.paid.has(address), `one was opened for ${address}`)
      return now - then
    }),
  )
}

/** Asserts that the balance of every wallet agrees with the books. Returns the balances. */
async function assertTold(world: World, id: string, of: Of, told: Told): Promise<Holdings> {
  const { addresses } = of
  const { fees, payer } = told
  const holdings = await readHoldings(world.ground, addresses)
  const rent = sumRent(told, of, holdings)
  const expected = new Map(told.expected)
  for (const address of addresses)
    if (holdings.has(rentAt(address))) expected.set(rentAt(address), holdings.get(rentAt(address)) ?? 0n)
  // The payer of the fees pays for opened accounts, and gets the rent of closed ones.
  if (payer !== null) add(expected, payer, -rent)
  const getLamports = (of: Holdings) => addresses.map((address) => of.get(address) ?? 0n)
  // For a gather whose sources pay, the books have only the sum of the fees.
  if (payer === null) {
    const opened = sum(
      addresses.map((address) =>
        of.before.get(rentAt(address)) ? 0n : (holdings.get(rentAt(address)) ?? 0n),
      ),
    )
    addresses.forEach((address) => {
      const lacks = (expected.get(address) ?? 0n) - (holdings.get(address) ?? 0n)
      const least = told.paid.has(address) ? rent - opened : 0n
      assert.ok(lacks >= least && lacks <= fees + opened, `${address} of ${id} lacks ${lacks}`)
    })
    assert.equal(sum(getLamports(holdings)) + fees + rent, sum(getLamports(expected)), id)
    for (const address of addresses) expected.set(address, holdings.get(address) ?? 0n)
  }
  for (const [key, amount] of holdings) assert.equal(amount, expected.get(key) ?? 0n, `${key} of ${id}`)
  return holdings
}

/**
 * Waits until it has ended and its books agree with the chain: an operation that ended because of a lie or a fork is
 * reopened. Returns the expected balance of every address from now on.
 */
export async function settle(world: World, id: string, of: Of) {
  const { addresses } = of
  const { clock } = world.ground
  // Counted in polls and not by the clock: on a busy machine the engine's own waits are longer, too.
  for (let left = ENDS_WITHIN_MS / LOOKS_MS; ; left--, await clock.sleep(LOOKS_MS)) {
    if (!isOver(await world.engine.lookups.find(id))) {
      if (left <= 0) await fail(world, id, addresses, new Error('it has not ended'))
      continue
    }
    try {
      const told = await tell(world, id, of)
      return { ...told, held: await assertTold(world, id, of, told) }
    } catch (error) {
      if (left <= 0) await fail(world, id, addresses, error)
    }
  }
}

/** Writes the database's and the chain's records of it to a file, and names that. */
export async function fail(world: World, id: string, addresses: string[], cause: unknown): Promise<never> {
  const { ground } = world
  const evidence = {
    ...(await world.readRows(id)),
    addresses,
    held: [...(await readHoldings(ground, addresses))],
    endpoints: ground.nodes.length,
    slot: ground.slot?.(),
    events: ground.events?.(addresses),
  }
  const text = (key: string, value: unknown) =>
    key === 'bytes' ? undefined : typeof value === 'bigint' ? String(value) : value
  const file = join(tmpdir(), `purser-unsettled-${id}.json`)
  writeFileSync(file, JSON.stringify(evidence, text, 1))
  throw new Error(`${id} does not settle; see ${file}`, { cause })
}
