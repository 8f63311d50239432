import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdersOf, type Holder } from './holders.ts'
import {
  clickWallet,
  groupChoice,
  NO_SELECTION,
  rangeChoice,
  stillThere,
  toggleGroup,
  whyNone,
} from './selection.ts'

const holder = (id: number, lamports = 10n ** 9n): Holder => ({
  id,
  name: `Wallet ${id}`,
  address: `address-${id}`,
  lamports,
  sol: '1.0000',
})
const any = () => true
const rich = (one: Holder) => one.lamports > 890_000n
const [a, b, c] = [holder(1), holder(2), holder(3)]
const ids = (set: ReadonlySet<number>) => [...set]

test('the first click chooses, later ones toggle, and a click on the chosen one clears it', () => {
  const one = clickWallet(NO_SELECTION, a, any)
  assert.equal(one.chosen, 1)
  const two = clickWallet(one, b, any)
  assert.deepEqual(ids(two.picked), [2])
  assert.deepEqual(ids(clickWallet(two, b, any).picked), [])
  const cleared = clickWallet(two, a, any)
  assert.equal(cleared.chosen, undefined)
  assert.deepEqual(ids(cleared.picked), [2])
  // A picked wallet that is chosen is no longer picked.
  const other = clickWallet(cleared, b, any)
  assert.deepEqual([other.chosen, ids(other.picked)], [2, []])
})

test('what is not eligible may be chosen but not picked', () => {
  const poor = holder(4, 890_000n)
  const chosen = clickWallet(NO_SELECTION, poor, rich)
  assert.equal(chosen.chosen, 4)
  const other = clickWallet(NO_SELECTION, a, rich)
  assert.deepEqual(ids(clickWallet(other, poor, rich).picked), [])
})

test('the select button says how many of the eligible are picked', () => {
  const group = [a, b, c, holder(4, 0n)]
  const chosen = { chosen: 1, picked: new Set<number>() }
  assert.equal(groupChoice(group, chosen, rich).text, 'Select All')
  assert.equal(groupChoice(group, { ...chosen, picked: new Set([2]) }, rich).text, 'Select All (1/2)')
  const all = toggleGroup(chosen, groupChoice(group, chosen, rich))
  assert.deepEqual(ids(all.picked), [2, 3])
  const choice = groupChoice(group, all, rich)
  assert.equal(choice.text, 'Unselect All')
  assert.deepEqual(ids(toggleGroup(all, choice).picked), [])
  const none = groupChoice([a, holder(4, 0n)], chosen, rich)
  assert.deepEqual([none.text, none.disabled], ['No Eligible Wallets', true])
})

test('why a group has nothing to select is told', () => {
  const lacks = (others: Holder[], who: string) => `${others.length} lack SOL: ${who}`
  const role = 'source'
  assert.equal(
    whyNone([a], { chosen: 1, picked: new Set() }, { role, lacks }),
    'Its only wallet is the source.',
  )
  assert.equal(whyNone([a, b], { chosen: 1, picked: new Set() }, { role, lacks }), '1 lack SOL: the others')
  // The chosen one is elsewhere: all of these lack it.
  const elsewhere = { chosen: 9, picked: new Set<number>() }
  assert.equal(whyNone([a, b], elsewhere, { role, lacks }), '2 lack SOL: these')
})

test('deleted and no longer eligible wallets leave the selection', () => {
  const byId = new Map([
    [1, a],
    [2, holder(2, 0n)],
  ])
  const before = { chosen: 9, picked: new Set([1, 2, 3]) }
  const after = stillThere(before, byId, rich)
  assert.deepEqual([after.chosen, ids(after.picked)], [undefined, [1]])
  const fine = { chosen: 2, picked: new Set([1]) }
  assert.equal(stillThere(fine, byId, rich), fine)
})

test('a wallet in several groups is one wallet', () => {
  const wallet = { id: 7, _id: 7, name: ' ', publicKey: 'x', balance: '1.23456789' }
  const { groups, byId } = holdersOf([
    { id: 1, name: 'One', color: '#000000', wallets: [wallet] },
    { id: 2, name: 'Two', color: '#000000', wallets: [wallet] },
    { id: null, name: 'Ungrouped', color: '#000000', wallets: [] },
  ])
  assert.equal(groups.length, 2)
  assert.equal(groups[0]?.holders[0], groups[1]?.holders[0])
  assert.deepEqual(byId.get(7), {
    id: 7,
    name: 'Wallet 7',
    address: 'x',
    lamports: 1_234_567_890n,
    sol: '1.2346',
  })
})

test('a range goes from the wallet clicked last to this one, either way, without the chosen one and what is not eligible', () => {
  const poor = holder(4, 0n)
  const shown = [a, b, poor, c, holder(5)]
  const selection = { chosen: 2, picked: new Set([5]) }
  const range = (from: number, to: number) => rangeChoice(shown, { from, to }, selection, rich)
  const forth = range(1, 3)
  assert.ok(forth)
  assert.deepEqual(
    forth.eligible.map(({ id }) => id),
    [1, 3],
  )
  assert.deepEqual(range(3, 1)?.eligible, forth.eligible)
  assert.deepEqual(ids(toggleGroup(selection, forth).picked).sort(), [1, 3, 5])
  // The wallet clicked last is not shown any more: an ordinary click.
  assert.equal(range(9, 3), undefined)
})
