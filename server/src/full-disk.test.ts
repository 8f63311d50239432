/**
 * The disk of DATA_DIR is full for a while: the process ends with a sentence, and its next start finds all that was
 * acknowledged.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { addChat, createAgent, listChat } from '@purser/contract/agents/agents.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { createClient } from './test/client.ts'
import { waitForEnd } from './test/money-audit.ts'
import { readBalances, SOL } from './test/money.ts'
import { runProgram, startProgram } from './test/process.ts'
import { connectRpc } from './test/rpc.ts'
import { signUp } from './test/sign-up.ts'
import { until } from './test/until.ts'

const MEGABYTE = 1 << 20
const POSTS = 2_000
const CHATS = 20
const dir = mkdtempSync(join(tmpdir(), 'purser-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', dir]).status === 0
const network = await startLocalnet({ rpcPort: 0, faults: true, slotMs: 100 })
after(async () => {
  await network.close()
  if (mounted) spawnSync('umount', ['--lazy', dir])
  rmdirSync(dir)
})
const DATA_DIR = join(dir, 'data')
const ballast = join(dir, 'ballast')
const free = () => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}
/** Fills the disk until this much is left. */
function fill(left: number): void {
  const file = openSync(ballast, 'a')
  const chunk = Buffer.alloc(1 << 16)
  try {
    while (free() >= left + chunk.length) writeSync(file, chunk)
  } finally {
    closeSync(file)
  }
}
const rpc = connectRpc(network.rpcUrl)
const env = { DATA_DIR, SOLANA_RPC_URL: network.rpcUrl }

test('a full disk ends the process with a sentence; nothing is paid twice, and nothing that was acknowledged is lost', {
  skip: mounted ? false : 'left out: a disk of a certain size needs the right to mount one',
}, async () => {
  let desk = await startProgram(env)
  let call = createClient(desk.url)
  const { token } = await signUp(call)
  const { address } = (await call(generateWallet, { token })).ok
  assert.equal((await call(requestFaucet, { token, body: { address, sol: 1 } })).status, 200)
  // A chat keeps its newest 4 MB: a single one could drop what was acknowledged first.
  const chats: number[] = []
  for (let n = 0; n < CHATS; n++) chats.push((await call(createAgent, { token })).ok.id)
  const lowDisk = async () =>
    ((await (await fetch(`${desk.url}/readyz`)).json()) as { lowDisk?: { free_mb: number } }).lowDisk
  assert.ok(((await lowDisk())?.free_mb ?? 0) > 0)

  // Room for rows, and none for the next segment of the write-ahead log.
  fill(6 * MEGABYTE)
  const posted: string[] = []
  const statuses = new Set<number>()
  const post = async (n: number) => {
    const content = `${n} ${Array.from({ length: 3_000 }, () => randomInt(10_000, 100_000)).join(' ')}`
    const params = { id: chats[n % CHATS] as number }
    const { status } = await call(addChat, { token, params, body: { role: 'user', content } })
    statuses.add(status)
    if (status < 300) posted.push(content)
  }
  const paid: { address: string; status: number | null }[] = []
  /** Funds for an address that has none. */
  const pay = async () => {
    const { address: to } = await generateKeyPairSigner()
    const one = { address: to as string, status: null as number | null }
    paid.push(one)
    const { status } = await call(requestFaucet, { token, body: { address: to, sol: '0.01' } })
    one.status = status
    statuses.add(status)
  }
  let ended: number | null | undefined
  void desk.ended.then((code) => (ended = code))
  for (let n = 0; ended === undefined && n < POSTS; n++)
    // The end of the process cuts connections off.
    await Promise.all([post(n), n % 25 === 0 ? pay() : null]).catch(() => undefined)
  assert.equal(await desk.ended, 1, desk.output())
  assert.match(
    desk.output(),
    /Purser is stopping because the embedded database cannot continue: .*No space left on device/,
  )
  assert.deepEqual(
    [...statuses].filter((status) => status >= 300 && status !== 503),
    [],
  )

  // A start meanwhile gets the sentence each time, and does no harm.
  fill(0)
  const full = runProgram('main.ts', { HOST: '127.0.0.1', PORT: '0', LOCALNET_RPC_PORT: '0', ...env })
  assert.equal(await full.ended, 1, full.output())
  assert.match(
    full.output(),
    /^DATA_DIR.* cannot be (locked: its disk is full|opened, and its disk has 0 MB left)\. Free up space and restart Purser\.$/m,
  )

  rmSync(ballast)
  desk = await startProgram(env)
  call = createClient(desk.url)
  assert.deepEqual(
    (await call(listWallets, { token })).ok.wallets.map((wallet) => wallet.address),
    [address],
  )
  const kept = new Set<string>()
  for (const id of chats)
    for (const { content } of (await call(listChat, { token, params: { id } })).ok) kept.add(content)
  assert.equal(posted.filter((content) => !kept.has(content)).length, 0, 'all that was acknowledged')
  assert.equal((await call(requestFaucet, { token, body: { address, sol: 2 } })).status, 200)
  const { operations } = (await call(listOperations, { token })).ok
  for (const operation of operations) await waitForEnd(call, token, operation.id)
  const held = await readBalances(
    rpc,
    paid.map(({ address: to }) => to),
  )
  paid.forEach(({ status }, i) => {
    const lamports = held[i] ?? 0n
    assert.ok(lamports === SOL / 100n || (lamports === 0n && status !== 200), `${status}: ${lamports}`)
  })
  await until('it has both', async () => (await readBalances(rpc, [address]))[0] === 3n * SOL)
  assert.equal(await desk.kill('SIGTERM'), 0)
})
