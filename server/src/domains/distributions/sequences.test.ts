/** Random sequences of distributions, gathers, top-ups and crashes create nothing and lose nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance, seed } from '../../test/chance.ts'
import { hasten } from '../../test/haste.ts'
import { modelled, real } from '../../test/money-grounds.ts'
import { runSequences } from '../../test/money-sequences.ts'

void test(`300 random sequences on a modelled chain in trouble keep the sum of all (seed ${seed})`, async () => {
  const random = chance(seed)
  const undo = hasten(20)
  let withError = 0
  try {
    const report = await runSequences({
      count: 300,
      atOnce: 12,
      perWorld: 300,
      random,
      ground: () => modelled(random, (n) => void (withError += n)),
    })
    assert.equal(report.sequences, 300)
    for (const step of ['distribute', 'gather', 'top-up', 'crash'])
      assert.ok((report.steps[step] ?? 0) > 100, step)
    for (const status of ['completed', 'partial', 'failed']) assert.ok(report.operations[status], status)
    assert.ok(withError > 0, 'some transactions landed with an error')
  } finally {
    undo()
  }
})

void test(`20 random sequences on the real runtime keep the sum of all (seed ${seed})`, async () => {
  const report = await runSequences({
    count: 20,
    atOnce: 10,
    perWorld: 20,
    random: chance(seed + 1),
    ground: () => real(seed),
  })
  assert.equal(report.sequences, 20)
})
