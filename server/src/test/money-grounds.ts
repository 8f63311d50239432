/** What sequences of moves run on: a modelled chain in a hurry, or the real runtime behind its JSON-RPC. */
import assert from 'node:assert/strict'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createRpcChain } from '../adapters/chain/rpc.ts'
import { createLog } from '../kernel/log.ts'
import { ask } from './ledger.ts'
import { createModelChain } from './model-chain.ts'
import { fund, heldBy, type Rpc } from './money.ts'
import type { Ground } from './money-world.ts'

export type Checked = Ground & {
  /** Nothing was created and nothing lost, but for what was given and taken. */
  check(): void
  close(): Promise<void>
}

/** `landed` hears how many transactions landed with an error. */
export async function modelled(random: () => number, landed: (withError: number) => void): Promise<Checked> {
  const model = createModelChain(random, 0.3)
  let given = 0n
  return {
    chain: model.chain,
    async give(address, lamports) {
      given += lamports
      model.give(address, lamports)
    },
    held: async (addresses) => addresses.map((address) => model.holds(address)),
    age: async () => model.advance(200n),
    async take(address) {
      const taken = model.take(address)
      given -= taken
      return taken
    },
    check() {
      const { held, burned } = model.sums()
      assert.equal(held + burned, given)
      landed(model.landedWithError)
    },
    close: async () => undefined,
  }
}

/** Slots of 10 ms; a fifth of the answers to sends are lost, and a tenth of the sends. */
export async function real(seed: number): Promise<Checked> {
  const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true })
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  await rpc('localnet_setSlotTime', 10)
  const faults = [
    { method: 'sendTransaction', kind: 'loseAnswer', probability: 0.2 },
    { method: 'sendTransaction', kind: 'drop', probability: 0.1 },
  ]
  await rpc('localnet_setFaults', faults, seed % 2 ** 31)
  return {
    chain: createRpcChain({ url: network.rpcUrl, log: createLog('silent') }),
    give: (address, lamports) => fund(rpc, address, lamports),
    held: (addresses) => heldBy(rpc, addresses),
    age: async () => void (await rpc('localnet_advanceSlots', 200)),
    check: () => undefined,
    close: network.close,
  }
}
