/** The changed files of a small repository, and the tests that a change reaches in this one. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findTestsReaching } from './changed.ts'
import { readSources } from './imports.ts'
import { getLane, testFiles } from './lanes.ts'

const sources = readSources()
const tests = testFiles()
const reached = (...changed: string[]) => findTestsReaching(changed, sources, tests)

test('a change reaches the tests of its file first, then those of what imports it', () => {
  const found = reached('server/src/domains/transfers/spending/spent-file.ts')
  assert.equal(found[0], 'server/src/domains/transfers/spending/spent-file.test.ts')
  assert.ok(found.includes('server/src/domains/transfers/transfers.test.ts'))
  assert.ok(!found.includes('web/src/features/payments/payment-figures.test.ts'))
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
  assert.ok(reached('server/src/domains/transfers/journal/journal.ts').includes('proofs/kill-money.test.ts'))
})

test('a program that tests start by its name reaches them', () => {
  for (const [program, by] of [
    ['server/src/operator/rotate.ts', 'server/src/operator/rotation.test.ts'],
    ['server/src/operator/login-code.ts', 'server/src/operator/login-code.test.ts'],
    ['server/src/operator/release.ts', 'server/src/operator/hold.test.ts'],
    ['server/src/operator/check-mainnet.ts', 'server/src/mainnet-check/wired.test.ts'],
    ['server/src/test/paused-program.ts', 'server/src/domains/transfers/runs/paused.test.ts'],
    ['localnet/src/main.ts', 'localnet/src/conformance/persistence.test.ts'],
    ['localnet/src/main.ts', 'proofs/kill-chain.test.ts'],
    ['proofs/kill-points.ts', 'proofs/kill-money.test.ts'],
  ] as const)
    assert.ok(reached(program).includes(by), `${program} ${by}`)
})

test('what all pages stand in reaches the browser tests about all pages, and the entry those of each page', () => {
  for (const file of [
    'web/src/features/notifications/bell.tsx',
    'web/src/app/tokens.css',
    'web/index.html',
    'web/public/favicon.svg',
    'e2e/playwright.config.ts',
  ]) {
    const found = reached(file)
    assert.ok(found.includes('e2e/looks.spec.ts') && !found.includes('e2e/strip.spec.ts'), file)
  }
  for (const file of ['web/src/main.tsx', 'web/src/pay.tsx', 'web/src/app/shell.tsx'])
    assert.ok(reached(file).includes('e2e/strip.spec.ts'), file)
})

test('a change of the product reaches the journeys, one of its tests does not', () => {
  const journeys = tests.filter((file) => getLane(file) === 'journeys')
  for (const file of [
    'server/src/domains/transfers/journal/journal.ts',
    'contract/src/gone.ts',
    'web/src/wire/wire.ts',
  ])
    assert.deepEqual(
      journeys.filter((journey) => !reached(file).includes(journey)),
      [],
    )
  assert.ok(!reached('contract/src/money.test.ts').some((file) => journeys.includes(file)))
})

test('a file that is gone counts for its workspace', () => {
  for (const file of ['interpreter/src/intents/gone/words.txt', 'server/src/db/migrations/gone.sql'])
    assert.ok(
      reached(file).includes(
        file.startsWith('i') ? 'interpreter/src/follow-up.test.ts' : 'server/src/operator/hold.test.ts',
      ),
    )
  assert.deepEqual(reached('contract/src/gone.test.ts'), [])
})

test('deleted, renamed and oddly named files have changed, since a revision that is named like a folder', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'purser-changed-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: dir,
      stdio: 'ignore',
    })
  mkdirSync(join(dir, 'server'))
  for (const name of ['gone.sql', 'before.sql', 'server/same.ts'])
    writeFileSync(join(dir, name), `of ${name}`)
  git('init')
  git('add', '.')
  git('commit', '-m', 'first')
  git('branch', 'server')
  git('rm', 'gone.sql')
  git('mv', 'before.sql', 'after.sql')
  writeFileSync(join(dir, 'wörter "und" mehr.txt'), '')
  const program = `const { changedFiles } = await import(${JSON.stringify(join(import.meta.dirname, 'changed.ts'))})
    console.log(JSON.stringify(changedFiles('server')))`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: dir,
    encoding: 'utf8',
  })
  const expected = ['after.sql', 'before.sql', 'gone.sql', 'wörter "und" mehr.txt']
  assert.deepEqual((JSON.parse(out) as string[]).toSorted(), expected)
})

test('a file that is no module counts for every test of its workspace, and what all depends on for all', () => {
  const found = reached('web/src/app/tokens.css')
  assert.ok(found.includes('web/src/ui/formats/formats.test.ts'))
  assert.ok(!found.some((file) => file.startsWith('server/')))
  assert.deepEqual(reached('package-lock.json'), tests)
  assert.deepEqual(reached('server/resolve-drizzle.mjs'), tests)
  assert.deepEqual(reached('README.md'), [])
})

test('each file of tests is in one lane, and none of the money core may run again', () => {
  assert.equal(getLane('server/src/domains/transfers/certainty/certainty.test.ts'), 'core')
  assert.equal(getLane('house.test.ts'), 'laws')
  assert.equal(getLane('web/src/ui/formats/formats.test.ts'), 'ordinary')
  assert.equal(getLane('web/src/app/stakes.component.test.ts'), 'ordinary')
  assert.equal(getLane('web/src/pages/wallets.component.test.ts'), 'further')
})
