/**
 * A chain that lies: whatever one endpoint says for less than a transaction lives, nobody is paid twice; and once the lies
 * have ended every operation comes to its end.
 */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { assertStill, movesOf, moveUnder, paymentsTo, type Sizes } from '../../test/hostile-moves.ts'
import type { Rule } from '../../test/hostile-script.ts'
import { blockhashNotFound, type ScriptName, scriptOf } from '../../test/hostile-scripts.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 1 })
const { call, chain } = desk
const endpoint = desk.endpoints[0] ?? assert.fail('the desk has an endpoint that can lie')
await chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const here = { call, rpc: chain, token }
afterEach(() => endpoint.beHonest())
// The faucet's own stock is bought while the chain is honest.
await moveUnder(here, await movesOf(here, { faucet: [1] }), { begin() {}, end() {}, ms: 0 })

const LIES_MS = 5_000
const send = 'sendTransaction'
const statuses = 'getSignatureStatuses'
const heights = ['getEpochInfo', 'getBlockHeight']
const answers = 'passed on, then'

/** What a transaction is decided by, and not what it is planned by. */
const ofOutcomes = (rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => (rule.on === '*' ? { ...rule, on: DECIDING } : rule))
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

const EVERYTHING: Sizes = { faucet: [1], distribute: [1, 62], gather: [12] }

async function paysOnce(rules: readonly Rule[], sizes = EVERYTHING): Promise<void> {
  const moves = await movesOf(here, sizes)
  const moved = await moveUnder(here, moves, {
    begin: () => void endpoint.play({ name: 'lies', rules }),
    end: () => endpoint.beHonest(),
    ms: LIES_MS,
    neverFailed: true,
  })
  await endpoint.delivered()
  await chain('localnet_advanceSlots', 200)
  await assertStill(here, moved)
}

for (const [what, sizes] of Object.entries<Sizes>({
  'a payout': { faucet: [1] },
  'a distribution of one': { distribute: [1] },
  'a distribution of many': { distribute: [62] },
  'a gather': { gather: [12] },
}))
  for (const forward of [true, 2_500])
    test(`${what} is made once by a gateway that says six times that it found no blockhash, and passes it on ${forward === true ? 'at once' : 'later'}`, () =>
      paysOnce([{ on: send, ...blockhashNotFound, forward, times: 6 }], sizes))

test('what is not certain is resolving for as long, and then what it is', async () => {
  const [move] = await movesOf(here, { distribute: [3] })
  assert.ok(move)
  endpoint.play({
    name: 'nobody knows',
    rules: [
      { on: send, ...blockhashNotFound, forward: true },
      { on: statuses, kind: 'nulls' },
    ],
  })
  const asked = move.ask()
  const newest = async () => (await call(listOperations, { token })).ok.operations[0]
  await until('it is being resolved', async () => (await newest())?.status === 'resolving')
  await chain('localnet_advanceSlots', 20)
  assert.equal((await newest())?.status, 'resolving')
  endpoint.beHonest()
  assert.equal((await asked).status, 200)
  await until('it has completed', async () => (await newest())?.status === 'completed')
  assert.equal((await paymentsTo(chain, move.wallets[1]?.address ?? '')).length, 1)
})

const lies: ScriptName[] = [
  `${answers} blockhash not found`,
  `${answers} signature verification failure`,
  `${answers} invalid params`,
  `${answers} invalid request`,
  `${answers} node is behind`,
  `${answers} insufficient funds`,
  'blockhash not found, and passed on later',
  'blockhash not found, and not passed on',
  'answers to sends lost',
  'sends accepted and thrown away',
  'sends held back',
  'sends doubled',
  'no signature known',
  'short lists',
  'long lists',
  'ahead, and every signature unknown',
  'ahead, and empty lists',
  'ahead and without history',
  'a node 400 slots ahead',
  'a node 400 slots ahead, sends held back',
  'heights 400 ahead, sends held back',
  'a node 40 slots behind',
  'a node that has forgotten',
  'a node that has forgotten and hides it',
  'a node without history',
  'a fork where nothing lands',
  'a fork that is confirmed',
  'too many requests',
  'bad gateway',
  'pages in place of answers',
  'answers cut off',
  'wrong ids',
  'answers of other calls',
  'answers in reverse',
  'blockhashes that are said to end early',
]
for (const name of lies)
  test(`everyone is paid once under: ${name}`, () => paysOnce(ofOutcomes(scriptOf(name).rules)))

test('unknown statuses at slots of now, under a height that has jumped, are no death', () =>
  paysOnce([
    { on: heights, kind: 'jump', slots: 400, only: 'heights' },
    { on: statuses, kind: 'nulls', forMs: 3_500 },
  ]))
