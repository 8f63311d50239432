import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateBulk, generateWallet, revealKey } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../db/client.ts'
import { MasterKeyError, openMasterKey } from '../master-key.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { createClient } from '../test/client.ts'
import { runProgram, startProgram } from '../test/process.ts'
import { signUp } from '../test/sign-up.ts'
import { until } from '../test/until.ts'

const freshDir = () => mkdtempSync(join(tmpdir(), 'purser-rotate-'))
const rotate = async (env: Record<string, string>, ...args: string[]) => {
  const run = runProgram('operator/rotate.ts', env, args)
  return { code: await run.ended, output: run.output() }
}

async function createOwner(url: string) {
  const call = createClient(url)
  const { token } = await signUp(call)
  return { token, wallet: (await call(generateWallet, { token })).ok }
}
async function assertOpens(url: string, { token, wallet }: Awaited<ReturnType<typeof createOwner>>) {
  const { ok } = await createClient(url)(revealKey, { token, body: { address: wallet.address } })
  assert.equal(ok.private_key, wallet.private_key)
}

test('the generated master key is changed under a running server, at rest, and after a crash between the steps', async () => {
  const DATA_DIR = freshDir()
  const file = join(DATA_DIR, 'master.key')
  const key = () => readFileSync(file, 'utf8')
  let desk = await startProgram({ DATA_DIR })
  const ann = await createOwner(desk.url)
  const first = key()
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(DATA_DIR, 'control.sock')).mode & 0o777, 0o600)

  const running = await rotate({ DATA_DIR })
  assert.equal(running.code, 0, running.output)
  const second = key()
  assert.notEqual(second, first)
  assert.equal(existsSync(`${file}.next`), false)
  assert.ok(!running.output.includes(second.trim()) && !desk.output().includes(second.trim()))
  await assertOpens(desk.url, ann)
  assert.equal(await desk.kill('SIGTERM'), 0)

  const atRest = await rotate({ DATA_DIR })
  assert.equal(atRest.code, 0, atRest.output)
  const third = key()
  assert.notEqual(third, second)

  // Killed after the database had the new key, before the file was renamed.
  writeFileSync(file, second)
  writeFileSync(`${file}.next`, third)
  desk = await startProgram({ DATA_DIR })
  await assertOpens(desk.url, ann)
  assert.equal(key(), third)
  await desk.kill('SIGKILL')

  // Killed before the database had it: the next key is worthless.
  writeFileSync(`${file}.next`, first)
  desk = await startProgram({ DATA_DIR })
  await assertOpens(desk.url, ann)
  assert.deepEqual([key(), existsSync(`${file}.next`)], [third, false])
  await desk.kill('SIGKILL')

  // Neither belongs to this database: one line, and nothing is overwritten.
  writeFileSync(file, first)
  const refused = runProgram('main.ts', { DATA_DIR, PORT: '0', LOCALNET_RPC_PORT: '0' })
  assert.equal(await refused.ended, 1)
  const line = refused.output().trim().split('\n').at(-1) ?? ''
  assert.match(line, /master\.key does not open the wallets in this database/)
  assert.equal(key(), first)
})

test('a configured master key is shown to whoever changes it, and the old one no longer starts the server', async () => {
  const DATA_DIR = freshDir()
  const MASTER_KEY = Buffer.alloc(32, 5).toString('base64')
  const desk = await startProgram({ DATA_DIR, MASTER_KEY })
  const ann = await createOwner(desk.url)
  const { code, output } = await rotate({ DATA_DIR, MASTER_KEY })
  assert.equal(code, 0, output)
  const next = /MASTER_KEY=(\S{44})/.exec(output)?.[1] ?? ''
  assert.equal(Buffer.from(next, 'base64').length, 32)
  await assertOpens(desk.url, ann)
  assert.equal(await desk.kill('SIGTERM'), 0)
  assert.ok(!desk.output().includes(next))
  assert.equal(existsSync(join(DATA_DIR, 'master.key')), false)
  const old = runProgram('main.ts', { DATA_DIR, MASTER_KEY, PORT: '0', LOCALNET_RPC_PORT: '0' })
  assert.equal(await old.ended, 1)
  assert.match(old.output(), /MASTER_KEY does not open the keys in this database/)
  const again = await startProgram({ DATA_DIR, MASTER_KEY: next })
  await assertOpens(again.url, ann)
  const deep = await rotate({ DATA_DIR, MASTER_KEY: next }, '--deep')
  assert.equal(deep.code, 0, deep.output)
  assert.match(deep.output, /^ {2}MASTER_KEY=\S{44}$/m)
  assert.match(deep.output, /^Wallets of 1 of 1 users are re-encrypted\.$/m)
  await assertOpens(again.url, ann)
  await again.kill('SIGTERM')
})

