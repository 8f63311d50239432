import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeHistory } from './merge-history.ts'
import { screenMessage } from './screen-message.ts'

const texts = (messages: { content: string }[]) => messages.map(({ content }) => content)

test('what another tab said comes in its place, and what is on screen stays the same message', () => {
  const secret = '5'.repeat(88)
  const shown = [
    screenMessage('user', 'yes'),
    screenMessage('system', `Your key: ${secret}`, { isWalletGeneration: true }),
    screenMessage('user', 'yes'),
  ]
  const loaded = [
    screenMessage('user', 'yes'),
    screenMessage('system', 'Your key: [REDACTED]'),
    screenMessage('user', 'yes'),
    screenMessage('user', 'yes'),
    screenMessage('system', 'said elsewhere'),
  ]
  const merged = mergeHistory(loaded, shown, () => false)
  assert.deepEqual(merged.slice(0, 3), shown)
  assert.deepEqual(texts(merged.slice(3)), ['yes', 'said elsewhere'])
  assert.equal(new Set(merged.map(({ key }) => key)).size, 5)
})

test('what was said while it loaded stays at the end, and what is not stored any more goes', () => {
  const [old, gone, late] = [
    screenMessage('user', 'old'),
    screenMessage('system', 'Welcome to Agent 1!'),
    screenMessage('user', 'late'),
  ]
  const merged = mergeHistory([screenMessage('user', 'old')], [old, gone, late], (one) => one === late)
  assert.deepEqual(merged, [old, late])
})
