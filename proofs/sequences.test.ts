/** Random sequences of distributions, gathers, top-ups and crashes create nothing and lose nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, seed } from '../server/src/test/seeded-random.ts'
import { addTroubles, modelled, noTroubles, real } from './money-grounds.ts'
import { runSequences } from './money-sequences.ts'

void test(`36 random sequences on a modelled chain in trouble keep the sum of all (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const troubles = noTroubles()
  const report = await runSequences({
    count: 36,
    atOnce: 12,
    perWorld: 36,
    random,
    ground: () => modelled(random, (of) => addTroubles(troubles, of)),
  })
  assert.equal(report.sequences, 36)
  for (const step of ['distribute', 'gather', 'top-up', 'crash'])
    assert.ok((report.steps[step] ?? 0) > 15, step)
  for (const status of ['completed', 'partial', 'failed']) assert.ok(report.operations[status], status)
  assert.ok(troubles.landedWithError > 0, 'some transactions landed with an error')
  assert.ok(troubles.dropped > 0, 'some were on a fork that was left')
})

void test(`12 random sequences of a token on a modelled chain keep the sum of all (seed ${seed})`, async () => {
  const random = seededRandom(seed + 3)
  const troubles = noTroubles()
  const report = await runSequences({
    count: 12,
    atOnce: 12,
    perWorld: 12,
    random,
    ground: () => modelled(random, (of) => addTroubles(troubles, of), 'token'),
  })
  assert.equal(report.sequences, 12)
  for (const step of ['distribute', 'gather']) assert.ok((report.steps[step] ?? 0) > 1, step)
  assert.ok(report.operations['completed'], 'some were completed')
})

void test(`6 random sequences on the real runtime keep the sum of all (seed ${seed})`, async () => {
  const report = await runSequences({
    count: 6,
    atOnce: 6,
    perWorld: 6,
    random: seededRandom(seed + 1),
    ground: () => real(seed),
  })
  assert.equal(report.sequences, 6)
})

void test(`6 random sequences keep the sum of all over restored backups and wrong databases (seed ${seed})`, async () => {
  const random = seededRandom(seed + 2)
  const report = await runSequences({
    count: 6,
    atOnce: 1,
    perWorld: 6,
    random,
    blows: ['restore', 'restore', 'wrong database'],
    ground: () => modelled(random, () => undefined),
  })
  assert.equal(report.sequences, 6)
})
