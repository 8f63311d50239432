// On PostgreSQL as well.
/** Sends that the database has lost completely: the journal file and the chain show what they paid. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { fundTokens, readTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

for (const mint of [undefined, BONK])
  void test(`a send of ${mint === undefined ? 'SOL' : 'a token'} that only the journal has is shown, and is not sent again`, async () => {
    const { token } = await desk.signUp()
    const [source] = await makeWallets(call, token, 1)
    assert.ok(source)
    await fund(chain, source.address, 2n * SOL)
    await fundTokens(chain, source.address, BONK, 1_000_000n)
    const to = (await generateKeyPairSigner()).address
    const arrived = async () =>
      mint === undefined ? (await readBalances(chain, [to]))[0] : (await readTokens(chain, [to], { mint }))[0]
    const units = mint === undefined ? SOL : 100_000n
    const key = randomUUID()
    const ask = () =>
      call(send, {
        token,
        key,
        params: { id: source.id },
        body: { to, amount: 1, ...(mint === undefined ? {} : { mint }) },
      })
    await chain('localnet_setFaults', [{ method: 'getSignatureStatuses', kind: 'drop' }])
    const id = (await ask()).ok.operation?.id ?? ''
    await until('it has landed', async () => (await arrived()) === units)
    await desk.stop()
    await db.execute(sql`delete from operations where id = ${id}::uuid`)
    await db.execute(sql`delete from idempotency_keys`)
    await chain('localnet_clearFaults')
    await desk.start()
    const read = async () => (await call(getOperation, { token, params: { id } })).ok
    await until('it is over', async () => (await read()).status === 'completed')
    const { type, transfers } = await read()
    assert.equal(type, 'send')
    assert.deepEqual(
      transfers.map(({ source: from, destination, status, walletId }) => [
        from,
        destination,
        status,
        walletId,
      ]),
      [[source.address, to, 'confirmed', null]],
    )
    assert.equal((await ask()).ok.operation?.id, id)
    assert.equal(await arrived(), units)
  })
