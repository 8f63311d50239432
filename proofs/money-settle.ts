/** What the books say of an operation against what the chain holds, once neither lies nor forks are between them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOver, type World } from './money-world.ts'

/** By the hastened clock: on a busy machine its minutes bring less about than real ones. */
export const ENDS_WITHIN_MS = 3_000_000

/** Between two looks at one operation: each is a query, and dozens are under way. */
export const LOOKS_MS = 1_000

type Told = {
  fees: bigint
  payer: string | null
  expected: Map<string, bigint>
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
  const operation = await engine.find(id)
  assert.ok(operation)
  const expected = new Map(before)
  const add = (address: string, lamports: bigint) =>
    expected.set(address, (expected.get(address) ?? 0n) + lamports)
  const rows = await engine.movementsOf(id)
  for (const row of rows) {
    assert.ok(row.status === 'confirmed' || row.status === 'failed', `a transfer was left ${row.status}`)
    if (row.status === 'failed') continue
    add(row.source, -row.amount)
    add(row.destination, row.amount)
  }
  const { fees } = await engine.totals(id)
  const { source, destination, payer } = operation.request as Record<string, string | undefined>
  // What is taken back from the journal does not say any more who of a gather pays.
  const said = payer !== 'source' && !(restored && operation.type === 'gather')
  const own = said ? (source ?? destination ?? '') : null
  if (own !== null) add(own, -fees)
  const failed = rows.filter(({ status }) => status === 'failed').length
  return { status: operation.status, fees, payer: own, expected, transfers: rows.length, failed }
}

type Of = { addresses: string[]; before: Map<string, bigint>; restored: boolean }
const sum = (all: Iterable<bigint>) => [...all].reduce((a, b) => a + b, 0n)

/** What every wallet holds is what the books say. Answers what they hold. */
async function assertTold(world: World, id: string, addresses: string[], told: Told): Promise<bigint[]> {
  const { fees, payer, expected } = told
  const held = await world.ground.held(addresses)
  // Of a gather whose sources pay, the books say the fees of all together.
  if (payer === null) {
    addresses.forEach((address, n) => {
      const lacks = (expected.get(address) ?? 0n) - (held[n] ?? 0n)
      assert.ok(lacks >= 0n && lacks <= fees, `${address} of ${id} lacks ${lacks}`)
    })
    assert.equal(sum(held) + fees, sum(expected.values()), id)
  } else
    assert.deepEqual(
      held,
      addresses.map((address) => expected.get(address) ?? 0n),
      id,
    )
  return held
}

/**
 * Once it has ended and its books are the chain's: what a lie or a fork had it believe is opened again. Answers what
 * every address is to hold from now on.
 */
export async function settle(world: World, id: string, of: Of) {
  const { addresses } = of
  const { clock } = world.ground
  for (const end = clock.monotonic() + ENDS_WITHIN_MS; ; await clock.sleep(LOOKS_MS)) {
    if (!isOver(await world.engine.find(id))) {
      if (clock.monotonic() > end) await fail(world, id, addresses, new Error('it has not ended'))
      continue
    }
    try {
      const told = await tell(world, id, of)
      const held = await assertTold(world, id, addresses, told)
      return { ...told, held: new Map(addresses.map((address, n) => [address, held[n] ?? 0n])) }
    } catch (error) {
      if (clock.monotonic() > end) await fail(world, id, addresses, error)
    }
  }
}

/** Writes what the database and the chain say of it to a file, and names that. */
export async function fail(world: World, id: string, addresses: string[], cause: unknown): Promise<never> {
  const { ground } = world
  const evidence = {
    ...(await world.rowsOf(id)),
    addresses,
    held: await ground.held(addresses),
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
