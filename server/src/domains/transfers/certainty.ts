/**
 * What is certain of a transaction that may be out. It has landed when a node says confirmed. It is dead only when two
 * endpoints observe that it is absent and can never land, where two or more keep a ledger; else when one does so twice,
 * at least ten seconds apart. The same holds for one that landed with an error: what it holds is to be sent anew. Nothing
 * else ends it: no refusal, no time-out, no empty answer.
 *
 * A single endpoint that lies for longer than a transaction lives cannot be seen through.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain, ChainNode } from '../../ports/chain.ts'
import { type Landing, landing, type Sent } from './landing.ts'
import { createFirstSeen } from './first-seen.ts'
import type { Lifetime } from './sign.ts'
import { observeHeights, type Observation, observe } from './observation.ts'

export type Dead = { landed: false; reason: string }
export type Outcome = Landing | Dead

export const EXPIRED = 'The transaction expired: block height exceeded'
const APART_MS = 10_000
/** What endpoints of one cluster may be apart in height: twice a blockhash's life. */
const MOST_APART_BLOCKS = 300n

export type CertaintyParts = {
  chain: Chain
  clock: Clock
  log: Log
  /** Of these signatures, those that the database knows. */
  known(signatures: string[]): Promise<Set<string>>
  /** How far apart two observations of one endpoint are that count as two. */
  apartMs?: number | undefined
}

export type Certainty = ReturnType<typeof createCertainty>

const isLanding = (one: Observation | Landing | null | 'unavailable'): one is Landing =>
  one !== null && typeof one === 'object'

/** Endpoints that keep a ledger; one that has not answered yet counts as one. */
export async function ledgerNodesOf({ nodes }: Chain): Promise<ChainNode[]> {
  const keeps = await Promise.all(nodes.map((node) => node.keepsHistory()))
  return nodes.filter((_, i) => keeps[i])
}

