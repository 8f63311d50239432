/** Kills a desk at random moments while it distributes and gathers, and proves each time that every wallet was paid exactly once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions.ts'
import { pause } from '../kernel/clock.ts'
import { ask } from './ledger.ts'
import { assertExact, endOf, look } from './money-audit.ts'
import { fund, makeWallets, type Rpc, SOL } from './money.ts'
import { type Product, signUp, startNetwork, startProduct, temporaryDir } from './product.ts'

const RESUMES_WITHIN_MS = 10_000
const SIZES = [1, 62, 63, 1_000]

export type KillReport = { kills: number; cutOff: number; transfers: number; slowestResumeMs: number }

/**
 * Alternately a distribution and the gather of it, of every size in turn. Each is killed at a random moment, some again
 * while the next start takes it up, and asked for again with its key.
 */
export async function killWhileMoving(options: {
  kills: number
  random: () => number
  sizes?: number[]
  env?: Record<string, string>
  said?: (line: string) => void
}): Promise<KillReport> {
  const { kills, random, sizes = SIZES, env = {}, said } = options
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir)
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl, ...env })
  let product: Product = await again()
  const { token } = await signUp(product.call)
  const all = await makeWallets(product.call, token, Math.max(...sizes) + 1)
  const [source] = all
  assert.ok(source)
  await fund(rpc, source.address, 10_000n * SOL)
  const report: KillReport = { kills: 0, cutOff: 0, transfers: 0, slowestResumeMs: 0 }

  for (let round = 0; report.kills < kills; round++) {
    const size = sizes[Math.floor(round / 2) % sizes.length] ?? 1
    const others = all.slice(1, size + 1)
    const way = round % 2 === 0 ? 'distribute' : 'gather'
    const before = await look(rpc, [source, ...others])
    const key = randomUUID()
    const request = (): Promise<{
      status: number
      text: string
      ok: { operationId?: string | undefined }
    }> =>
      way === 'distribute'
        ? product.call(distributeSol, {
            token,
            key,
            body: {
              sourceWalletId: source.id,
              destinations: others.map((w, i) => ({ walletId: w.id, amount: `0.0${String(10_000 + i)}` })),
            },
          })
        : product.call(gatherSol, {
            token,
            key,
            body: { destinationWalletId: source.id, sources: others.map((w) => w.id), gatherAll: true },
          })
    const asked = request().then(
      () => true,
      () => false,
    )
    for (let blow = 0; blow < (random() < 0.3 ? 2 : 1) && report.kills < kills; blow++) {
      await pause(random() * (size > 100 ? 2_500 : 1_200))
      await product.end('SIGKILL')
      report.kills++
      product = await again()
    }
    if (!(await asked)) report.cutOff++
    const { readyAt } = product
    const open = (await product.call(listOperations, { token, query: { limit: 1 } })).ok.operations[0]
    if (open && !['completed', 'partial', 'failed'].includes(open.status)) {
      await endOf(product.call, token, open.id, RESUMES_WITHIN_MS + size * 10)
      report.slowestResumeMs = Math.max(report.slowestResumeMs, Date.now() - readyAt)
    }
    const answer = await request()
    assert.equal(answer.status, 200, answer.text)
    const done = await endOf(product.call, token, answer.ok.operationId ?? '')
    assert.equal(done.status, 'completed', done.transfers.find((t) => t.error)?.error ?? '')
    assert.equal(done.transfers.length, size)
    await assertExact(rpc, [source, ...others], before, done, source.address)
    report.transfers += size
    said?.(`${report.kills} kills: ${way} of ${size} is exact`)
  }
  assert.equal((await product.end('SIGTERM')).code, 0)
  await network.end('SIGTERM')
  return report
}
