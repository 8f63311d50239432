/**
 * The grounds on which sequences of moves run: a modelled chain in a hurry, or the real runtime behind its JSON-RPC.
 */
import assert from 'node:assert/strict'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import type { Address } from '@solana/kit'
import { createRpcNode } from '../server/src/adapters/chain/rpc.ts'
import { systemClock } from '../server/src/kernel/clock.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { ask } from './ledger.ts'
import { createModelChain } from './model-chain.ts'
import { MODEL_MINT } from './model-mint.ts'
import { lying, lyingNowAndThen } from './model-lies.ts'
import { fund, readBalances } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../server/src/test/tokens.ts'
import type { Money } from './money-kind.ts'
import type { Ground } from './money-world.ts'
import { timeScale } from '../server/src/test/time-scale.ts'

export type Checked = Ground & {
  /** Nothing was created and nothing lost, except for what was given and taken. */
  check(): void
  close(): Promise<void>
}

/** Time passes this many times as fast on the modelled chain. */
const HURRY = 10

/** `heard` is called at the end with what went wrong on it. */
export async function modelled(
  random: () => number,
  heard: (of: Troubles) => void,
  money: Money['name'] = 'sol',
): Promise<Checked> {
  const model = createModelChain(random, 0.3)
  const alone = random() < 0.5
  const clock = timeScale(HURRY)
  const lies = lyingNowAndThen(random, { alone, clock })
  const liar = lying(model.node, () => lies.now())
  let given = 0n
  let units = 0n
  const deriveAccount = (owner: string) => deriveTokenAccount(owner, { mint: MODEL_MINT })
  const token: NonNullable<Ground['token']> = {
    mint: MODEL_MINT,
    async give(address, amount) {
      units += amount
      const account = await deriveAccount(address)
      given += model.giveUnits(account, address, amount)
    },
    held: (addresses) =>
      Promise.all(
        addresses.map(async (address) => {
          const account = await deriveAccount(address)
          return { units: model.unitsIn(account), rent: model.holds(account) }
        }),
      ),
    async take(address) {
      const amount = model.takeUnits(await deriveAccount(address))
      units -= amount
      return amount
    },
  }
  let dropped = 0
  return {
    clock,
    pace: { pollMs: 250 / HURRY, restMs: 1_000 / HURRY },
    nodes: alone ? [liar] : random() < 0.5 ? [model.node, liar] : [liar, model.node],
    slot: () => model.slot,
    events: model.listEvents,
    fork(addresses, since) {
      dropped += model.fork(addresses, since)
    },
    async give(address, lamports) {
      given += lamports
      model.give(address, lamports)
    },
    held: async (addresses) => addresses.map((address) => model.holds(address)),
    ...(money === 'token' ? { token } : {}),
    age: async () => model.advance(200n),
    async take(address) {
      const amount = model.take(address)
      given -= amount
      return amount
    },
    check() {
      const sums = model.sums()
      assert.deepEqual([sums.held + sums.burned, sums.units], [given, units])
      heard({ landedWithError: model.landedWithError, lies: lies.told, dropped })
    },
    close: async () => undefined,
  }
}

/** The faults of a modelled chain against its users. */
export type Troubles = { landedWithError: number; lies: number; dropped: number }
export const noTroubles = (): Troubles => ({ landedWithError: 0, lies: 0, dropped: 0 })
export const addTroubles = (sum: Troubles, { landedWithError, lies, dropped }: Troubles): void => {
  sum.landedWithError += landedWithError
  sum.lies += lies
  sum.dropped += dropped
}

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const realToken = (rpc: Rpc): NonNullable<Ground['token']> => ({
  mint: BONK as Address,
  give: (address, units) => fundTokens(rpc, address, BONK, units),
  async held(addresses) {
    const units = await readTokens(rpc, addresses, { mint: BONK })
    const accounts = await Promise.all(addresses.map((owner) => deriveTokenAccount(owner, { mint: BONK })))
    const rents = await readBalances(rpc, accounts)
    return addresses.map((_, i) => ({ units: units[i] ?? 0n, rent: rents[i] ?? 0n }))
  },
})

/** Slots of 10 ms; a fifth of the answers to sends are lost, and a tenth of the sends. */
export async function real(seed: number, money: Money['name'] = 'sol'): Promise<Checked> {
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
    held: (addresses) => readBalances(rpc, addresses),
    ...(money === 'token' ? { token: realToken(rpc) } : {}),
    age: async () => void (await rpc('localnet_advanceSlots', 200)),
    check: () => undefined,
    close: network.close,
  }
}
