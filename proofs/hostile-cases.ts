/**
 * Every case in which a chain lies to the real server, for the sample in the ordinary tests and for all of them in `npm
 * run test:faults`: whether a single endpoint lies for less time than the desk waits between two testimonies, or one of
 * two as long as the case lasts, nobody is paid twice, and every operation comes to its end.
 */
import assert from 'node:assert/strict'
import { listOperations } from '@purser/contract/activity.ts'
import { startTestDesk, until } from '../server/src/test/harness.ts'
import type { HostileChain } from '../server/src/test/hostile-chain.ts'
import { assertStill, createMoves, moveUnder, paymentsTo, type Sizes } from './hostile-moves.ts'
import type { Money } from './money-kind.ts'
import { moneys } from './moneys.ts'
import type { Rule } from '../server/src/test/hostile-script.ts'
import {
  blockhashNotFound,
  createMixture,
  type ScriptName,
  scriptNames,
  createScript,
} from '../server/src/test/hostile-scripts.ts'
import { seededRandom } from '../server/src/test/seeded-random.ts'

export type HostileCase = { name: string; run(): Promise<void> }
/** How long the desk waits for certainty with one endpoint, and how long that one lies: less. */
export type Waits = { apartMs: number; lieMs: number; money?: Money }
/** The waits of the product. */
export const WHOLE: Waits = { apartMs: 10_000, lieMs: 5_000 }

const SLOT_MS = 20
/** One of two endpoints lies until everything has completed, which may take this long. */
const BESIDE_MS = 60_000
const send = 'sendTransaction'
const statuses = 'getSignatureStatuses'
const heights = ['getEpochInfo', 'getBlockHeight']
/** The calls that decide the outcome of a transaction, and not its plan. */
const DECIDING = [
  send,
  statuses,
  ...heights,
  'getSignaturesForAddress',
  'getTransaction',
  'getFirstAvailableBlock',
  'minimumLedgerSlot',
  'isBlockhashValid',
]
export const ofOutcomes = (rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => (rule.on === '*' && rule.kind !== 'genesis' ? { ...rule, on: DECIDING } : rule))

const EVERYTHING: Sizes = { faucet: [1], distribute: [1, 62], gather: [12] }
const KINDS: Record<string, Sizes> = {
  'a payout': { faucet: [1] },
  'a distribution of one': { distribute: [1] },
  'a distribution of many': { distribute: [62] },
  'a gather': { gather: [12] },
}
/** Lies about plans, not about outcomes, or about the network: no signed transaction depends on them. */
const OF_PLANS: ScriptName[] = ['another genesis']
export const lies = scriptNames.filter((name) => !OF_PLANS.includes(name))

/** A desk at endpoints that a case can make lie, with these waits. */
async function openHostileDesk(endpoints: number, { apartMs, money = moneys.sol }: Waits) {
  const desk = await startTestDesk({ network: 'tower', endpoints, apartMs })
  const { call, chain } = desk
  await chain('localnet_setSlotTime', SLOT_MS)
  const { token } = await desk.signUp()
  const here = { call, rpc: chain, token, money }
  // The faucet's own stock is bought while the chain is honest.
  await moveUnder(here, await createMoves(here, { faucet: [1] }), { begin() {}, end() {}, ms: 0 })

  type Case = {
    liar: HostileChain
    rules: readonly Rule[]
    /** The rules of the other endpoints meanwhile. */
    beside?: readonly (readonly [HostileChain, readonly Rule[]])[]
    ms: number
    sizes?: Sizes
    seed?: number
    endMeanwhile?: boolean
  }
  async function paysOnce({
    liar,
    rules,
    beside = [],
    ms,
    sizes = EVERYTHING,
    seed = 1,
    endMeanwhile = false,
  }: Case): Promise<void> {
    const all = [[liar, rules] as const, ...beside]
    const end = () => all.forEach(([one]) => one.beHonest())
    const moved = await moveUnder(here, await createMoves(here, sizes), {
      begin: () => all.forEach(([one, said], i) => one.play({ name: 'lies', rules: said }, seed + i)),
      end,
      ms,
      neverFailed: true,
      endMeanwhile,
    }).finally(end)
    for (const [one] of all) await one.delivered()
    await chain('localnet_advanceSlots', 200)
    await assertStill(here, moved)
  }
  return { desk, here, paysOnce }
}

export type AloneCases = { core: HostileCase[]; more: HostileCase[]; mixture(seed: number): HostileCase }

