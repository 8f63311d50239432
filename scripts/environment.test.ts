import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { clearEnvironment, readSeed } from './environment.ts'

test('of the shell only what is meant for a run reaches the tests', () => {
  const passed = {
    PATH: '/bin',
    HOME: '/root',
    CI: '1',
    TRACE: 'on',
    https_proxy: 'p',
    npm_config_cache: 'c',
  }
  const env: NodeJS.ProcessEnv = {
    ...passed,
    TEST_DATABASE_URL: 'postgresql://mine',
    DATABASE_URL: 'postgresql://mine',
    MASTER_KEY: 'mine',
    PROOFS: 'whole',
    PROPERTIES: 'whole',
    NODE_ENV: 'production',
  }
  clearEnvironment(env)
  assert.deepEqual(env, passed)
})

test('a seed is a whole number, and another one ends the run with a sentence', () => {
  assert.equal(readSeed('42'), 42)
  assert.ok(Number.isInteger(readSeed(undefined)))
  for (const wrong of ['x', '', '1.5', '-1', '12345678901'])
    assert.throws(() => readSeed(wrong), { message: /^PROOF_SEED is '.*'; it must be a whole number/ })
  const { status, stderr } = spawnSync(process.execPath, ['test.ts'], {
    cwd: `${import.meta.dirname}/..`,
    env: { ...process.env, PROOF_SEED: 'x' },
    encoding: 'utf8',
    timeout: 30_000,
  })
  assert.equal(status, 1)
  assert.equal(stderr, "PROOF_SEED is 'x'; it must be a whole number of at most nine digits.\n")
})
