/** Notifications of nodes bring the answer forward, and decide nothing. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, afterEach, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { generateKeyPairSigner, type Signature } from '@solana/kit'
import { type WebSocket, WebSocketServer } from 'ws'
import { createSignatureNotifications } from '../../../../adapters/chain/endpoint/signature-notifications.ts'
import { createRpcChain } from '../../../../adapters/chain/rpc.ts'
import { systemClock } from '../../../../kernel/clock.ts'
import { createLog, type Log } from '../../../../kernel/log.ts'
import type { SignatureNotice, SignatureNotifications } from '../../../../ports/signature-notifications.ts'
import { until } from '../../../../test/until.ts'
import { toLanding } from '../landing.ts'
import { createWatch } from './create-watch.ts'
import type { Pace, Watch } from './watch.ts'
import { connectRpc } from '../../../../test/rpc.ts'

/** Longer than a test may last: an earlier answer came by a notification. */
const NEVER_MS = 600_000
const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true })
const silent = createLog('silent')
const truth = createRpcChain({ url: network.rpcUrl, log: silent })
const ends: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await rpc('localnet_clearFaults')
})
after(() => network.close())

const rpc = connectRpc(network.rpcUrl)
const advance = (slots: number) => rpc('localnet_advanceSlots', slots)
/** It is executed, and confirmed when two more slots have passed. */
const payment = async () => truth.airdrop((await generateKeyPairSigner()).address, 1_000_000_000n)

type Setup = { pace: Pace; url?: string; most?: number }

/** A watch on the real network that records its polls and its notifications. */
function open({ pace, url = network.wsUrl, most }: Setup) {
  const calls: Signature[][] = []
  const notes: [Signature, SignatureNotice][] = []
  const said: string[] = []
  const log: Log = {
    ...silent,
    warn: (_fields, message) => void said.push(`warn: ${message}`),
    info: (_fields, message) => void said.push(`info: ${message}`),
    child: () => log,
  }
  const real = createSignatureNotifications({ url, log, ...(most === undefined ? {} : { most }) })
  const signatureNotifications: SignatureNotifications = {
    ...real,
    subscribe: (signature, notify) =>
      real.subscribe(signature, (notice) => {
        notes.push([signature, notice])
        notify(notice)
      }),
  }
  const chain = {
    ...truth,
    statuses: (signatures: Signature[]) => {
      calls.push(signatures)
      return truth.statuses(signatures)
    },
  }
  const watch = createWatch({ chain, clock: systemClock, log: silent, pace, signatureNotifications })
  ends.push(() => {
    watch.stop()
    real.close()
  })
  const noted = (signature: Signature, notice: SignatureNotice) =>
    until(`${notice} of ${signature}`, () => notes.some(([s, n]) => s === signature && n === notice))
  return { watch, calls, notes, said, noted }
}

/** Asks until it is certain, like the engine. */
async function concluded(watch: Watch, signature: Signature) {
  for (;;) {
    const state = await watch.next(signature)
    const end = state === 'unavailable' ? null : toLanding(state)
    if (end) return end
  }
}

/** A node of the test's own, with its own handling of subscriptions. */
async function node(
  hear: (socket: WebSocket, call: { id: string; method: string; params: unknown[] }) => void,
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    socket.on('message', (data) =>
      hear(
        socket,
        JSON.parse((data as Buffer).toString()) as { id: string; method: string; params: unknown[] },
      ),
    ),
  )
  await new Promise<void>((resolve) => server.once('listening', resolve))
  ends.push(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const notification = (subscription: unknown, err: unknown = null) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'signatureNotification',
    params: { result: { context: { slot: 9 }, value: { err } }, subscription },
  })

test('a transaction is concluded when the node notifies, long before the next poll', async () => {
  const { watch, calls, noted } = open({ pace: { pollMs: NEVER_MS, restMs: NEVER_MS } })
  const signature = await payment()
  const end = concluded(watch, signature)
  await noted(signature, 'subscribed')
  assert.equal(calls.length, 0)
  await advance(3)
  assert.equal((await end).error, null)
  assert.deepEqual(calls, [[signature]])
})

test('notifications of many transactions together cause one poll', async () => {
  const { watch, calls, noted } = open({ pace: { pollMs: NEVER_MS, restMs: NEVER_MS } })
  const signatures = await Promise.all(Array.from({ length: 20 }, payment))
  const end = Promise.all(signatures.map((signature) => concluded(watch, signature)))
  for (const signature of signatures) await noted(signature, 'subscribed')
  await advance(3)
  assert.equal((await end).length, 20)
  assert.equal(calls.length, 1)
})

