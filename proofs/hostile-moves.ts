/** Moves funds while the chain lies: every kind of operation at once, and what must be true of each in the end. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getOperation, listOperations } from '@purser/contract/activity.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { pause } from '../server/src/kernel/clock.ts'
import type { Call } from '../server/src/test/client.ts'
import type { Answer, Before, Money, Way } from './money-kind.ts'
import { moneys } from './moneys.ts'
import { waitForEnd } from '../server/src/test/money-audit.ts'
import { readBalances, makeWallets, type Purse, SOL } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { until } from '../server/src/test/until.ts'

type Desk = { call: Call; rpc: Rpc; token: string; money?: Money }
type Kind = 'faucet' | 'distribute' | 'gather'
export type Sizes = Partial<Record<Kind, number[]>>
/** An operation requested under lies; `wallets` begins with the payer. */
export type Move = {
  kind: Kind
  size: number
  wallets: Purse[]
  money: Money
  ask(): Promise<Answer>
  /** How often the recipient of a single payment was paid. */
  paid?: () => Promise<bigint>
}
export type Moved = { move: Move; id: string | null; operation: OperationDetail | null }

export type Lies = {
  begin(): void
  end(): Promise<void> | void
  ms: number
  neverFailed?: boolean
  endMeanwhile?: boolean
}

const ENDS_WITHIN_MS = 90_000
/** Whether the desk says that it cannot answer now. */
const isAway = ({ status }: Answer) => status >= 500 || status === 429 || status === 0

export async function createMoves({ call, rpc, token, money = moneys.sol }: Desk, sizes: Sizes) {
  const moves: Move[] = []
  for (const _ of sizes.faucet ?? []) {
    const [to] = await makeWallets(call, token, 1)
    assert.ok(to)
    const key = randomUUID()
    moves.push({
      kind: 'faucet',
      size: 1,
      wallets: [to],
      money: moneys.sol,
      async ask() {
        const { status, text } = await call(requestFaucet, {
          token,
          key,
          body: { address: to.address, sol: 1 },
        })
        return { status, text, id: undefined }
      },
      paid: async () => ((await readBalances(rpc, [to.address]))[0] ?? 0n) / SOL,
    })
  }
  for (const kind of ['distribute', 'gather'] as const)
    for (const size of sizes[kind] ?? []) moves.push(await bulk({ call, rpc, token, money }, kind, size))
  return moves
}

async function bulk(
  { call, rpc, token, money }: Required<Desk>,
  kind: 'distribute' | 'gather',
  size: number,
): Promise<Move> {
  const wallets = await makeWallets(call, token, size + 1)
  const [hub, ...others] = wallets
  assert.ok(hub)
  await money.fill(rpc, hub)
  const ask = (way: Way, key: string) => money.ask(call, token, { way, hub, others, key })
  const key = randomUUID()
  if (kind === 'gather') {
    const { id = '' } = await ask('distribute', randomUUID())
    assert.equal((await waitForEnd(call, token, id)).status, 'completed')
  }
  return { kind, size, wallets, money, ask: () => ask(kind, key) }
}

/** The payments to this address on the chain, by transactions with the desk's memo. */
export async function paymentsTo(rpc: Rpc, address: string): Promise<{ signature: string; memo: string }[]> {
  const found = await rpc<{ signature: string; err: unknown; memo: string | null }[]>(
    'getSignaturesForAddress',
    address,
    { commitment: 'confirmed', limit: 1_000 },
  )
  return found.flatMap(({ signature, err, memo }) =>
    err === null && memo?.includes('purser:') ? [{ signature, memo }] : [],
  )
}

/**
 * All of these at once while `lies` go on; once they have ended each is requested again until it is answered, ends, and
 * has paid everyone exactly once. Returns the outcome of each.
 */
export async function moveUnder(desk: Desk, moves: Move[], lies: Lies): Promise<Moved[]> {
  const { call, rpc, token } = desk
  const before: Before[] = []
  for (const { wallets, money } of moves) before.push(await money.look(rpc, wallets))
  const former = new Set((await newest(desk)).map(({ id }) => id))
  lies.begin()
  const asked = moves.map((move) =>
    move.ask().catch((): Answer => ({ status: 0, text: 'no answer', id: undefined })),
  )
  const over = allOver(desk, former, asked, lies).catch((error: unknown) => error)
  const failed = await over
  await lies.end()
  if (failed) throw failed
  const first = await Promise.all(asked)
  return Promise.all(
    moves.map(async (move, i) => {
      const answer = await answered(move, first[i] ?? { status: 0, text: '', id: undefined })
      return settle({ call, rpc, token }, move, before[i] ?? new Map(), answer)
    }),
  )
}

