/**
 * A chain that lies, for tests: JSON-RPC in front of a network, which forwards calls and changes them and their answers
 * by a script (hostile-script.ts). Two of them on one network disagree if their scripts do. Subscriptions are
 * forwarded, except for what the script loses or delays. Without a script it is as honest as the network.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, pause, systemClock } from '../kernel/clock.ts'
import { createPlaying, type Effect, type Playing, type Script } from './hostile-script.ts'
import { createFork, createZeroFee, type Fork, readSent, type ZeroFee } from './hostile-fork.ts'
import { type Answer, createAsk, type Call, post, readCalls, withConfig, writeJson } from './hostile-wire.ts'
import { parse } from '@purser/localnet/rpc/exact-json.ts'
import { passSubscriptions } from './hostile-subscriptions.ts'
import * as views from './hostile-views.ts'

export type HostileChain = Awaited<ReturnType<typeof startHostileChain>>
/** Effects on the connection instead of an answer. */
type Transport = Extract<Effect, { kind: 'lose' | 'http' | 'garbage' }>
type Done = { answer: Answer } | { transport: Transport }
type Upstream = { rpcUrl: string; wsUrl?: string | null }

const HONEST: Script = { name: 'honest', rules: [] }
const SEND = 'sendTransaction'
const KEPT_MS = 300

