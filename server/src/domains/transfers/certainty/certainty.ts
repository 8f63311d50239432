/**
 * Decides the outcome of transactions that may have been sent. One has landed when a node reports it confirmed. It is
 * dead only when two endpoints observe that it is absent and can never land; with a single endpoint that keeps a
 * ledger, when that observes it twice, at least ten seconds apart. The same rule holds for one that landed with an
 * error, as its transfers are sent anew. Nothing else ends a transaction: no refusal, no timeout, no empty answer. A
 * single endpoint that lies for longer than a transaction lives is not detected.
 */
import type { Clock } from '../../../kernel/clock.ts'
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Blockhashes, ChainNode, Endpoints } from '../../../ports/chain.ts'
import { type Landing, landing, type Sent } from '../send/landing.ts'
import { createFirstSeen } from './first-seen.ts'
import type { Lifetime } from '../../../kernel/compile.ts'
import { observeHeights, type Observation, observe, observeSighted, type Sighted } from './observation.ts'

export type Dead = { landed: false; reason: string }
export type Outcome = Landing | Dead

export const EXPIRED = 'The transaction expired: block height exceeded'
const APART_MS = 10_000
/** Heights of endpoints of one cluster may differ by this much: twice a blockhash's life. */
const MOST_APART_BLOCKS = 300n

export type CertaintyParts = {
  chain: Endpoints & Pick<Blockhashes, 'latestBlockhash'>
  clock: Clock
  log: Log
  /** Of these signatures, those that the database knows. */
  known(signatures: string[]): Promise<Set<string>>
  /** Two observations of one endpoint count as two when they are this far apart. */
  apartMs?: number | undefined
}

export type Certainty = ReturnType<typeof createCertainty>

const isLanding = (one: Observation | Landing | null | 'unavailable'): one is Landing =>
  one !== null && typeof one === 'object'

/** Endpoints that keep a ledger; one that has not answered yet counts as such. */
export async function ledgerNodesOf({ nodes }: Endpoints): Promise<ChainNode[]> {
  const keeps = await Promise.all(nodes.map((node) => node.keepsHistory()))
  return nodes.filter((_, i) => keeps[i])
}

export function createCertainty({ chain, clock, log, known, apartMs = APART_MS }: CertaintyParts) {
  /** With a single endpoint: when it first observed this one as absent. */
  const absentSince = createFirstSeen(clock)
  /** The same for landings with an error. */
  const failedSince = createFirstSeen(clock)

  /** null: the endpoint does not answer. */
  async function answerOf<T>(
    node: ChainNode,
    observation: Promise<Map<T, Observation>>,
  ): Promise<Map<T, Observation> | null> {
    try {
      return await observation
    } catch (error) {
      if (!isFault(error)) throw error
      log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not say what has landed')
      return null
    }
  }

  /** For endpoints without a ledger, whose heights still tell what has expired. */
  async function observeHeightsOf<T extends Sent>(
    ledgerNodes: ChainNode[],
    rows: T[],
  ): Promise<(Map<T, Observation> | null)[]> {
    const others = chain.nodes.filter((node) => !ledgerNodes.includes(node))
    const answers = await Promise.allSettled(others.map((node) => observeHeights(node, rows)))
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }

  /** `began`: when the endpoints were called. */
  function isAbsent(
    { signature }: Pick<Sent, 'signature'>,
    observations: (Observation | null)[],
    began: number,
  ): boolean {
    const absent = observations.filter((one) => one === 'absent').length
    if (observations.length > 1)
      return absent > 1 && !observations.some((one) => one === 'seen' || isLanding(one))
    if (absent === 0) {
      // It contradicts its former observation; an endpoint that did not answer does not.
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
     * A blockhash to sign with. All endpoints are called: a single one could make up a last valid height far beyond the
     * others', and the transaction would never expire. Throws chain_away.
     */
    async lifetime(options?: { maxAgeMs?: number }): Promise<Lifetime> {
      if (chain.nodes.length < 2) return chain.latestBlockhash(options)
      const answers = await Promise.allSettled(chain.nodes.map((node) => node.latestBlockhash(options)))
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const heights = known.map((one) => one.lastValidBlockHeight)
      const least = heights.reduce((a, b) => (b < a ? b : a), heights[0] ?? 0n)
      const usable = known.find((one) => one.lastValidBlockHeight <= least + MOST_APART_BLOCKS)
      if (!usable) throw new Fault('chain_away')
      return usable
    },

    /** Throws no_history while no endpoint keeps a ledger, by which the outcome could be found later. */
    async requireHistory(): Promise<void> {
      if ((await ledgerNodesOf(chain)).length === 0) throw new Fault('no_history')
    },

    /**
     * The outcomes of expired transactions (by the finalized height of any endpoint); null: not known yet. Others are
     * left out. Calls every endpoint that keeps a ledger.
     */
    async examine<T extends Sent>(rows: T[]): Promise<Map<T, Outcome | null>> {
      const found = new Map<T, Outcome | null>()
      if (rows.length === 0) return found
      const ledgerNodes = await ledgerNodesOf(chain)
      const began = clock.monotonic()
      const all = await Promise.all(ledgerNodes.map((node) => answerOf(node, observe(node, rows, known))))
      // Expiry must be known also while no ledger answers.
      if (!all.some((one) => one !== null)) all.push(...(await observeHeightsOf(ledgerNodes, rows)))
      for (const row of rows) {
        const observations = all.map((one) => one?.get(row) ?? null)
        const states = observations.map((one) =>
          one === null || one === 'mute' ? 'unavailable' : isLanding(one) ? one : null,
        )
        const dead = isAbsent(row, observations, began)
        if (observations.every((one) => one === null || one === 'open')) continue
        const landed = certainLanding(row, states, began)
        found.set(row, landed ?? (dead ? { landed: false, reason: EXPIRED } : null))
        if (landed || dead) absentSince.forget(row.signature)
      }
      return found
    },

    /**
     * Of transactions that somebody else has sent and that were seen: 'gone', which needs what a dead one needs of two
     * endpoints; 'unseen', where a single endpoint keeps a ledger, which is not believed so far. Others are left out.
     */
    async absences<T extends Sighted>(rows: T[]): Promise<Map<T, 'gone' | 'unseen'>> {
      const found = new Map<T, 'gone' | 'unseen'>()
      if (rows.length === 0) return found
      const ledgerNodes = await ledgerNodesOf(chain)
      const began = clock.monotonic()
      const all = await Promise.all(ledgerNodes.map((node) => answerOf(node, observeSighted(node, rows))))
      for (const row of rows) {
        const observations = all.map((one) => one?.get(row) ?? null)
        if (!isAbsent(row, observations, began)) continue
        absentSince.forget(row.signature)
        found.set(row, ledgerNodes.length > 1 ? 'gone' : 'unseen')
      }
      return found
    },

    /**
     * Of transactions that were seen to have landed with an error, those for which that is certain, expired or not.
     * Calls every endpoint that keeps a ledger.
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

    /** Of dead transactions, those that some endpoint's ledger holds all the same. Throws chain_away. */
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
          if (landed && (landed.error === null || (landed.finalized && !late.has(row)))) late.set(row, landed)
        })
      }
      if (!answers.some(({ status }) => status === 'fulfilled')) throw new Fault('chain_away')
      return late
    },
  }
}