const newest = async ({ call, token }: Pick<Desk, 'call' | 'token'>) =>
  (await call(listOperations, { token, query: { limit: 50 } })).ok.operations

/**
 * Waits until all are answered and have completed, or for this long. With `neverFailed` none is called failed
 * meanwhile, not even in part; with `endMeanwhile` all complete.
 */
async function allOver(
  { call, token }: Desk,
  former: Set<string>,
  asked: Promise<Answer>[],
  { ms, neverFailed = false, endMeanwhile = false }: Lies,
): Promise<void> {
  let answered = false
  void Promise.all(asked).then(() => (answered = true))
  for (const end = performance.now() + ms; performance.now() < end; await pause(100)) {
    const operations = (await newest({ call, token })).filter(({ id }) => !former.has(id))
    for (const { id, type, status, error } of neverFailed ? operations : [])
      assert.ok(status !== 'failed' && status !== 'partial', `${type} ${id} is called ${status}: ${error}`)
    if (answered && operations.every(({ status }) => status === 'completed')) return
  }
  assert.ok(!endMeanwhile, `not all has completed while the lies went on for ${ms} ms`)
}

async function answered(move: Move, first: Answer): Promise<Answer> {
  let answer = first
  const end = performance.now() + ENDS_WITHIN_MS
  while (isAway(answer)) {
    assert.ok(performance.now() < end, `${move.kind} of ${move.size} is not answered: ${answer.text}`)
    await pause(200)
    answer = await move.ask().catch((): Answer => ({ status: 0, text: 'no answer', id: undefined }))
  }
  return answer
}

/** An operation confirmed by a fork may be reopened: it counts once it holds on the chain itself. */
async function settle(desk: Desk, move: Move, before: Before, answer: Answer): Promise<Moved> {
  const { call, rpc, token } = desk
  const { kind, size, wallets, money, paid } = move
  const what = `${kind} of ${size}: ${answer.status} ${answer.text.slice(0, 200)}`
  assert.equal(answer.status, 200, what)
  if (paid) {
    await until(`${what}: it has arrived`, async () => (await paid()) > 0n, ENDS_WITHIN_MS)
    assert.equal(await paid(), 1n, `${what}: paid once`)
    return { move, id: null, operation: null }
  }
  const { id = '' } = answer
  const end = performance.now() + ENDS_WITHIN_MS
  for (;;) {
    const operation = await waitForEnd(call, token, id, ENDS_WITHIN_MS)
    const { error } = operation.transfers.find((t) => t.error) ?? {}
    try {
      assert.equal(operation.status, 'completed', `${what}: ${error}`)
      await money.assertExact(rpc, { wallets, before, operation, payer: wallets[0]?.address ?? '' })
      return { move, id, operation }
    } catch (reason) {
      if (performance.now() > end || operation.status !== 'completed') throw reason
      if (await overpaid(rpc, move, before, operation)) throw reason
      await pause(200)
    }
  }
}

/** Somebody has got more than the operation says: no waiting corrects that. */
async function overpaid(rpc: Rpc, { money, wallets }: Move, before: Before, operation: OperationDetail) {
  const after = await money.look(rpc, wallets)
  return [...money.most({ before, operation })].some(([key, most]) => (after.get(key) ?? 0n) > most)
}

/** Asserts again that nobody was paid more since. */
export async function assertStill(desk: Desk, moved: Moved[]): Promise<void> {
  for (const { move, id } of moved) {
    if (move.paid) assert.equal(await move.paid(), 1n, 'paid once')
    if (id === null) continue
    const operation = (await desk.call(getOperation, { token: desk.token, params: { id } })).ok
    const wallet = move.wallets.at(-1) ?? assert.fail('it pays somebody')
    const last = await move.money.paidAt(wallet)
    const mine = (await paymentsTo(desk.rpc, last)).filter(({ memo }) => memo.includes(id))
    assert.equal(mine.length, 1, `${operation.type} ${id} pays ${last} once`)
  }
}