const PROGRESS = /^Wallets of \d+ of \d+ users are re-encrypted\.$/m
const GOES_ON = /^An earlier run was not finished and now continues; the master key stays the same\./m

test('a deep rotation goes on after its server, or the program that asks for it, was killed; what does not open is named', async () => {
  const DATA_DIR = freshDir()
  const file = join(DATA_DIR, 'master.key')
  let desk = await startProgram({ DATA_DIR })
  const ann = await createOwner(desk.url)
  const call = createClient(desk.url)
  // Enough that the rotation still runs when the first lines are read.
  for (let n = 0; n < 5; n++) {
    const body = { count: 1_000, namePrefix: 'Many' }
    assert.equal((await call(generateBulk, { token: ann.token, body })).status, 201)
  }
  const before = readFileSync(file, 'utf8')

  const first = runProgram('operator/rotate.ts', { DATA_DIR }, ['--deep'])
  await until('it has begun', () => PROGRESS.test(first.output()))
  await desk.kill('SIGKILL')
  assert.equal(await first.ended, 1)
  assert.match(
    first.output(),
    /did not continue; its log says why\. Run this again to resume where it was\.$/m,
  )
  const master = readFileSync(file, 'utf8')
  assert.notEqual(master, before)

  desk = await startProgram({ DATA_DIR })
  assert.match(desk.output(), /not everything is re-encrypted yet: npm run keys:rotate -- --deep continues/)
  await assertOpens(desk.url, ann)
  const second = runProgram('operator/rotate.ts', { DATA_DIR }, ['--deep'])
  await until('it goes on', () => PROGRESS.test(second.output().replace(GOES_ON, '')))
  await second.kill('SIGKILL')
  assert.match(second.output(), GOES_ON)
  await assertOpens(desk.url, ann)
  assert.equal(await desk.kill('SIGTERM'), 0)

  const third = await rotate({ DATA_DIR }, '--deep')
  assert.equal(third.code, 0, third.output)
  assert.match(third.output, GOES_ON)
  assert.match(third.output, /^Wallets of 1 of 1 users are re-encrypted\.$/m)
  assert.match(third.output, /^The private keys themselves are unchanged/m)
  assert.equal(readFileSync(file, 'utf8'), master)

  const { id } = ann.wallet
  const database = await openEmbedded({ dir: join(DATA_DIR, 'db') })
  await database.db.execute(sql`update wallets set sealed_key = '\\x00' where id > ${id} and id < ${id + 3}`)
  await database.close()
  const fourth = await rotate({ DATA_DIR }, '--deep')
  assert.equal(fourth.code, 1, fourth.output)
  assert.notEqual(readFileSync(file, 'utf8'), master)
  for (const n of [id + 1, id + 2]) {
    assert.match(fourth.output, new RegExp(`^wallet:${n} of user:1$`, 'm'))
    assert.match(fourth.output, new RegExp(`"value":"wallet:${n} of user:1"`), 'in the log')
  }
  assert.match(fourth.output, /2 values and 0 data keys did not open/)
  desk = await startProgram({ DATA_DIR })
  await assertOpens(desk.url, ann)
  assert.equal(await desk.kill('SIGTERM'), 0)
})