export function createCertainty({ chain, clock, log, known, apartMs = APART_MS }: CertaintyParts) {
  /** Where one endpoint is asked: since when it has said that this one is absent. */
  const absentSince = createFirstSeen(clock)
  /** The same of those that it has said to have landed with an error. */
  const failedSince = createFirstSeen(clock)

  /** null: the endpoint does not answer. */
  async function observationsOf<T extends Sent>(
    node: ChainNode,
    rows: T[],
  ): Promise<Map<T, Observation> | null> {
    try {
      return await observe(node, rows, known)
    } catch (error) {
      if (!isFault(error)) throw error
      log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not say what has landed')
      return null
    }
  }

  /** By the heights of those endpoints that keep no ledger, and can say no more. */
  async function observeHeightsOf<T extends Sent>(
    ledgerNodes: ChainNode[],
    rows: T[],
  ): Promise<(Map<T, Observation> | null)[]> {
    const others = chain.nodes.filter((node) => !ledgerNodes.includes(node))
    const answers = await Promise.allSettled(others.map((node) => observeHeights(node, rows)))
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }

  /** `began`: when they were asked. */
  function isDead({ signature }: Sent, observations: (Observation | null)[], began: number): boolean {
    const absent = observations.filter((one) => one === 'absent').length
    if (observations.length > 1)
      return absent > 1 && !observations.some((one) => one === 'seen' || isLanding(one))
    if (absent === 0) {
      // Whatever it said before is not to be believed any more; one that is away has said nothing else.
      if (observations.some((one) => one !== null && one !== 'mute')) absentSince.forget(signature)
      return false
    }
    const since = absentSince.mark(signature)
    return since !== undefined && began - since >= apartMs
  }

  /** `states`: what each endpoint answered; null: not landed, 'unavailable': no answer. */
  function certainLanding(
    { signature }: Sent,
    states: (Landing | null | 'unavailable')[],
    began: number,
  ): Landing | undefined {
    const landings = states.filter(isLanding)
    const success = landings.find(({ error }) => error === null)
    if (success || (landings.length === 0 && states.includes(null))) failedSince.forget(signature)
    if (success) return success
    const [failure, another] = landings.filter(({ finalized }) => finalized)
    if (states.length > 1) return another && failure
    if (landings.length === 0) return undefined
    const since = failedSince.mark(signature)
    if (failure === undefined || since === undefined || began - since < apartMs) return undefined
    failedSince.forget(signature)
    return failure
  }

  return {
    /**
     * A blockhash to sign with. Of several endpoints all are asked: one that makes up a last valid height far beyond the
     * others' would have a transaction that is never over. Throws chain_away.
     */
    async lifetime(): Promise<Lifetime> {
      if (chain.nodes.length < 2) return chain.latestBlockhash()
      const answers = await Promise.allSettled(chain.nodes.map((node) => node.latestBlockhash()))
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const heights = known.map((one) => one.lastValidBlockHeight)
      const least = heights.reduce((a, b) => (b < a ? b : a), heights[0] ?? 0n)
      const usable = known.find((one) => one.lastValidBlockHeight <= least + MOST_APART_BLOCKS)
      if (!usable) throw new Fault('chain_away')
      return usable
    },

    /** Throws no_history while no endpoint could tell what became of what is signed now. */
    async requireHistory(): Promise<void> {
      if ((await ledgerNodesOf(chain)).length === 0) throw new Fault('no_history')
    },

    /**
     * Those whose time is over by some endpoint's finalized height, each with its outcome; null: it cannot be told yet.
     * The time of the others is not over. Asks every endpoint that keeps a ledger.
     */
    async examine<T extends Sent>(rows: T[]): Promise<Map<T, Outcome | null>> {
      const found = new Map<T, Outcome | null>()
      if (rows.length === 0) return found
      const ledgerNodes = await ledgerNodesOf(chain)
      const began = clock.monotonic()
      const all = await Promise.all(ledgerNodes.map((node) => observationsOf(node, rows)))
      // That the time of something is over must be told also while nobody can say what became of it.
      if (!all.some((one) => one !== null)) all.push(...(await observeHeightsOf(ledgerNodes, rows)))
      for (const row of rows) {
        const observations = all.map((one) => one?.get(row) ?? null)
        const states = observations.map((one) =>
          one === null || one === 'mute' ? 'unavailable' : isLanding(one) ? one : null,
        )
        const dead = isDead(row, observations, began)
        if (observations.every((one) => one === null || one === 'open')) continue
        const landed = certainLanding(row, states, began)
        found.set(row, landed ?? (dead ? { landed: false, reason: EXPIRED } : null))
        if (landed || dead) absentSince.forget(row.signature)
      }
      return found
    },

    /**
     * Of those that an endpoint shows as landed with an error, how each has landed as far as that is certain. Asks every
     * endpoint that keeps a ledger, whether its time is over or not.
     */
    async failures<T extends Sent>(rows: T[]): Promise<Map<T, Landing>> {
      const found = new Map<T, Landing>()
      if (rows.length === 0) return found
      const signatures = rows.map((row) => row.signature as Signature)
      const ledgerNodes = await ledgerNodesOf(chain)
      const began = clock.monotonic()
      const answers = await Promise.allSettled(ledgerNodes.map((node) => node.lookUp(signatures)))
      rows.forEach((row, i) => {
        const states = answers.map((answer) =>
          answer.status === 'fulfilled' ? landing(answer.value.states[i] ?? null) : 'unavailable',
        )
        const landed = certainLanding(row, states, began)
        if (landed) found.set(row, landed)
      })
      return found
    },

    /** Of transactions that are dead, those that an endpoint's ledger shows all the same. Throws chain_away. */
    async lateLandings<T extends Sent>(rows: T[]): Promise<Map<T, Landing>> {
      const late = new Map<T, Landing>()
      if (rows.length === 0) return late
      const signatures = rows.map((row) => row.signature as Signature)
      const answers = await Promise.allSettled(
        (await ledgerNodesOf(chain)).map((node) => node.lookUp(signatures)),
      )
      for (const answer of answers) {
        if (answer.status === 'rejected') continue
        rows.forEach((row, i) => {
          const landed = landing(answer.value.states[i] ?? null)
          if (landed && (landed.error === null || landed.finalized)) late.set(row, landed)
        })
      }
      if (!answers.some(({ status }) => status === 'fulfilled')) throw new Fault('chain_away')
      return late
    },
  }
}
