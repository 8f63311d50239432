import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { StatusMessage } from '@purser/contract/live.ts'
import { until } from '../../../../server/src/test/until.ts'
import { openConsole } from '../../test/console.ts'

const { desk, user, load } = await openConsole()
const sockets: WebSocket[] = []
const { WebSocket: Original } = globalThis
globalThis.WebSocket = class extends Original {
  constructor(url: string | URL) {
    super(url)
    sockets.push(this)
  }
}
const paths = () => sockets.map(({ url }) => new URL(url).pathname)
const { subscribe } = (await load('wire/live/channel.ts')) as typeof import('./channel.ts')

/** A subscription, with the phases that it went through. */
function watch(kind: 'logs' | 'chat' | 'status', externalId?: string) {
  const phases: string[] = []
  const leave = subscribe({
    kind,
    ...(externalId === undefined ? {} : { externalId }),
    schema: StatusMessage,
    onMessage: () => undefined,
    onState: ({ phase }) => void phases.push(phase),
  })
  return { phases, leave, is: (phase: string) => until(`it is ${phase}`, () => phases.at(-1) === phase) }
}

test('all channels share one socket, and each opens, ends and comes back for itself', async () => {
  const agent = (await desk.call(createAgent, { token: user.token, body: {} })).ok
  const own = [watch('status'), watch('logs', agent.external_id), watch('chat', agent.external_id)]
  for (const channel of own) await channel.is('open')
  const stranger = watch('logs', 'none-of-mine')
  await stranger.is('ended')
  assert.deepEqual(paths(), ['/ws/desk'])

  // One that is left and taken up again at once.
  own[2]?.leave()
  const again = watch('chat', agent.external_id)
  await again.is('open')
  assert.deepEqual(paths(), ['/ws/desk'])

  const present = [...own.slice(0, 2), again]
  for (const { phases } of present) phases.splice(0)
  sockets[0]?.close(3_000)
  for (const channel of present) await channel.is('open')
  assert.ok(present.every(({ phases }) => phases.includes('waiting')))
  assert.deepEqual(paths(), ['/ws/desk', '/ws/desk'])
  for (const { leave } of present) leave()
})
