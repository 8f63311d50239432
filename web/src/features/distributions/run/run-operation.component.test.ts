import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTicket } from '@purser/contract/accounts.ts'
import { channels } from '@purser/contract/live.ts'
import { LIVE_ONLY_DESTINATIONS } from '@purser/contract/limits.ts'
import { openAnswers } from '../../../test/answers.ts'
import type { RunEvent } from './run-state.ts'

const { answer, down, hangUp, load } = await openAnswers()
const { waitFor } = await import('@testing-library/react')
const { runOperation } = (await load(
  'features/distributions/run/run-operation.ts',
)) as typeof import('./run-operation.ts')

/** It has too many destinations to be posted: only the live channel takes it. */
const toMany = {
  request: {
    kind: 'distribute' as const,
    body: {
      sourceWalletId: 1,
      destinations: Array.from({ length: LIVE_ONLY_DESTINATIONS + 1 }, (_, n) => ({
        walletId: n + 2,
        amount: '0.1',
      })),
    },
  },
  key: 'a-key-of-this-confirmation',
}

function start() {
  const events: RunEvent[] = []
  const stop = new AbortController()
  const run = {
    kind: 'distribute' as const,
    confirmed: toMany,
    maybeSent: false,
    emit: (event: RunEvent) => void events.push(event),
    signal: stop.signal,
  }
  const over = runOperation(run)
  return { events, over, end: () => stop.abort() }
}

test('a channel that was never reached has sent nothing, and the form is free', async () => {
  down(createTicket)
  const { events, over } = start()
  await over
  assert.deepEqual(
    events.map(({ type }) => type),
    ['refused'],
  )
})

test('a channel that broke after the request was sent is asked again, and never called refused', async () => {
  answer(createTicket, { ticket: 'one', expires_at: '2026-11-28T12:00:00.000Z' })
  const { events, over, end } = start()
  await waitFor(() => assert.ok(hangUp(channels.solanaDistribution)))
  down(createTicket)
  const attempts = () => events.flatMap((event) => (event.type === 'reconnecting' ? [event.attempt] : []))
  // The second attempt has found no channel either.
  await waitFor(() => assert.deepEqual(attempts(), [1, 2]))
  assert.ok(!events.some(({ type }) => type === 'refused'))
  end()
  await over
})
