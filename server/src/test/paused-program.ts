/** A server process that signs one payment, then holds locks and stands still: for the test that pauses it. */
import { createRpcChain } from '../adapters/chain/rpc.ts'
import { openPostgres } from '../db/client.ts'
import { transactions } from '../domains/transfers/transfers.tables.ts'
import { createLog } from '../kernel/log.ts'
import { startHeartbeat } from '../kernel/heartbeat.ts'
import { eq, sql } from 'drizzle-orm'
import { startEngine } from './engine.ts'
import { type Payment, paymentKind, toSubmission } from './payment.ts'

const { url, rpcUrl, journalPath, payment } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string
  rpcUrl: string
  journalPath: string
  payment: Payment
}
const log = createLog('silent')
const database = await openPostgres(url, log)
const { db, sync } = database
const heartbeat = await startHeartbeat(db, { alone: false, log })
const chain = createRpcChain({ url: rpcUrl, log })
const engine = await startEngine({ sync, db, chain, log, heartbeat, journalPath })
engine.lifecycle.register('send', paymentKind)
await engine.lifecycle.resume()
const { id } = await engine.submit.submit(toSubmission(payment))
for (let signed = 0; signed === 0; ) {
  signed = (await db.select().from(transactions).where(eq(transactions.operationId, id))).length
}
await database.lock?.('a name', 1)
await db.transaction(async (tx) => {
  await tx.execute(sql`select from operations where id = ${id}::uuid for update`)
  process.stdout.write(`holding ${id}\n`)
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
