/** Killed at any moment, the desk goes on where it was: nothing twice, nothing forgotten, every lamport accounted for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres, openTestDatabase } from '../database.ts'
import { chance, seed } from '../chance.ts'
import { beginTrading, finish, killAgainAndAgain } from '../kills.ts'
import { audit } from '../ledger.ts'
import { signUp, startNetwork, startProduct, temporaryDir } from '../product.ts'

const KILLS = 10

void test(`killed ${KILLS} times while it trades, it executes each order once or not at all (seed ${seed})`, async () => {
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir)
  const database = onPostgres ? await openTestDatabase() : null
  const env = database?.url ? { DATABASE_URL: database.url } : {}
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl, ...env })
  const first = await again()
  const { token } = await signUp(first.call)
  const running = await beginTrading(first.call, token)
  const random = chance(seed)
  const { product } = await killAgainAndAgain(first, token, running, { times: KILLS, again, random })
  await finish(product, token, running)
  const { filled } = await audit(database?.db ?? dataDir, network.rpcUrl)
  assert.ok(filled >= 30 + 3, `${filled} orders were filled`)
  await database?.close()
  await network.end('SIGTERM')
})
