/** Of one that its node says has landed, what it did is read in place of its status; nothing else follows from that word. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Signature } from '@solana/kit'
import { systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import type { Execution, SignatureState } from '../../ports/chain-data.ts'
import type { SignatureNotice } from '../../ports/signature-notifications.ts'
import { createWatch, type Watch } from './watch.ts'

const [ONE, OTHER] = ['one', 'other'] as Signature[] as [Signature, Signature]
const DONE: Execution = { slot: 7n, err: null, fee: 5n, logs: [], lamports: [], tokens: [] }
const LANDED: SignatureState = { slot: 9n, commitment: 'confirmed', err: null }
const watches: Watch[] = []
afterEach(() => watches.splice(0).forEach((watch) => watch.stop()))

/** Its node says at once that everything has landed. */
function open(
  execution: () => Promise<Execution | null>,
  notice: SignatureNotice = 'notified',
  state: SignatureState = LANDED,
) {
  const polls: Signature[][] = []
  const landed: bigint[] = []
  const watch = createWatch({
    chain: {
      async statuses(signatures) {
        polls.push(signatures)
        return signatures.map(() => state)
      },
    },
    clock: systemClock,
    log: createLog('silent'),
    pace: { pollMs: 20, restMs: 20 },
    signatureNotifications: {
      subscribe: (_, notify) => (setImmediate(() => notify(notice)), () => undefined),
      close: () => undefined,
    },
    execution,
    landed: (_, slot) => void landed.push(slot),
  })
  watches.push(watch)
  return { watch, polls, landed }
}

test('what it did tells that it landed, is handed over once, and no status is asked for', async () => {
  const { watch, polls, landed } = open(async () => DONE)
  assert.deepEqual(await watch.next(ONE), { slot: 7n, commitment: 'confirmed', err: null })
  assert.deepEqual([polls, landed], [[], [7n]])
  assert.equal(watch.takeExecution(OTHER), null)
  assert.equal(watch.takeExecution(ONE), DONE)
  assert.equal(watch.takeExecution(ONE), null)
})

const OTHERWISE: Record<string, () => Promise<Execution | null>> = {
  'the chain does not have it': async () => null,
  'it failed, which has to be certain': async () => ({ ...DONE, err: { InstructionError: [0, 'Custom'] } }),
  'the chain is away': () => Promise.reject(new Error('away')),
  'there is no answer': () => new Promise(() => undefined),
}
for (const [why, execution] of Object.entries(OTHERWISE))
  test(`its status decides as ever where ${why}`, async () => {
    const { watch, polls } = open(execution)
    assert.deepEqual(await watch.next(ONE), LANDED)
    assert.deepEqual(polls, [[ONE]])
    assert.equal(watch.takeExecution(ONE), null)
  })

test('of several, and of one that no node spoke of, the statuses are polled', async () => {
  const never = () => assert.fail('nothing is read')
  const several = open(never)
  await Promise.all([several.watch.next(ONE), several.watch.next(OTHER)])
  assert.deepEqual(several.polls, [[ONE, OTHER]])
  const silent = open(never, 'subscribed')
  assert.deepEqual(await silent.watch.next(ONE), LANDED)
})

test('what it did is not handed over once it was asked about again: its block may have been dropped', async () => {
  const answers = [DONE, null]
  const { watch } = open(async () => answers.shift() ?? null)
  await watch.next(ONE)
  assert.deepEqual(await watch.next(ONE), LANDED)
  assert.equal(watch.takeExecution(ONE), null)
})

test('one that is said to have failed is not reported as landed: that is no report of a success', async () => {
  const failed: SignatureState = { ...LANDED, err: { InstructionError: [0, 'Custom'] } }
  const { watch, landed } = open(async () => null, 'notified', failed)
  await watch.next(ONE)
  assert.deepEqual(landed, [])
})
