/** Killed while a token is created, the desk creates it once. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createToken, listNamedTokens, type TokenCreated } from '@purser/contract/tokens/created-tokens.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { createClient } from '../server/src/test/client.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { fund, makeWallets, SOL } from '../server/src/test/money.ts'
import { startProgram } from '../server/src/test/process.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

void test('killed between signing and outcome, it makes one token of each request by itself', {
  skip: onPostgres,
}, async () => {
  const network = await startLocalnet({ rpcPort: 0, faults: true })
  after(() => network.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'purser-token-'))
  const journal = join(dataDir, 'journal/transactions.jsonl')
  const journaled = () => (existsSync(journal) ? readFileSync(journal, 'utf8').length : 0)
  const rpc = connectRpc(network.rpcUrl)
  const env = { DATA_DIR: dataDir, SOLANA_RPC_URL: network.rpcUrl }
  let desk = await startProgram(env)
  let call = createClient(desk.url)
  const { token } = await signUp(call)
  const [wallet] = await makeWallets(call, token, 1)
  assert.ok(wallet)
  await fund(rpc, wallet.address, SOL)
  /** The wallet's base units by mint. */
  const held = async () => {
    const { value } = await rpc<{
      value: { account: { data: { parsed: { info: { mint: string; tokenAmount: { amount: string } } } } } }[]
    }>(
      'getTokenAccountsByOwner',
      wallet.address,
      { programId: TOKEN_2022_PROGRAM_ADDRESS },
      { encoding: 'jsonParsed', commitment: 'confirmed' },
    )
    return new Map(
      value.map(({ account }) => {
        const { mint, tokenAmount } = account.data.parsed.info
        return [mint, tokenAmount.amount]
      }),
    )
  }

  type Point = {
    symbol: string
    name: string
    fault: object | null
    reached: (before: number) => Promise<boolean>
  }
  let count = 0
  const landed = async () => (await held()).size > count
  const points: Point[] = [
    {
      symbol: 'KILLA',
      name: 'Not sent',
      fault: { method: 'sendTransaction', kind: 'drop' },
      reached: async (before) => journaled() > before,
    },
    {
      symbol: 'KILLB',
      name: 'Its answer lost',
      fault: { method: 'sendTransaction', kind: 'loseAnswer' },
      reached: landed,
    },
    { symbol: 'KILLC', name: 'Landed', fault: null, reached: landed },
  ]
  for (const { symbol, name, fault, reached } of points) {
    const body = { symbol, name, decimals: 2, supply: 21, wallet_id: wallet.id }
    const before = journaled()
    await rpc('localnet_setFaults', fault ? [fault] : [])
    let answer = 'none'
    const lost = call(createToken, { token, body, key: symbol }).then(
      ({ text }) => (answer = text),
      (error: unknown) => (answer = String(error)),
    )
    const what = () => `${name}: it is reached; the answer: ${answer}`
    await until(what, () => reached(before))
    await desk.kill('SIGKILL')
    await lost
    await rpc('localnet_clearFaults')
    desk = await startProgram(env)
    call = createClient(desk.url)
    await until('it is created by itself', landed)
    const { mint } = (await call(createToken, { token, body, key: symbol })).ok as TokenCreated
    count++
    const all = await held()
    assert.equal(all.size, count, `${name}: one token`)
    assert.equal(all.get(mint), '2100')
  }
  const named = (await call(listNamedTokens, { token })).ok.tokens
  assert.deepEqual(
    named.map(({ symbol }) => symbol),
    points.map(({ symbol }) => symbol),
  )
  const { operations } = (await call(listOperations, { token, query: {} })).ok
  assert.deepEqual(
    operations.map(({ type, status }) => [type, status]),
    points.map(() => ['token-create', 'completed']),
  )
  assert.equal(await desk.kill('SIGTERM'), 0)
})
