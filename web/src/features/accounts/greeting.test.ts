import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingName } from './greeting.ts'

const user = (first_name: string, last_name: string, email = 'ada@example.com') => ({
  first_name,
  last_name,
  email,
})

test('the greeting takes the full name, else the first name, else the mail name, else User', () => {
  assert.equal(greetingName(user('Ada', 'Lovelace')), 'Ada Lovelace')
  assert.equal(greetingName(user('Ada', ' ')), 'Ada')
  assert.equal(greetingName(user('', 'Lovelace')), 'ada')
  assert.equal(greetingName(user('', '', '')), 'User')
  assert.equal(greetingName(null), 'User')
})
