import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../test/until.ts'
import { LockedError, lockDirectory } from './lock.ts'

const fresh = () => join(mkdtempSync(join(tmpdir(), 'purser-lock-')), 'data')

test('a second start on a directory is refused with one sentence until the first lets go', async () => {
  const dir = fresh()
  const release = await lockDirectory(dir)
  await assert.rejects(lockDirectory(dir), (error) => {
    assert.ok(error instanceof LockedError)
    assert.equal(error.message, `DATA_DIR ${dir} is in use by another running Purser.`)
    return true
  })
  await release()
  await (await lockDirectory(dir))()
})

test('the same directory under another name is the same directory', async () => {
  const dir = fresh()
  mkdirSync(dir)
  const link = `${dir}-link`
  symlinkSync(dir, link)
  const release = await lockDirectory(dir)
  await assert.rejects(lockDirectory(link), LockedError)
  await release()
})

test('two directories do not disturb each other', async () => {
  const releases = await Promise.all([lockDirectory(fresh()), lockDirectory(fresh())])
  for (const release of releases) await release()
})

test('a directory that cannot be written is named in the refusal', async () => {
  const dir = fresh()
  writeFileSync(dir, 'a file, no directory')
  await assert.rejects(lockDirectory(dir), new LockedError(`DATA_DIR ${dir} cannot be written to.`))
})

test('the lock of a process that was killed outright is free at once', async (t) => {
  const dir = fresh()
  const module = new URL('./lock.ts', import.meta.url).href
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `const { lockDirectory } = await import(${JSON.stringify(module)}); await lockDirectory(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000)`,
  ])
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await assert.rejects(lockDirectory(dir), LockedError)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const release = await until('the lock is free', () => lockDirectory(dir).catch(() => null))
  await release()
})
