import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESET_COLORS } from '@purser/contract/wallets/group-colours.ts'
import { isColor, mayBecomeColor } from '../groups/color-text.ts'
import { asCsv, csvText, keysTable } from './keys-file.ts'
import { opensUpward } from '../picker/opens-upward.ts'

const wallet = {
  id: 1,
  name: '=HYPERLINK("x")',
  address: 'addr',
  is_default: true,
  groups: [
    { id: 1, name: 'One', color: '#000000' },
    { id: 2, name: 'Two', color: '#000000' },
  ],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '',
  private_key: 'secret',
}

test('a downloaded file begins with the byte-order mark and runs no formula', () => {
  const [head, row, end] = csvText(keysTable([wallet])).split('\r\n')
  assert.equal(head, '\uFEFF"Name","Address","Private Key","Groups","Created"')
  assert.equal(row, `"'=HYPERLINK(""x"")","addr","secret","One; Two","2026-01-01T00:00:00.000Z"`)
  assert.equal(end, '')
  assert.equal(asCsv('wallet_keys_2026-01-01.xlsx'), 'wallet_keys_2026-01-01.csv')
})

test('there are 36 preset colours, all different, and only # with six hex digits is a colour', () => {
  assert.equal(new Set(PRESET_COLORS).size, 36)
  assert.ok(PRESET_COLORS.every(isColor))
  assert.ok(['#', '#9', '#9333ea'].every(mayBecomeColor))
  assert.ok(!['', '9333EA', '#9333EAF', '#GG', 'red'].some(mayBecomeColor))
  assert.ok(!isColor('#9333E'))
})

test('the picker opens upward with under 400 pixels below and more room above', () => {
  assert.equal(opensUpward({ top: 600, bottom: 640 }, 900), true)
  assert.equal(opensUpward({ top: 300, bottom: 340 }, 740), false)
  assert.equal(opensUpward({ top: 100, bottom: 140 }, 400), false)
})
