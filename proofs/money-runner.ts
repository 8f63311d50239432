/** One desk and one chain in processes of their own, where funds move back and forth while the desk is killed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listOperations } from '@purser/contract/activity.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { ask } from './ledger.ts'
import type { Answer, Before, Money, Way } from './money-kind.ts'
import { moneys } from './moneys.ts'
import { waitForEnd } from '../server/src/test/money-audit.ts'
import { makeWallets, type Purse } from '../server/src/test/money.ts'
import { type Product, startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { until } from '../server/src/test/until.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'

/**
 * A transaction that expired meanwhile is dead only by two readings ten seconds apart, and must then be signed anew.
 */
const ENDS_WITHIN_MS = 180_000
export type Runner = Awaited<ReturnType<typeof openRunner>>

/** The course of one operation: the time from the last start until it was resumed, and until it was over. */
export type Struck = { resumeMs: number; endMs: number; cutOff: boolean; operation: OperationDetail }

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href

export type RunnerOptions = {
  /** SOL by default. */
  money?: Money | undefined
  size: number
  slotMs: number
  /** The network's commitment rule; 'alpenglow' by default. */
  commitment?: 'tower' | 'alpenglow'
  env?: Record<string, string>
  /** The variables with which the desk reaches the chain, if not directly. */
  through?: (rpcUrl: string) => Promise<Record<string, string>>
}

export async function openRunner(options: RunnerOptions) {
  const { money = moneys.sol } = options
  const [dataDir, chainDir, killDir] = [temporaryDir(), temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir, 0, ['--steered', '--faults'])
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  await rpc('localnet_setSlotTime', options.slotMs)
  await rpc('localnet_setCommitment', options.commitment ?? 'alpenglow')
  const env = {
    SOLANA_RPC_URL: network.rpcUrl,
    KILL_POINTS: killDir,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    ...(await options.through?.(network.rpcUrl)),
    ...options.env,
  }
  const start = () => startProduct(dataDir, env)
  let product: Product = await start()
  const { token } = await signUp(product.call)
  const all = await makeWallets(product.call, token, options.size + 1)
  const [source] = all
  assert.ok(source)
  const hub = source
  const others = all.slice(1)
  await money.fill(rpc, source)
  let filled = 0

  const file = (name: string) => join(killDir, name)
  const pointsSoFar = () =>
    readFileSync(file('log'), { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter((line) => line !== '')
  const runner = {
    rpc,
    token,
    source,
    money,
    get product() {
      return product
    },
    /** Kills the desk at this point, the next time it is reached; '' never. */
    arm: (point: string) => writeFileSync(file('at'), point),
    /** The points that were reached since the last call. */
    reached(): string[] {
      const lines = pointsSoFar()
      writeFileSync(file('log'), '')
      return lines
    },
    request: (way: Way, others: Purse[], key: string): Promise<Answer> =>
      money.ask(product.call, token, { way, hub: source, others, key }),
    async restart(): Promise<void> {
      product = await start()
    },
    /** The wallets to move to or from, filled if they are to be gathered from. */
    async ready(way: Way, size: number): Promise<Purse[]> {
      if (way === 'gather' && filled < size) await runner.move('distribute', size, async () => undefined)
      return others.slice(0, size)
    },
    /** Notes that this many are now filled, or emptied. */
    moved(way: Way, size: number): void {
      filled = way === 'distribute' ? Math.max(filled, size) : 0
    },
    /**
     * Begins an operation with the desk armed, lets `strike` do anything to the desk and start it again, and proves
     * that everybody was paid once: after the resume, and after the same request with its key.
     */
    async move(
      way: Way,
      size: number,
      strike: (begun: { asked: Promise<Answer | null> }) => Promise<void>,
      point = '',
    ): Promise<Struck> {
      const purses = await runner.ready(way, size)
      const before = await money.look(rpc, [source, ...purses])
      const key = randomUUID()
      runner.arm(point)
      runner.reached()
      const asked = begun(way, purses, key).catch(() => null)
      await strike({ asked })
      const { readyAt } = product
      const cutOff = (await asked) === null
      // Unattended: nobody requests anything until it is over.
      const open = (await product.call(listOperations, { token, query: { limit: 1 } })).ok.operations[0]
      let [resumeMs, endMs] = [0, 0]
      if (cutOff && open && !['completed', 'partial', 'failed'].includes(open.status)) {
        // The points of the process before were read when it had died: these belong to the new one.
        await until('it is taken up', () => pointsSoFar().length > 0)
        resumeMs = Date.now() - readyAt
        await waitForEnd(product.call, token, open.id, ENDS_WITHIN_MS)
        endMs = Date.now() - readyAt
      }
      const answer = await runner.request(way, purses, key)
      assert.equal(answer.status, 200, answer.text)
      const operation = await waitForEnd(product.call, token, answer.id ?? '')
      if (resumeMs > 0) assert.equal(operation.id, open?.id, 'the same key meets the same operation')
      await exact(operation, purses, before, size)
      runner.moved(way, size)
      // Again, now that it is over: nothing moves.
      const again = await runner.request(way, purses, key)
      assert.equal(again.id, operation.id)
      await assertBooks(operation, purses, before)
      return { resumeMs, endMs, cutOff, operation }
    },
    async close(): Promise<void> {
      assert.equal((await product.end('SIGTERM')).code, 0)
      await network.end('SIGTERM')
    },
  }
  /** The answer once it is over: for a token it comes as soon as the operation is written. */
  async function begun(way: Way, purses: Purse[], key: string): Promise<Answer> {
    const answer = await runner.request(way, purses, key)
    if (answer.id !== undefined) await waitForEnd(product.call, token, answer.id, ENDS_WITHIN_MS)
    return answer
  }
  async function exact(operation: OperationDetail, purses: Purse[], before: Before, size: number) {
    assert.equal(operation.status, 'completed', operation.transfers.find((t) => t.error)?.error ?? '')
    assert.equal(operation.transfers.length, size)
    await assertBooks(operation, purses, before)
  }
  const assertBooks = (operation: OperationDetail, purses: Purse[], before: Before) =>
    money.assertExact(rpc, { wallets: [hub, ...purses], before, operation, payer: hub.address })
  return runner
}
