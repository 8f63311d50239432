import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import { widens } from './widens.ts'

const on: TopUpSettings = {
  enabled: true,
  funding_wallet_id: 1,
  funding_wallet: { name: 'Purse', address: 'A' },
  top_up_amount: 0.01,
  minimum_balance: 0.009,
  include_grouped_wallets_only: true,
  daily_cap: 1,
  spent_today: 0,
  updated_at: null,
}

test('whatever can send more needs confirmation', () => {
  for (const change of [
    { funding_wallet_id: 2 },
    { minimum_balance: '0.0091' },
    { top_up_amount: '0.02' },
    { include_grouped_wallets_only: false },
    { daily_cap: '1.5' },
    { daily_cap: null },
  ])
    assert.equal(widens(on, change), true, JSON.stringify(change))
  assert.equal(widens({ ...on, enabled: false }, { enabled: true }), true)
  assert.equal(widens({ ...on, funding_wallet_id: null }, { funding_wallet_id: 1 }), true)
})

test('whatever sends less, or nothing, needs none', () => {
  for (const change of [
    { enabled: false },
    { funding_wallet_id: null },
    { minimum_balance: '0.009' },
    { include_grouped_wallets_only: true },
    { daily_cap: '0.5' },
  ])
    assert.equal(widens(on, change), false, JSON.stringify(change))
  assert.equal(widens({ ...on, daily_cap: null }, { daily_cap: '3' }), false)
  const off = { ...on, enabled: false }
  for (const change of [{ top_up_amount: '5' }, { funding_wallet_id: 2 }, { daily_cap: null }])
    assert.equal(widens(off, change), false, JSON.stringify(change))
})

test('where funds are real whatever raises the cap that holds is confirmed, switched off too', () => {
  const guard = { daily_cap: 1, cap_reached: false, left_out: [] }
  for (const enabled of [true, false]) {
    const unset = { ...on, enabled, daily_cap: null, guard }
    assert.equal(widens(unset, { daily_cap: '1.1' }), true)
    assert.equal(widens(unset, { daily_cap: '1' }), false)
    assert.equal(widens(unset, { daily_cap: null }), false)
    const set = { ...on, enabled, daily_cap: 0.5, guard: { ...guard, daily_cap: 0.5 } }
    assert.equal(widens(set, { daily_cap: null }), true)
    assert.equal(widens(set, { daily_cap: '0.6' }), true)
    assert.equal(widens(set, { daily_cap: '0.4' }), false)
  }
})
