/**
 * Killed at points of a send of SOL and of a token, the desk sends it once, by itself and when it is requested again.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { getOperation, listOperations } from '@purser/contract/activity.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import type { Answer } from '../server/src/test/client.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import { type Product, startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { seed, seededRandom, whole } from '../server/src/test/seeded-random.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { fundTokens, readTokens } from '../server/src/test/tokens.ts'
import { until } from '../server/src/test/until.ts'
import { ask } from './ledger.ts'

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
const TOKEN_RENT = 1_488_440n
const POINTS = ['operation', 'signed', 'journal', 'send', 'status', 'end'].flatMap((name) =>
  ['before', 'after'].map((side) => `${name}:${side}:1`),
)
const BLOWS = whole ? 2 * POINTS.length : 4
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href
const DIES_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 120_000

/** How the desk died; rejects when it lives on. */
async function waitForDeath({ ended }: Product): Promise<string | null> {
  let signal: string | null = null
  void ended.then((end) => (signal = end.signal))
  return until('it dies', () => signal, DIES_WITHIN_MS)
}

void test(`killed at ${BLOWS} points of sends, it sends each of them once (seed ${seed})`, async () => {
  const random = seededRandom(seed + 11)
  const [dataDir, chainDir, killDir] = [temporaryDir(), temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir, 0, ['--steered', '--faults'])
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  await rpc('localnet_setSlotTime', 60)
  const env = {
    SOLANA_RPC_URL: network.rpcUrl,
    KILL_POINTS: killDir,
    NODE_OPTIONS: `--import=${PRELOAD}`,
  }
  const arm = (point: string) => writeFileSync(join(killDir, 'at'), point)
  let product: Product = await startProduct(dataDir, env)
  const { token } = await signUp(product.call)
  const [source] = await makeWallets(product.call, token, 1)
  assert.ok(source)
  await fund(rpc, source.address, 10n * SOL)
  await fundTokens(rpc, source.address, BONK, 100_000_000n)
  const blows = [undefined, BONK]
    .flatMap((mint) => POINTS.map((point) => ({ mint, point })))
    .toSorted(() => random() - 0.5)
    .slice(0, BLOWS)

  for (const { mint, point } of blows) {
    const name = `${mint === undefined ? 'SOL' : 'BONK'} ${point}`
    const to = (await generateKeyPairSigner()).address
    const holdings = async (): Promise<Record<'sol' | 'tokens' | 'arrived', bigint>> => ({
      sol: (await readBalances(rpc, [source.address]))[0] ?? 0n,
      tokens: (await readTokens(rpc, [source.address], { mint: BONK }))[0] ?? 0n,
      arrived:
        (mint === undefined
          ? (await readBalances(rpc, [to]))[0]
          : (await readTokens(rpc, [to], { mint }))[0]) ?? 0n,
    })
    const before = await holdings()
    const body: SendBody = { to, amount: '0.25', ...(mint ? { mint } : {}) }
    const key = randomUUID()
    const again = (): Promise<Answer<typeof send>> =>
      product.call(send, { token, key, params: { id: source.id }, body })
    arm(point)
    void again().catch(() => undefined)
    const signal = await waitForDeath(product)
    assert.equal(signal, 'SIGKILL', name)
    assert.match(readFileSync(join(killDir, 'log'), 'utf8'), new RegExp(`killed ${point}\n$`))
    arm('')
    product = await startProduct(dataDir, env)
    const { operation } = (await again()).ok
    assert.ok(operation)
    const read = async () => (await product.call(getOperation, { token, params: { id: operation.id } })).ok
    await until(`${name} has ended`, async () => (await read()).status === 'completed', ENDS_WITHIN_MS)
    assert.equal((await again()).ok.operation?.id, operation.id)
    const after = await holdings()
    const units = mint === undefined ? SOL / 4n : 25_000n
    assert.equal(after.arrived - before.arrived, units, name)
    assert.equal(before.sol - after.sol, mint === undefined ? units + FEE : TOKEN_RENT + FEE, name)
    assert.equal(before.tokens - after.tokens, mint === undefined ? 0n : units, name)
  }
  const query = { type: 'send', limit: 100 }
  assert.equal((await product.call(listOperations, { token, query })).ok.operations.length, BLOWS)
})
