/** Which tests a change reaches, on a small house of its own and on this one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestsReaching } from './changed.ts'
import { readSources } from './imports.ts'
import { laneOf, testFiles } from './lanes.ts'

const sources = readSources()
const tests = testFiles()
const reached = (...changed: string[]) => findTestsReaching(changed, sources, tests)

test('a change reaches the tests of its file first, then those of what imports it', () => {
  const found = reached('server/src/domains/transfers/spending/spent-file.ts')
  assert.equal(found[0], 'server/src/domains/transfers/spending/spent-file.test.ts')
  assert.ok(found.includes('server/src/domains/transfers/transfers.test.ts'))
  assert.ok(!found.includes('web/src/features/payments/figures.test.ts'))
})

test('a test that changed is reached itself', () => {
  assert.deepEqual(reached('contract/src/money.test.ts'), ['contract/src/money.test.ts'])
})

test('a change of a page reaches the browser tests that name it, and those about all pages', () => {
  const found = reached('web/src/pages/audit.tsx')
  assert.ok(found.includes('e2e/audit.spec.ts'))
  assert.ok(found.includes('e2e/looks.spec.ts'))
  assert.ok(!found.includes('e2e/strip.spec.ts'))
})

test('a change of the server reaches the proofs that start it as a process', () => {
  assert.ok(reached('server/src/domains/transfers/journal.ts').includes('proofs/kill-money.test.ts'))
})

test('a file that is no module counts for every test of its workspace, and what all depends on for all', () => {
  const found = reached('web/src/app/tokens.css')
  assert.ok(found.includes('web/src/ui/formats.test.ts'))
  assert.ok(!found.some((file) => file.startsWith('server/')))
  assert.deepEqual(reached('package-lock.json'), tests)
  assert.deepEqual(reached('README.md'), [])
})

test('each file of tests is in one lane, and none of the money core may run again', () => {
  assert.equal(laneOf('server/src/domains/transfers/certainty.test.ts'), 'core')
  assert.equal(laneOf('house.test.ts'), 'laws')
  assert.equal(laneOf('web/src/ui/formats.test.ts'), 'ordinary')
  assert.equal(laneOf('web/src/app/stakes.component.test.ts'), 'ordinary')
  assert.equal(laneOf('web/src/pages/wallets.component.test.ts'), 'further')
})
