import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedStrategy } from '@purser/contract/strategies/strategies.ts'
import { sortStrategies } from './strategy-sort.ts'

const one = (id: string, started: number, pnl: number | string | null, ended: string | null = null) =>
  ({ id, created_at: `2026-01-0${started}`, pnl, ended_at: ended, agent_name: id }) as ListedStrategy
const list = [one('b', 3, '-10'), one('a', 2, null, '2026-02-01'), one('c', 1, 9), one('d', 4, 9)]
const ids = (key: 'pnl' | 'started' | 'ended' | 'agent', descending: boolean) =>
  sortStrategies(list, { key, descending }).map(({ id }) => id)

test('strategies are sorted by figures as numbers, equals newest first, and those without a figure last either way', () => {
  assert.deepEqual(ids('pnl', true), ['d', 'c', 'b', 'a'])
  assert.deepEqual(ids('pnl', false), ['b', 'd', 'c', 'a'])
  assert.deepEqual(ids('started', true), ['d', 'b', 'a', 'c'])
  assert.deepEqual(ids('agent', false), ['a', 'b', 'c', 'd'])
  assert.deepEqual(ids('ended', true), ['a', 'd', 'b', 'c'])
})