/** Cases with a single endpoint. `core` takes some seconds in all. */
export async function casesAlone(waits: Waits): Promise<AloneCases> {
  const { desk, here, paysOnce } = await openHostileDesk(1, waits)
  const { call, chain } = desk
  const { token } = here
  const liar = desk.endpoints[0] ?? assert.fail('the desk has an endpoint that can lie')
  const ms = waits.lieMs
  const gateway = (forward: boolean | number): Rule[] => [
    { on: send, ...blockhashNotFound, forward, times: 6 },
  ]
  const said = 'by a gateway that says six times that it found no blockhash, and passes it on'
  const under = (name: string, rules: readonly Rule[]): HostileCase => ({
    name: `everyone is paid once under: ${name}`,
    run: () => paysOnce({ liar, rules: ofOutcomes(rules), ms }),
  })

  async function resolving(): Promise<void> {
    const [move] = await createMoves(here, { distribute: [3] })
    assert.ok(move)
    const nobody: Rule[] = [...gateway(true), { on: statuses, kind: 'nulls' }]
    liar.play({ name: 'nobody knows', rules: nobody })
    const asked = move.ask()
    const newest = async () => (await call(listOperations, { token })).ok.operations[0]
    await until('it is being resolved', async () => (await newest())?.status === 'resolving')
    await chain('localnet_advanceSlots', 20)
    assert.equal((await newest())?.status, 'resolving')
    liar.beHonest()
    assert.equal((await asked).status, 200)
    await until('it has completed', async () => (await newest())?.status === 'completed')
    const payee = move.wallets[1] ?? assert.fail('it pays somebody')
    assert.equal((await paymentsTo(chain, await move.money.paidAt(payee))).length, 1)
  }

  const later = (what: string, sizes: Sizes): HostileCase => ({
    name: `${what} is made once ${said} later`,
    run: () => paysOnce({ liar, rules: gateway(2_500), ms, sizes }),
  })
  return {
    core: [
      ...Object.entries(KINDS).map(([what, sizes]) => ({
        name: `${what} is made once ${said} at once`,
        run: () => paysOnce({ liar, rules: gateway(true), ms, sizes }),
      })),
      later('each of all together', EVERYTHING),
      { name: 'what is not certain is resolving for as long, and then what it is', run: resolving },
    ],
    more: [
      ...Object.entries(KINDS).map(([what, sizes]) => later(what, sizes)),
      ...lies.map((name) => under(name, createScript(name).rules)),
      under('unknown statuses at slots of now, with a height that has jumped', [
        { on: heights, kind: 'jump', slots: 400, only: 'heights' },
        { on: statuses, kind: 'nulls', forMs: waits.lieMs * 0.7 },
      ]),
    ],
    mixture(seed) {
      const { name, rules } = createMixture(seededRandom(seed))
      return {
        name: `everyone is paid once under: ${name} (seed ${seed})`,
        run: () => paysOnce({ liar, rules: ofOutcomes(rules), ms, seed }),
      }
    },
  }
}

/**
 * The scripts of three endpoints at the same time; null is honest. At most one of them lies about the past: if two lie
 * alike nothing distinguishes them from the truth.
 */
export const TRIOS: readonly (readonly [ScriptName | null, ScriptName | null, ScriptName | null])[] = [
  ['nothing answers', 'a node 40 slots behind', null],
  ['a fork where nothing lands', 'nothing answers', null],
  ['ahead, and every signature unknown', 'a node 40 slots behind', null],
  ['slots of a far future', 'nothing answers', null],
  ['a fork that is confirmed', 'a node without history', null],
  ['passed on, then blockhash not found', 'too many requests', 'behind now and then'],
  ['slots not reached now and then', 'a node 400 slots ahead, sends held back', 'no history now and then'],
  ['words of a gateway', 'sent elsewhere', 'too many requests, and a time that is past'],
]

/** Cases with three endpoints, all of which may disagree; `first` is the one that is called first. */
export async function casesOfThree(
  waits: Waits,
): Promise<(trio: (typeof TRIOS)[number], first: number) => HostileCase> {
  const { desk, paysOnce } = await openHostileDesk(3, waits)
  return (trio, first) => {
    const said = [0, 1, 2].map((i) => trio[(i + first) % 3] ?? null)
    return {
      name: `everyone is paid once where three endpoints say: ${said.map((one) => one ?? 'the truth').join('; ')}`,
      async run() {
        const [liar, ...others] = desk.endpoints
        assert.ok(liar && others.length === 2)
        const getRules = (name: ScriptName | null | undefined) =>
          ofOutcomes(name ? createScript(name).rules : [])
        const beside = others.map((one, i) => [one, getRules(said[i + 1])] as const)
        await paysOnce({ liar, rules: getRules(said[0]), beside, ms: waits.lieMs })
      },
    }
  }
}

/** Cases with two endpoints, of which the first or the second tells each lie for as long as the case lasts. */
export async function casesBeside(waits: Waits): Promise<(name: ScriptName, which: 0 | 1) => HostileCase> {
  const { desk, paysOnce } = await openHostileDesk(2, waits)
  return (name, which) => ({
    name: `everyone is paid once where the ${which === 0 ? 'first' : 'second'} of two endpoints lies: ${name}`,
    run: () => {
      const liar = desk.endpoints[which] ?? assert.fail('the desk has two endpoints')
      return paysOnce({
        liar,
        rules: ofOutcomes(createScript(name).rules),
        ms: BESIDE_MS,
        endMeanwhile: true,
      })
    },
  })
}
