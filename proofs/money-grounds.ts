/** What sequences of moves run on: a modelled chain in a hurry, or the real runtime behind its JSON-RPC. */
import assert from 'node:assert/strict'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createRpcNode } from '../server/src/adapters/chain/rpc.ts'
import { systemClock } from '../server/src/kernel/clock.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { ask } from './ledger.ts'
import { createModelChain } from './model-chain.ts'
import { lying, lyingNowAndThen } from './model-lies.ts'
import { fund, heldBy } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import type { Ground } from './money-world.ts'
import { timeScale } from '../server/src/test/time-scale.ts'

export type Checked = Ground & {
  /** Nothing was created and nothing lost, but for what was given and taken. */
  check(): void
  close(): Promise<void>
}

/** Time passes so many times as fast on the modelled chain. */
const HURRY = 10

/** `heard` is told at the end what went wrong on it. */
export async function modelled(random: () => number, heard: (of: Troubles) => void): Promise<Checked> {
  const model = createModelChain(random, 0.3)
  const alone = random() < 0.5
  const clock = timeScale(HURRY)
  const lies = lyingNowAndThen(random, { alone, clock })
  const liar = lying(model.node, () => lies.now())
  let given = 0n
  let dropped = 0
  return {
    clock,
    pace: { pollMs: 250 / HURRY, restMs: 1_000 / HURRY },
    nodes: alone ? [liar] : random() < 0.5 ? [model.node, liar] : [liar, model.node],
    slot: () => model.slot,
    events: model.eventsOf,
    fork(addresses, since) {
      dropped += model.fork(addresses, since)
    },
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
      heard({ landedWithError: model.landedWithError, lies: lies.told, dropped })
    },
    close: async () => undefined,
  }
}

/** What a modelled chain did to those who used it. */
export type Troubles = { landedWithError: number; lies: number; dropped: number }
export const noTroubles = (): Troubles => ({ landedWithError: 0, lies: 0, dropped: 0 })
export const addTroubles = (sum: Troubles, { landedWithError, lies, dropped }: Troubles): void => {
  sum.landedWithError += landedWithError
  sum.lies += lies
  sum.dropped += dropped
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
    clock: systemClock,
    nodes: [createRpcNode({ url: network.rpcUrl, log: createLog('silent') })],
    give: (address, lamports) => fund(rpc, address, lamports),
    held: (addresses) => heldBy(rpc, addresses),
    age: async () => void (await rpc('localnet_advanceSlots', 200)),
    check: () => undefined,
    close: network.close,
  }
}