export async function startHostileChain(
  { rpcUrl, wsUrl }: Upstream,
  { monotonic }: Pick<Clock, 'monotonic'> = systemClock,
) {
  const ask = createAsk(rpcUrl)
  const newest = () => ask<number>('getSlot', { commitment: 'processed' })
  const seen: Record<string, number> = {}
  const hanging = new Set<ServerResponse>()
  /** Sends that were held back and have not reached the chain yet. */
  const travelling = new Set<Promise<unknown>>()
  const start = (script: Script, seed: number) => createPlaying(script, seed, { slot: newest, monotonic })
  let playing: Playing = start(HONEST, 1)
  /** Forks that the lies of this script have made up so far. */
  let forks = new Map<Effect, Promise<Fork>>()
  let free = new Map<Effect, ZeroFee>()
  let first = new Map<string, Answer>()
  let before = new Map<string, Answer>()
  let kept: { answer: Answer; give: (answer: Answer) => void }[] = []

  function forget(): void {
    forks = new Map()
    free = new Map()
    first = new Map()
    before = new Map()
    release()
  }

  const getFork = (effect: views.Of<'fork'>): Promise<Fork> => {
    const known = forks.get(effect) ?? newest().then((slot) => createFork(effect, slot - 1))
    forks.set(effect, known)
    return known
  }
  const getZeroFee = (effect: views.Of<'zero-fee'>): ZeroFee => {
    const known = free.get(effect) ?? createZeroFee(effect, ask)
    free.set(effect, known)
    return known
  }

  const passOn = async (call: Call): Promise<Answer> =>
    parse(await post(rpcUrl, writeJson({ jsonrpc: '2.0', ...call }))) as Answer
  /** Nobody waits for the answer: the chain may be gone by then. */
  function passOnLater(call: Call, ms: number): void {
    const under = pause(ms)
      .then(() => passOn(call))
      .catch(() => undefined)
      .finally(() => travelling.delete(under))
    travelling.add(under)
  }
  const accepted = (call: Call): Answer => ({
    jsonrpc: '2.0',
    id: call.id,
    result: readSent(call).signature,
  })

  /** Applies a lie before the chain is called: it gives an answer, ends the connection, or changes the call. */
  async function intercept(call: Call, effect: Effect): Promise<Done | Call> {
    switch (effect.kind) {
      case 'delay':
        await pause(effect.ms)
        return call
      case 'lose':
      case 'http':
      case 'garbage':
        if (effect.forward) await passOn(call)
        return { transport: effect }
      case 'refuse':
        if (typeof effect.forward === 'number') passOnLater(call, effect.forward)
        else if (effect.forward) await passOn(call)
        return { answer: views.error(call, effect.code, effect.message, effect.data) }
      case 'twice':
        await passOn(call)
        return call
      case 'hold':
      case 'swallow':
        if (call.method !== SEND) return call
        if (effect.kind === 'hold') passOnLater(call, effect.ms)
        return { answer: accepted(call) }
      case 'lag':
        return lagBefore(call, effect)
      case 'jump':
        return views.jumpAsked(call)
      case 'fork': {
        if (call.method !== SEND) return call
        const { answer, forward } = (await getFork(effect)).send(call, await newest())
        if (forward) await passOn(withConfig(call, { skipPreflight: true }))
        return { answer }
      }
      case 'zero-fee': {
        if (call.method !== SEND) return call
        const answer = await getZeroFee(effect).send(call, await newest())
        return answer ? { answer } : call
      }
      default:
        return call
    }
  }

  async function lagBefore(call: Call, effect: views.Of<'lag'>): Promise<Done | Call> {
    const refusal = views.tooFar(call, effect, await newest())
    return refusal ? { answer: refusal } : views.lagAsked(call)
  }

  /** Applies a lie to the chain's answer. */
  async function bend(call: Call, answer: Answer, effect: Effect): Promise<Answer> {
    switch (effect.kind) {
      case 'wrong-id':
        return {
          ...answer,
          id: typeof answer.id === 'number' ? answer.id + 1_000_000 : `${String(answer.id)}0`,
        }
      case 'crossed': {
        const former = before.get(call.method) ?? answer
        before.set(call.method, answer)
        return former
      }
      case 'reversed':
        return reversed(answer, effect.calls)
      case 'nulls':
        return call.method === 'getSignatureStatuses' ? views.mapStatuses(answer, () => null) : answer
      case 'short':
      case 'long':
        return views.resized(answer, effect)
      case 'stale': {
        const key = JSON.stringify([call.method, call.params])
        if (!first.has(key)) first.set(key, answer)
        return { ...(first.get(key) ?? answer), id: answer.id }
      }
      case 'lag':
        return views.lagged(call, answer, effect, await newest())
      case 'jump':
        return views.jumped(call, answer, effect)
      case 'forget':
        return views.forgot(call, answer, effect, await newest())
      case 'fork':
        return (await getFork(effect)).answered(call, answer, await newest())
      case 'zero-fee':
        return getZeroFee(effect).answered(call, answer, await newest())
      case 'genesis':
        return call.method === 'getGenesisHash' ? { ...answer, result: effect.hash } : answer
      case 'short-lived':
        return views.shortLived(call, answer, effect)
      default:
        return answer
    }
  }

  /** Answers are held back until there are enough, or for a while, and then each goes to another's caller. */
  function reversed(answer: Answer, calls: number): Promise<Answer> {
    return new Promise((resolve) => {
      kept.push({ answer, give: resolve })
      if (kept.length >= calls) release()
      else setTimeout(release, KEPT_MS)
    })
  }
  function release(): void {
    const answers = kept.map((k) => k.answer).reverse()
    kept.splice(0).forEach(({ answer, give }, i) => give(answers[i] ?? answer))
  }

  async function respond(call: Call): Promise<Done> {
    seen[call.method] = (seen[call.method] ?? 0) + 1
    const effects = await playing.strike(call.method, writeJson(call.params))
    let asked = call
    let done: Done | null = null
    for (const effect of effects) {
      const next = await intercept(asked, effect)
      if ('method' in next) asked = next
      else {
        done = next
        break
      }
    }
    if (done && 'transport' in done) return done
    let answer = done ? done.answer : await passOn(asked)
    for (const effect of effects) answer = await bend(call, answer, effect)
    return { answer }
  }

  function carry(response: ServerResponse, done: Done[], batch: boolean): void {
    const broken = done.find((d) => 'transport' in d)
    if (broken && 'transport' in broken) return fail(response, broken.transport)
    const answers = done.flatMap((d) => ('answer' in d ? [d.answer] : []))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(writeJson(batch ? answers : answers[0]))
  }

  function fail(response: ServerResponse, effect: Transport): void {
    switch (effect.kind) {
      case 'lose':
        if (effect.how === 'hang') hanging.add(response)
        else response.destroy()
        return
      case 'http': {
        const retry = effect.retryAfter === undefined ? {} : { 'retry-after': String(effect.retryAfter) }
        response.writeHead(effect.status, { 'content-type': 'text/plain', ...retry })
        response.end('no')
        return
      }
      case 'garbage':
        response.writeHead(200, { 'content-type': effect.as === 'html' ? 'text/html' : 'application/json' })
        response.end(GARBAGE[effect.as])
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { calls, batch } = readCalls(Buffer.concat(parts).toString('utf8'))
    carry(response, await Promise.all(calls.map(respond)), batch)
  }

  const server = createServer((request, response) => {
    // The network or the client is gone: this one call is lost with it.
    handle(request, response).catch(() => response.destroy())
  })
  const live = wsUrl ? await passSubscriptions(wsUrl, (method, text) => playing.strike(method, text)) : null
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wsUrl: live?.url ?? null,
    /** How often each method was called. */
    seen,
    /** Calls the chain past every lie. */
    ask,
    /** Plays a script from now on, with no memory of earlier ones. */
    play(script: Script, seed = 1): Playing {
      forget()
      playing = start(script, seed)
      return playing
    },
    /** Ends the lies. */
    beHonest(): void {
      forget()
      playing = start(HONEST, 1)
    },
    /** Resolves once all that was held back has reached the chain. */
    async delivered(): Promise<void> {
      while (travelling.size > 0) await Promise.all(travelling)
    },
    async close(): Promise<void> {
      forget()
      for (const response of hanging) response.destroy()
      await live?.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const GARBAGE = {
  words: '{"error":"You have used up what your plan allows"}',
  html: '<html><body>502 Bad Gateway</body></html>',
  partial: '{"jsonrpc":"2.0","result":{"context":{"slo',
  empty: '',
  number: '42',
}
