// On PostgreSQL as well.
/** Operations of tokens that the database has lost completely: the journal file and the chain show what they paid. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { proposeUndo } from '@purser/contract/distributions/distributions.ts'
import * as api from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { fund, makeWallets, SOL } from '../../../test/money.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

void test('what only the journal has is shown wallet by wallet, there and back, and happens once', async () => {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, 12)
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  await fundTokens(chain, source.address, BONK, 1_100_000n)
  const addresses = others.map(({ address }) => address)
  const held = (units: bigint) => async () =>
    (await readTokens(chain, addresses, { mint: BONK })).every((now) => (now ?? 0n) === units)

  /** Lets it land unseen, and restarts with a database that does not know it. */
  async function lose(start: () => Promise<string | undefined>, landed: () => Promise<boolean>) {
    await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
    const id = (await start()) ?? ''
    await until('it has landed', landed)
    await desk.stop()
    await db.execute(sql`delete from operations where id = ${id}::uuid`)
    await chain('localnet_clearFaults')
    await desk.start()
    const read = async () => (await call(getOperation, { token, params: { id } })).ok
    await until('it is over', async () => (await read()).status === 'completed')
    return read()
  }

  const key = randomUUID()
  const body = {
    token_address: BONK,
    source_wallet: source.address,
    target_wallets: addresses,
    total_amount: 11,
  }
  const start = async () => (await call(api.distributeToken, { token, body, key })).ok.task_id
  const given = await lose(start, held(100_000n))
  assert.deepEqual(
    given.transfers.map((t) => [t.walletName, t.source, t.destination, t.mint, t.amount, t.status]),
    others.map((w) => [w.name, source.address, w.address, BONK, 1, 'confirmed']),
  )
  assert.equal(await start(), given.id)
  assert.ok(await held(100_000n)())

  // The gather that undoes it is lost as well, and still counts.
  const undo = () => call(proposeUndo, { token, params: { id: given.id } })
  const back = (await undo()).ok.tokenGather ?? assert.fail('it is undone by a gather')
  const taken = await lose(
    async () => (await call(api.gatherToken, { token, body: back })).ok.task_id,
    held(0n),
  )
  assert.deepEqual(
    taken.transfers.map((t) => [t.walletName, t.source, t.destination, t.mint, t.amount, t.status]),
    others.map((w) => [w.name, w.address, source.address, BONK, 1, 'confirmed']),
  )
  assert.deepEqual(await readTokens(chain, [source.address], { mint: BONK }), [1_100_000n])
  assert.equal((await undo()).fault.code, 'nothing_to_repeat')
})
