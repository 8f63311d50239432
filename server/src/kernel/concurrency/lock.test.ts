import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../test/until.ts'
import { LockedError, lockDirectory } from './lock.ts'

const fresh = () => join(mkdtempSync(join(tmpdir(), 'purser-lock-')), 'data')

test('a second start on a directory is refused until the first releases it', async () => {
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

test('the lock holds under another path of the same directory', async () => {
  const dir = fresh()
  mkdirSync(dir)
  const link = `${dir}-link`
  symlinkSync(dir, link)
  const release = await lockDirectory(dir)
  await assert.rejects(lockDirectory(link), LockedError)
  await release()
})

test('the lock file has mode 0600, also one that exists with another mode', async () => {
  const dir = fresh()
  const file = join(dir, 'lock.db')
  await (await lockDirectory(dir))()
  assert.equal(statSync(file).mode & 0o777, 0o600)
  chmodSync(file, 0o644)
  const release = await lockDirectory(dir)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  // Checking whether it exists does not release it.
  const { child, said } = holder(dir)
  assert.equal(await said, `DATA_DIR ${dir} is in use by another running Purser.`)
  child.kill('SIGKILL')
  await assert.rejects(lockDirectory(dir), LockedError)
  const again = holder(dir)
  assert.equal(await again.said, `DATA_DIR ${dir} is in use by another running Purser.`)
  again.child.kill('SIGKILL')
  await release()
})

test('two directories are independent', async () => {
  const releases = await Promise.all([lockDirectory(fresh()), lockDirectory(fresh())])
  for (const release of releases) await release()
})

test('a directory that cannot be written is named in the refusal', async () => {
  const dir = fresh()
  writeFileSync(dir, 'a file, no directory')
  await assert.rejects(lockDirectory(dir), new LockedError(`DATA_DIR ${dir} cannot be written to.`))
})

const END = new URL('../../../../scripts/end-with-parent.mjs', import.meta.url).href
/** A process that takes the lock and says so, or why it could not; `around` is the command that starts it. */
function holder(dir: string, around: string[] = []) {
  const module = new URL('./lock.ts', import.meta.url).href
  const code = `const { lockDirectory } = await import(${JSON.stringify(module)});
    await lockDirectory(${JSON.stringify(dir)}).then(() => console.log('held'), (error) => console.log(error.message));
    setInterval(() => {}, 1000)`
  const [command, ...args] = [...around, process.execPath, '--import', END, '--input-type=module', '-e', code]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = once(child.stdout, 'data').then(([data]) => String(data).trim())
  return { child, said }
}

test('the lock of a killed process is free at once', async (t) => {
  const dir = fresh()
  const { child, said } = holder(dir)
  t.after(() => child.kill('SIGKILL'))
  assert.equal(await said, 'held')
  await assert.rejects(lockDirectory(dir), LockedError)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await lockDirectory(dir))()
})

/** The view of a second container on the same volume: its own network and process ids. */
const ISOLATED = ['unshare', '--net', '--pid', '--fork', '--kill-child']
/** Without root a user namespace allows the others. */
const CONTAINER = process.getuid?.() === 0 ? ISOLATED : [...ISOLATED, '--user', '--map-root-user']

test('the lock holds between network and process namespaces', async (t) => {
  const dir = fresh()
  const inUse = `DATA_DIR ${dir} is in use by another running Purser.`
  const release = await lockDirectory(dir)
  const second = holder(dir, CONTAINER)
  t.after(() => second.child.kill('SIGKILL'))
  assert.equal(await second.said, inUse)
  await release()
  const third = holder(dir, CONTAINER)
  t.after(() => third.child.kill('SIGKILL'))
  assert.equal(await third.said, 'held')
  await assert.rejects(lockDirectory(dir), new LockedError(inUse))
  third.child.kill('SIGKILL')
  // The holder dies with the process that started it.
  await (await until('the lock is free', () => lockDirectory(dir).catch(() => null)))()
})

test('reading and copying the directory does not release the lock', async (t) => {
  const dir = fresh()
  const first = holder(dir)
  t.after(() => first.child.kill('SIGKILL'))
  assert.equal(await first.said, 'held')
  cpSync(dir, `${dir}-copy`, { recursive: true })
  await assert.rejects(lockDirectory(dir), LockedError)
  await (await lockDirectory(`${dir}-copy`))()
})
