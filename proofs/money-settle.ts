/** What the books say of an operation against what the chain holds, once neither lies nor forks are between them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { add, type Holdings, holdingsOf, rentAt, unitsAt } from './money-holdings.ts'
import { isOver, type World } from './money-world.ts'

/** By the hastened clock: on a busy machine its minutes bring less about than real ones. */
export const ENDS_WITHIN_MS = 3_000_000

/** Between two looks at one operation: each is a query, and dozens are under way. */
export const LOOKS_MS = 1_000

type Told = {
  fees: bigint
  payer: string | null
  expected: Holdings
  /** Of a token: who was paid in it, and who gave of it. */
  paid: Set<string>
  gave: Set<string>
  transfers: number
  failed: number
}

/** A row counts for what it says: confirmed ones have moved, failed ones have not, and the fees are the payer's. */
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
    const keyOf = mint === SOL_MINT ? (address: string) => address : unitsAt
    add(expected, keyOf(source), -amount)
    add(expected, keyOf(destination), amount)
    if (mint === SOL_MINT) continue
    gave.add(source)
    paid.add(destination)
  }
  const { fees } = await engine.lookups.totals(id)
  const { source, destination, payer } = operation.request as Record<string, string | undefined>
  // What is taken back from the journal does not say any more who of a gather pays.
  const said = payer !== 'source' && !(restored && operation.type.endsWith('gather'))
  const own = said ? (source ?? destination ?? '') : null
  if (own !== null) add(expected, own, -fees)
  const failed = rows.filter(({ status }) => status === 'failed').length
  return { status: operation.status, fees, payer: own, expected, paid, gave, transfers: rows.length, failed }
}

type Of = { addresses: string[]; before: Holdings; restored: boolean }
const sum = (all: Iterable<bigint>) => [...all].reduce((a, b) => a + b, 0n)

/** Token accounts were opened for whoever was paid, and closed by whoever gave; answers what that cost in all. */
function rentOf(told: Told, { addresses, before }: Of, held: Holdings): bigint {
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

/** What every wallet holds is what the books say. Answers what they hold. */
async function assertTold(world: World, id: string, of: Of, told: Told): Promise<Holdings> {
  const { addresses } = of
  const { fees, payer } = told
  const held = await holdingsOf(world.ground, addresses)
  const rent = rentOf(told, of, held)
  const expected = new Map(told.expected)
  for (const address of addresses)
    if (held.has(rentAt(address))) expected.set(rentAt(address), held.get(rentAt(address)) ?? 0n)
  // Whoever pays the fees pays for what is opened, and gets what is won back.
  if (payer !== null) add(expected, payer, -rent)
  const lamportsOf = (of: Holdings) => addresses.map((address) => of.get(address) ?? 0n)
  // Of a gather whose sources pay, the books say the fees of all together.
  if (payer === null) {
    const opened = sum(
      addresses.map((address) => (of.before.get(rentAt(address)) ? 0n : (held.get(rentAt(address)) ?? 0n))),
    )
    addresses.forEach((address) => {
      const lacks = (expected.get(address) ?? 0n) - (held.get(address) ?? 0n)
      const least = told.paid.has(address) ? rent - opened : 0n
      assert.ok(lacks >= least && lacks <= fees + opened, `${address} of ${id} lacks ${lacks}`)
    })
    assert.equal(sum(lamportsOf(held)) + fees + rent, sum(lamportsOf(expected)), id)
    for (const address of addresses) expected.set(address, held.get(address) ?? 0n)
  }
  for (const [key, amount] of held) assert.equal(amount, expected.get(key) ?? 0n, `${key} of ${id}`)
  return held
}

/**
 * Once it has ended and its books are the chain's: what a lie or a fork had it believe is opened again. Answers what
 * every address is to hold from now on.
 */
export async function settle(world: World, id: string, of: Of) {
  const { addresses } = of
  const { clock } = world.ground
  // Counted in looks and not by the clock: on a busy machine the engine's own waits are longer, too.
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

/** Writes what the database and the chain say of it to a file, and names that. */
export async function fail(world: World, id: string, addresses: string[], cause: unknown): Promise<never> {
  const { ground } = world
  const evidence = {
    ...(await world.rowsOf(id)),
    addresses,
    held: [...(await holdingsOf(ground, addresses))],
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