test('while the node notifies it is polled less often, and as often as before once the socket is gone', async () => {
  const { watch, calls, said, noted } = open({ pace: { pollMs: 50, restMs: NEVER_MS } })
  const signature = await payment()
  const end = concluded(watch, signature)
  await noted(signature, 'subscribed')
  // The notification gets lost, and the socket with it.
  await rpc('localnet_setFaults', [{ method: 'signatureNotification', kind: 'loseAnswer', times: 1 }])
  await advance(3)
  assert.equal((await end).error, null)
  await noted(signature, 'unreliable')
  assert.ok(calls.length > 0)

  const next = await payment()
  const again = concluded(watch, next)
  await noted(next, 'subscribed')
  await advance(3)
  await again
  assert.equal(said.length, 2, said.join('\n'))
  assert.match(said[0] ?? '', /^warn: no subscriptions/)
  assert.match(said[1] ?? '', /^info: .* back$/)
})

test('a node that lies about a signature, or speaks of another, or makes no sense concludes nothing', async () => {
  const big = '18446744073709551615'
  const url = await node((socket, { id, method }) => {
    if (method !== 'signatureSubscribe') return
    socket.send('no JSON at all')
    socket.send(Buffer.from([0, 255]))
    socket.send('null')
    socket.send(`{"jsonrpc":"2.0","result":${big},"id":"${id}"}`)
    socket.send(notification(7))
    socket.send(notification({ id }))
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params: [] }))
    socket.send(notification('@', { InstructionError: [0, 'Custom'] }).replace('"@"', big))
  })
  const { watch, calls, notes, noted } = open({ pace: { pollMs: 40, restMs: NEVER_MS }, url })
  const signature = await payment()
  const answers: unknown[] = []
  const end = (async () => {
    for (;;) {
      const state = await watch.next(signature)
      answers.push(state)
      if (state !== 'unavailable' && toLanding(state)) return toLanding(state)
    }
  })()
  await noted(signature, 'notified')
  await until('it is asked several times more', () => calls.length >= 5)
  assert.ok(answers.every((state) => toLanding(state as never) === null))
  // This signature is not subscribed again.
  assert.deepEqual(
    notes.map(([, notice]) => notice),
    ['subscribed', 'notified'],
  )
  await advance(3)
  assert.equal((await end)?.error, null)
})

test('a node that never notifies is not relied on for long', async () => {
  let count = 0
  const url = await node((socket, { id, method }) => {
    if (method === 'signatureSubscribe') socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: count++ }))
  })
  const restMs = 800
  const { watch, noted } = open({ pace: { pollMs: 20, restMs }, url })
  for (let round = 0; round < 3; round++) {
    const signature = await payment()
    const end = concluded(watch, signature)
    await noted(signature, 'subscribed')
    await advance(3)
    await end
  }
  const signature = await payment()
  const end = concluded(watch, signature)
  await noted(signature, 'subscribed')
  const began = performance.now()
  await advance(3)
  await end
  assert.ok(performance.now() - began < restMs)
})

test('of more signatures than may be subscribed, the rest is polled as before', async () => {
  const { watch, notes, noted } = open({ pace: { pollMs: 50, restMs: NEVER_MS }, most: 2 })
  const signatures = await Promise.all(Array.from({ length: 4 }, payment))
  const end = Promise.all(signatures.map((signature) => concluded(watch, signature)))
  for (const signature of signatures.slice(0, 2)) await noted(signature, 'subscribed')
  await rpc('localnet_setFaults', [{ method: 'signatureNotification', kind: 'drop' }])
  await advance(3)
  assert.equal((await end).length, 4)
  assert.equal(new Set(notes.map(([signature]) => signature)).size, 2)
})

test('of many signatures none is subscribed: one call polls all', async () => {
  const { watch, notes, calls } = open({ pace: { pollMs: 50, restMs: NEVER_MS } })
  const signatures = await Promise.all(Array.from({ length: 40 }, payment))
  await advance(3)
  await Promise.all(signatures.map((signature) => concluded(watch, signature)))
  assert.deepEqual([notes.length, calls.length], [0, 1])
})

test('a signature that nobody waits for any more is unsubscribed', async () => {
  const ended: unknown[] = []
  const url = await node((socket, { id, method, params }) => {
    if (method === 'signatureUnsubscribe') ended.push(params[0])
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'signatureSubscribe' ? 42 : true }))
  })
  const { watch, noted } = open({ pace: { pollMs: 20, restMs: 20 }, url })
  const signature = await payment()
  const answer = watch.next(signature)
  await noted(signature, 'subscribed')
  await answer
  await until('its subscription is ended', () => ended.length === 1)
  assert.deepEqual(ended, [42])
})

test('a node without subscriptions costs one warning, and polling concludes', async () => {
  const { watch, said } = open({ pace: { pollMs: 50, restMs: NEVER_MS }, url: 'ws://127.0.0.1:9' })
  const signature = await payment()
  const end = concluded(watch, signature)
  await until('it was tried', () => said.length > 0)
  await advance(3)
  await end
  assert.deepEqual(said.length, 1, said.join('\n'))
})
