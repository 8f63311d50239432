// On PostgreSQL as well.
/** Long histories, endpoints that have forgotten theirs, and transactions that cannot be read: nothing is passed over. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Address } from '@solana/kit'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain, ChainNode } from '../../../ports/chain.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { noEvents } from '../events.ts'
import { paymentWallets } from '../payments.tables.ts'
import { createScan, type Position } from './scan.ts'

const database = await openTestDatabase()
after(() => database.close())

const WALLET = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' as Address
const [owner] = await database.db.insert(users).values({ email: 'owner@example.com' }).returning()
await database.db.insert(paymentWallets).values({ address: WALLET, userId: owner?.id ?? 0 })
const SCANS = 200
type Options = { until?: string; before?: string; limit?: number }

/** Newest first: n has the signature `sn`, a hundred slots after the one before. */
function endpoint(newest: () => number, oldest = 0, away = () => false) {
  const findIndex = (signature: string | undefined) => {
    const n = signature === undefined ? NaN : Number(signature.slice(1))
    return n >= oldest && n <= newest() ? n : null
  }
  const guard = () => (away() ? Promise.reject(new Fault('chain_away')) : Promise.resolve())
  return {
    keepsHistory: async () => true,
    blockHeight: async () => (await guard(), { height: 1n, slot: BigInt(newest() * 100) + 5_000n }),
    async lookUp(signatures: string[]) {
      await guard()
      const states = signatures.map((one) =>
        findIndex(one) === null ? null : { slot: 1n, commitment: 'finalized', err: null },
      )
      return { slot: 1n, states }
    },
    async listSignatures(_: Address, { until, before, limit = 1_000 }: Options) {
      await guard()
      const from = before === undefined ? newest() : findIndex(before)
      // Agave gives this answer for a `before` that it does not know.
      if (from === null) return []
      const [first, last] = [before === undefined ? from : from - 1, findIndex(until) ?? oldest - 1]
      return Array.from({ length: Math.max(0, Math.min(limit, first - last)) }, (__, i) => ({
        signature: `s${first - i}`,
        slot: BigInt((first - i) * 100),
        err: null,
        memo: null,
        blockTime: 1_700_000_000,
      }))
    },
  } as unknown as ChainNode
}

function watch(nodes: ChainNode[], unreadable: (signature: string) => boolean = () => false) {
  const read = new Set<string>()
  const chain = {
    nodes,
    async execution(signature: string) {
      if (unreadable(signature)) throw new Error(`${signature} is written in no known way`)
      read.add(signature)
      return { slot: 1n, err: null, fee: 0n, logs: [], lamports: [], tokens: [] }
    },
  } as unknown as Chain
  let passed = 0
  const make = () =>
    createScan({
      db: database.db,
      chain,
      clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passed },
      events: noEvents,
      transfers: { signatures: { listTypes: async () => new Map() } },
      log: createLog('silent'),
    })
  let scan = make()
  let position: Position = { cursor: null, backlogBefore: null, backlogCursor: null, backlogBeganAt: null }
  return {
    read,
    pass: (ms: number) => void (passed += ms),
    restart: () => void (scan = make()),
    get position() {
      return position
    },
    async step() {
      const scanned = await scan({
        address: WALLET,
        userId: 1,
        nextAt: new Date(),
        ...position,
      })
      position = scanned.position
      return scanned.completeSince !== null
    },
    async complete() {
      for (let n = 0; n < SCANS; n++) if (await this.step()) return
      assert.fail(`it is not complete after ${SCANS} scans`)
    },
  }
}
const missing = (read: Set<string>, count: number) =>
  Array.from({ length: count }, (_, i) => `s${i + 1}`).filter((one) => !read.has(one))

void test('thousands that came during an outage are all read, page by page, and what comes meanwhile too', async () => {
  let newest = 5
  const watcher = watch([endpoint(() => newest)])
  await watcher.complete()
  newest = 3_500
  for (let n = 0; n < 5; n++) await watcher.step()
  newest = 3_700
  await watcher.complete()
  await watcher.complete()
  assert.deepEqual(missing(watcher.read, newest), [])
})

void test('an endpoint that has forgotten what was listed before ends no search', async () => {
  let newest = 5
  const watcher = watch([endpoint(() => newest), endpoint(() => newest, 2_600)])
  await watcher.complete()
  newest = 3_500
  watcher.restart()
  await watcher.complete()
  await watcher.complete()
  assert.deepEqual(missing(watcher.read, newest), [])
})

void test('after an outage an endpoint that does not reach back to it is not believed alone', async () => {
  let newest = 40
  let away = false
  const watcher = watch([
    endpoint(
      () => newest,
      0,
      () => away,
    ),
    endpoint(() => newest, 380),
  ])
  await watcher.complete()
  newest = 400
  away = true
  watcher.restart()
  await assert.rejects(async () => {
    await watcher.step()
    await watcher.step()
  }, /./)
  away = false
  await watcher.complete()
  await watcher.complete()
  assert.deepEqual(missing(watcher.read, newest), [])
})

void test('where no endpoint has the history any more, what there is counts, and the watch goes on', async () => {
  let newest = 50
  const watcher = watch([endpoint(() => newest)])
  await watcher.complete()
  const old = watcher.position.cursor
  newest = 5_000
  const later = watch([endpoint(() => newest, 2_900)])
  Object.assign(later.position, { cursor: old })
  await later.complete()
  assert.equal(later.read.size, 2_101)
  newest = 5_010
  await later.complete()
  assert.equal(later.read.size, 2_111)
})

void test('a transaction that cannot be read holds up no other, and is set aside after ten minutes', async () => {
  let newest = 20
  const watcher = watch([endpoint(() => newest)], (signature) => signature === 's10')
  assert.equal(await watcher.step(), false)
  newest = 30
  assert.equal(await watcher.step(), false)
  assert.deepEqual(missing(watcher.read, newest), ['s10'])
  for (let i = 0; i < 5; i++) assert.equal(await watcher.step(), false)
  watcher.pass(10 * 60_000)
  assert.equal(await watcher.step(), true)
})
