import { type CommitmentRule, startLocalnet } from '@purser/localnet/index.ts'
import { openTestDatabase } from './database.ts'
import { connectRpc } from './rpc.ts'

/** A database and a local network for an engine: slots of 15 ms on a clock that the test steers, and faults on demand. */
export async function openGround(commitment?: CommitmentRule) {
  const [database, network] = await Promise.all([
    openTestDatabase(),
    startLocalnet({ rpcPort: 0, clock: 'steered', faults: true, commitment }),
  ])
  const rpc = connectRpc(network.rpcUrl)
  await rpc('localnet_setSlotTime', 15)
  return { database, db: database.db, network, rpc }
}
