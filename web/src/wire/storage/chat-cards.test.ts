import assert from 'node:assert/strict'
import { test } from 'node:test'

const stored = new Map<string, string>()
// The parts of a browser that the storage needs.
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})
const { chatCards } = await import('./chat-cards.ts')

const question = (reply: string) => ({
  question: { code: 'amount' as const, choices: [{ label: 'One', reply }] },
})
const system = (content: string) => ({ role: 'system', content })
const user = (content: string) => ({ role: 'user', content })
const restored = (messages: ReturnType<typeof user>[]) =>
  chatCards.restore(1, messages).map(([, card]) => card.question?.choices[0]?.reply)

test('a message has its card again after a reload, the newer of two with the same text its own', () => {
  chatCards.keep(1, [
    { ...system('How much?'), ...question('first') },
    user('1'),
    { ...system('How much?'), ...question('second') },
    { ...system('nothing besides') },
  ])
  assert.deepEqual(
    restored([system('How much?'), user('1'), system('How much?'), system('nothing besides')]),
    ['first', undefined, 'second', undefined],
  )
  assert.deepEqual(restored([user('How much?'), system('How much?')]), [undefined, 'second'])
})

test('without the newest none is restored: an older one must not stand as the last', () => {
  chatCards.keep(1, [
    { ...system('Which token?'), ...question('first') },
    { ...system('How much?'), ...question('second') },
  ])
  assert.deepEqual(restored([system('Which token?'), user('BONK')]), [undefined, undefined])
  assert.equal(stored.size, 0)
})

test('no secret key is stored, in whatever part of a card it is', () => {
  const key = '5'.repeat(88)
  chatCards.keep(1, [{ ...system(`Is ${key} one?`), ...question(`use ${key}`) }])
  assert.ok(![...stored.values()].join().includes(key))
  assert.deepEqual(restored([system('Is [REDACTED] one?')]), ['use [REDACTED]'])
})

test('what is stored in another shape counts as nothing', () => {
  stored.set('agentCards-1', '[{"content":"How much?","card":{"question":{"code":"none"}}}]')
  assert.deepEqual(restored([system('How much?')]), [undefined])
})

test('an answer has its figures again after a reload', () => {
  const answer = { title: 'BONK', figures: [{ label: 'Price', value: '$0.00003', unit: '', change: -2.1 }] }
  chatCards.keep(1, [user('price?'), { ...system('BONK is down.'), answer }])
  const [, [, card] = []] = chatCards.restore(1, [user('price?'), system('BONK is down.')])
  assert.deepEqual(card?.answer, answer)
})
