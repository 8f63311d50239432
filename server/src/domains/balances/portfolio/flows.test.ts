/** An endpoint's word about a transaction is no fact: an invalid or future time stops no point. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@solana/kit'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { createLog } from '../../../kernel/log.ts'
import { createFlows, type HistoryParts } from './flows.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const MINE = 'mine' as Address

async function readTimes(blockTimes: (number | null)[]): Promise<string[]> {
  const listed = blockTimes.map((blockTime, i) => ({ signature: `s${i}`, slot: 5n, err: null, blockTime }))
  const chain = {
    listSignatures: async () => listed,
    execution: async () => ({
      fee: 0n,
      lamports: [
        { address: 'theirs', before: 9n, after: 8n },
        { address: MINE, before: 0n, after: 1n },
      ],
      tokens: [],
    }),
  } as unknown as HistoryParts['chain']
  const signatures = { listMovements: async () => new Map(), listArrivals: async () => new Map() }
  const transfers = { signatures } as unknown as HistoryParts['transfers']
  const seen = { walletId: 1, account: MINE, mint: SOL_MINT, decimals: 9, amount: 1n, slot: 9n }
  const { flows } = await createFlows({ chain, transfers, log: createLog('silent') }).between(
    [{ ...seen, before: 0n, since: { slot: 0n, signature: null }, opened: false }],
    new Map([[MINE as string, 1]]),
    { now: NOW, before: NOW, places: new Map() },
  )
  return flows.map(({ at }) => at.toISOString())
}

void test('a flow has the time of its block, or that of the point where the block has none', async () => {
  const hourAgo = NOW.getTime() / 1_000 - 3_600
  assert.deepEqual(await readTimes([hourAgo, null]), ['2026-11-25T11:00:00.000Z', NOW.toISOString()])
})

void test('a time that cannot be is that of the point', async () => {
  const times = await readTimes([Number.NaN, 9e15, -9e15, NOW.getTime() / 1_000 + 3_600])
  assert.deepEqual(
    times,
    times.map(() => NOW.toISOString()),
  )
  assert.equal(times.length, 4)
})

void test('what was counted is not counted again where a node has shown a state before it', async () => {
  const asked: string[] = []
  const chain = {
    async listSignatures(account: string, { until }: { until?: string }) {
      asked.push(`${account} until ${until ?? 'the beginning'}`)
      return []
    },
  } as unknown as HistoryParts['chain']
  const arrival = { signature: 'T', source: 'theirs', amount: 5n, slot: 103n, at: NOW }
  const signatures = {
    listMovements: async () => new Map(),
    listArrivals: async () => new Map([[0, [arrival]]]),
  }
  const transfers = { signatures } as unknown as HistoryParts['transfers']
  const { between } = createFlows({ chain, transfers, log: createLog('silent') })
  const flowsSince = async (signature: string | null) => {
    const seen = { walletId: 1, account: MINE, mint: SOL_MINT, decimals: 9, amount: 5n, slot: 106n }
    const one = { ...seen, before: 0n, since: { slot: 102n, signature }, opened: false }
    const { flows } = await between([one], new Map([[MINE as string, 1]]), {
      now: NOW,
      before: NOW,
      places: new Map(),
    })
    return flows.map(({ amount }) => amount)
  }
  assert.deepEqual(await flowsSince(null), [5n])
  assert.deepEqual(asked, [])
  assert.deepEqual(await flowsSince('T'), [])
  assert.deepEqual(asked, ['mine until T'])
})

void test('a token of which no account was seen yet is not counted with decimals that nobody knows', async () => {
  const tokens = [{ account: 'A', mint: 'T', owner: MINE, before: 0n, after: 500_000_000n }]
  const chain = {
    listSignatures: async () => [{ signature: 's', slot: 5n, err: null, blockTime: null }],
    execution: async () => ({ fee: 0n, lamports: [{ address: 'theirs', before: 9n, after: 8n }], tokens }),
  } as unknown as HistoryParts['chain']
  const signatures = { listMovements: async () => new Map(), listArrivals: async () => new Map() }
  const transfers = { signatures } as unknown as HistoryParts['transfers']
  const seen = { walletId: 1, account: MINE, mint: SOL_MINT, decimals: 9, amount: 1n, slot: 9n }
  const { between } = createFlows({ chain, transfers, log: createLog('silent') })
  const countedWith = async (places: Map<string, number>) => {
    const { flows } = await between(
      [{ ...seen, before: 0n, since: { slot: 0n, signature: null }, opened: false }],
      new Map([[MINE as string, 1]]),
      { now: NOW, before: NOW, places },
    )
    return flows.map(({ mint, decimals, amount }) => [mint, decimals, amount])
  }
  assert.deepEqual(await countedWith(new Map()), [])
  assert.deepEqual(await countedWith(new Map([['T', 6]])), [['T', 6, 500_000_000n]])
})
