/** A failure is an error on screen, both when it is shown first and when it is read from the history. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenMessage } from './screen-message.ts'

const isError = (content: string) => screenMessage('system', content).isError

void test('what the console says of its own failures is an error after a reload too', () => {
  for (const content of [
    'Failed to start the strategy: Insufficient balance.',
    'Failed to generate wallet: The server is unavailable.',
    'Error stopping strategy: The server is unavailable.',
    'Sorry, I encountered an error: The server is unavailable.',
    "Sorry, I couldn't process this.",
  ])
    assert.equal(isError(content), true, content)
})

void test('an answer that only mentions a failure is none, nor is what a user says', () => {
  assert.equal(isError('2 of 20 orders failed to be filled.'), false)
  assert.equal(screenMessage('user', 'Failed to start the strategy: why?').isError, false)
})
