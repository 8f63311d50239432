/** Every sentence that the help page offers is read as the type of its heading, wholly, and without a question. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { planGuides } from '@purser/contract/strategies/plan-examples.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from './index.ts'

for (const [type, { examples }] of Object.entries(planGuides))
  test(`every example of ${type} is read as ${type}`, () => {
    assert.ok(examples.length > 0)
    for (const instruction of examples) {
      const read = interpretText({
        instruction,
        tokenAddress: null,
        tokens: [...KNOWN_TOKENS],
        previousPlan: null,
      })
      assert.equal(read.kind, 'plan', `${instruction}: ${JSON.stringify(read)}`)
      assert.ok(read.kind === 'plan')
      assert.equal(read.plan.strategy_type, type, instruction)
    }
  })

test('every type of plan has its examples', () => {
  const types = Plan.def.options.map((option) => option.shape.strategy_type.def.values[0])
  assert.deepEqual(Object.keys(planGuides).sort(), types.toSorted())
})
