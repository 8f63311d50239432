import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newKey, seal, unseal } from './vault.ts'

const bytes = fc.uint8Array({ maxLength: 200 })

test('sealed bytes open with the same key for the same record', () => {
  fc.assert(
    fc.property(bytes, fc.string(), (content, record) => {
      const key = newKey()
      assert.deepEqual(unseal(key, seal(key, content, record), record), new Uint8Array(content))
    }),
  )
})

test('another key, another record, or one changed bit opens nothing', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (content, at, bit) => {
      const key = newKey()
      const sealed = seal(key, content, 'wallet:1')
      assert.throws(() => unseal(newKey(), sealed, 'wallet:1'))
      assert.throws(() => unseal(key, sealed, 'wallet:2'))
      const changed = sealed.slice()
      const i = at % changed.length
      changed[i] = (changed[i] ?? 0) ^ (1 << bit)
      assert.throws(() => unseal(key, changed, 'wallet:1'))
      assert.throws(() => unseal(key, sealed.slice(0, 20), 'wallet:1'))
    }),
  )
})

test('the same bytes sealed twice look different', () => {
  const key = newKey()
  const content = new Uint8Array(64)
  assert.notDeepEqual(seal(key, content, 'a'), seal(key, content, 'a'))
})