test('a rotation whose answer is lost goes by what the database says', async () => {
  const dir = freshDir()
  let under = new Uint8Array(0)
  const opens = async (key: Uint8Array) => (under.length === 0 ? null : Buffer.from(key).equals(under))
  const master = await openMasterKey(null, dir, opens)
  under = new Uint8Array(master.current())
  const before = master.current()
  const settled = async () => undefined
  await assert.rejects(
    master.rotate({
      settled,
      async reseal(_, adopt) {
        adopt()
        throw new Error('rolled back')
      },
    }),
    /rolled back/,
  )
  assert.deepEqual(master.current(), before)
  await master.rotate({
    settled,
    async reseal(next, adopt) {
      adopt()
      under = new Uint8Array(next)
      throw new Error('the connection was lost after the commit')
    },
  })
  assert.deepEqual(new Uint8Array(master.current()), under)
  assert.deepEqual((await openMasterKey(null, dir, opens)).current(), master.current())
  await assert.rejects(openMasterKey(new Uint8Array(32), dir, opens), MasterKeyError)
})

/** A database under one key, which may fail to answer. */
function ledger() {
  const state = { under: new Uint8Array(0) as Uint8Array, away: false }
  const opens = async (key: Uint8Array) => {
    if (state.away) throw new Error('the database is away')
    return state.under.length === 0 ? null : Buffer.from(key).equals(state.under)
  }
  const reseal = async (next: Uint8Array, adopt: () => void) => {
    adopt()
    state.under = next
  }
  return { state, opens, reseal }
}
const full = async (): Promise<void> => {
  throw new Error('no space left on the device')
}
const settled = async () => undefined

test('a settle that fails, and a second rotation that fails, leave the key in use on the disk', async () => {
  const dir = freshDir()
  const { state, opens, reseal } = ledger()
  const master = await openMasterKey(null, dir, opens)
  state.under = master.current()
  await assert.rejects(master.rotate({ reseal, settled: full }), /no space/)
  const live = state.under
  const undone = async (_: Uint8Array, adopt: () => void) => {
    adopt()
    throw new Error('rolled back')
  }
  for (let i = 0; i < 3; i++) await assert.rejects(master.rotate({ reseal: undone, settled }), /rolled back/)
  assert.deepEqual(master.current(), live)
  const again = await openMasterKey(null, dir, opens, settled)
  assert.deepEqual(again.current(), live)
  await again.rotate({ reseal, settled })
  assert.deepEqual((await openMasterKey(null, dir, opens, settled)).current(), state.under)
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('master.key')),
    ['master.key'],
  )
})

test('however rotations fail, one after the other, each start finds the key of the database', async () => {
  const steps = ['settle', 'lost', 'undone', 'away', 'done', 'restart', 'power'] as const
  for (let seed = 0; seed < 60; seed++) {
    const dir = freshDir()
    const { state, opens, reseal } = ledger()
    let master = await openMasterKey(null, dir, opens, settled)
    state.under = master.current()
    /** The part of the database that would survive a loss of power. */
    let durable = state.under
    const sync = async () => void (durable = state.under)
    const random = seededRandom(seed)
    for (let i = 0; i < 12; i++) {
      const step = steps[Math.floor(random() * steps.length)]
      if (step === 'restart') master = await openMasterKey(null, dir, opens, random() < 0.5 ? full : sync)
      else if (step === 'power') {
        state.under = durable
        master = await openMasterKey(null, dir, opens, sync)
      } else
        await master
          .rotate({
            settled: step === 'settle' ? full : sync,
            async reseal(next, adopt) {
              if (step === 'undone') adopt()
              else await reseal(next, adopt)
              state.away = step === 'away'
              if (step !== 'done' && step !== 'settle') throw new Error(step)
            },
          })
          .catch(() => undefined)
      state.away = false
      assert.ok(
        master.candidates().some((key) => Buffer.from(key).equals(state.under)),
        `seed ${seed}, ${step}: in memory`,
      )
      for (const under of [state.under, durable]) {
        const there = await openMasterKey(null, dir, async (key) => Buffer.from(key).equals(under), full)
        assert.deepEqual(there.current(), under, `seed ${seed}, ${step}: on the disk`)
      }
    }
  }
})
