// On PostgreSQL as well.
/** An endpoint that does not answer about one address delays only the sender to that address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '@purser/contract/transfers/sends.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { onPostgres } from '../../../test/database.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 1 })
const { call, chain } = desk
const [endpoint] = desk.endpoints
assert.ok(endpoint)
await chain('localnet_setSlotTime', 20)
const address = async () => (await generateKeyPairSigner()).address

async function person(count: number) {
  const { token } = await desk.signUp()
  const wallets = await makeWallets(call, token, count)
  for (const wallet of wallets) await fund(chain, wallet.address, SOL)
  const sendTo = (to: string) =>
    Promise.all(wallets.map(({ id }) => call(send, { token, params: { id }, body: { to, amount: '0.1' } })))
  return { sendTo }
}

test('many sends of one user that the endpoint leaves waiting do not hold up the send of another', {
  skip: !onPostgres,
}, async () => {
  const [many, one] = [await person(12), await person(1)]
  const [slow, quick] = [await address(), await address()]
  endpoint.play({ name: 'slow', rules: [{ kind: 'lose', how: 'hang', on: '*', about: slow }] })
  let answered = 0
  const waiting = many.sendTo(slow).finally(() => answered++)
  await until('two of them hold their locks', async () => (await locks()) >= 2)
  const [sent] = await one.sendTo(quick)
  assert.equal(sent?.ok.operation?.type, 'send')
  await until('it arrives', async () => (await readBalances(chain, [quick]))[0] === SOL / 10n)
  assert.equal(answered, 0)
  assert.equal(await locks(), 2)

  endpoint.play({ name: 'well again', rules: [] })
  for (const { status } of await waiting) assert.ok([200, 503].includes(status), `${status}`)
  await until('all have been released', async () => (await locks()) === 0)
})

/** Counts the named locks that are held or waited for. */
async function locks(): Promise<number> {
  const { rows } = (await desk.database.db.execute(sql`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 7741204
    and database = (select oid from pg_database where datname = current_database())`)) as {
    rows: { n: number }[]
  }
  return rows[0]?.n ?? 0
}
