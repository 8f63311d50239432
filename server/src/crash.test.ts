import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createClient } from './test/client.ts'
import { runProgram, startProgram } from './test/process.ts'
import { until } from './test/until.ts'
import { connectRpc } from './test/rpc.ts'
import { signUp } from './test/sign-up.ts'

const network = await startLocalnet({ rpcPort: 0, faults: true })
after(() => network.close())
const DATA_DIR = mkdtempSync(join(tmpdir(), 'purser-crash-'))
const env = { DATA_DIR, SOLANA_RPC_URL: network.rpcUrl }
const journal = join(DATA_DIR, 'journal/transactions.jsonl')

const rpc = connectRpc(network.rpcUrl)
const lamports = async (address: string) =>
  (await rpc<{ value: number }>('getBalance', address, { commitment: 'confirmed' })).value

test('a server that is killed outright at any point of a payment finishes it after its next start, once', async () => {
  let desk = await startProgram(env)
  let call = createClient(desk.url)
  const { token } = await signUp(call)
  // The faucet gets its stock before anything is killed.
  const warm = (await call(generateWallet, { token })).ok.address
  assert.equal((await call(requestFaucet, { token, body: { address: warm, sol: 1 } })).status, 200)

  type Point = { name: string; fault?: object; reached: (address: string) => Promise<boolean> }
  const journaled = () => (existsSync(journal) ? readFileSync(journal, 'utf8').length : 0)
  let before = 0
  const points: Point[] = [
    {
      name: 'journaled, not executed',
      fault: { method: 'sendTransaction', kind: 'drop' },
      reached: async () => journaled() > before,
    },
    {
      name: 'executed, unanswered',
      fault: { method: 'sendTransaction', kind: 'loseAnswer' },
      reached: async (address) => (await lamports(address)) > 0,
    },
    { name: 'executed', reached: async (address) => (await lamports(address)) > 0 },
  ]
  for (const { name, fault, reached } of points) {
    const { address } = (await call(generateWallet, { token })).ok
    const body = { address, sol: '3.000000001' }
    const key = name.replaceAll(/\W+/g, '-')
    before = journaled()
    await rpc('localnet_setFaults', fault ? [fault] : [])
    const lost = call(requestFaucet, { token, body, key }).catch(() => null)
    await until(name, () => reached(address))
    await desk.kill('SIGKILL')
    await lost
    await rpc('localnet_clearFaults')
    desk = await startProgram(env)
    call = createClient(desk.url)
    await until('the payment is finished by itself', async () => (await lamports(address)) > 0)
    const again = await call(requestFaucet, { token, body, key })
    assert.equal(again.status, 200, `${name}: ${again.text}`)
    assert.equal(await lamports(address), 3_000_000_001, name)
  }
  const { wallets } = (await call(listWallets, { token })).ok
  assert.equal(wallets.length, 1 + points.length, 'what was acknowledged is there')

  const second = runProgram('main.ts', { ...env, PORT: '0' })
  assert.equal(await second.ended, 1)
  assert.equal(second.output().trim(), `DATA_DIR ${DATA_DIR} is in use by another running Purser.`)
  assert.equal(await desk.kill('SIGTERM'), 0)
})

test('a port in use and a database that is away each end the start with one line', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'purser-line-'))
  const desk = await startProgram({ ...env, DATA_DIR: dir })
  const { port } = new URL(desk.url)
  const inUse = runProgram('main.ts', { ...env, DATA_DIR: `${dir}2`, PORT: port })
  const away = runProgram('main.ts', {
    ...env,
    DATA_DIR: `${dir}3`,
    PORT: '0',
    DATABASE_URL: 'postgresql://u:s3cret@127.0.0.1:9/x',
  })
  assert.deepEqual(await Promise.all([inUse.ended, away.ended]), [1, 1])
  assert.equal(inUse.output().trim(), `Port ${port} is already in use.`)
  assert.match(away.output().trim(), /^DATABASE_URL: the database at 127\.0\.0\.1:9 cannot be used: .*$/)
  assert.ok(!away.output().includes('s3cret'))
  await desk.kill('SIGTERM')
})
