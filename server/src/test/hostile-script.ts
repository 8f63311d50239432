/**
 * Scripts for a hostile chain: named lists of rules, and the choice of those that strike a call. Seeded, so that they
 * can be repeated.
 */
import { seededRandom } from './seeded-random.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** One way to go wrong. `forward`: the call is forwarded to the chain all the same, and only its answer is not. */
export type Effect =
  /** Answers an error of JSON-RPC; with a number for `forward` the call is forwarded that many milliseconds later. */
  | { kind: 'refuse'; code: number; message: string; data?: unknown; forward?: boolean | number }
  /** Gives no answer: the connection is closed, or left open for ever. */
  | { kind: 'lose'; how?: 'close' | 'hang'; forward?: boolean }
  /** Answers a status of HTTP, with `Retry-After` in seconds or as a date. */
  | { kind: 'http'; status: number; retryAfter?: number | string; forward?: boolean }
  | { kind: 'garbage'; as: 'html' | 'partial' | 'empty' | 'number' | 'words'; forward?: boolean }
  /** The right answer under another call's id. */
  | { kind: 'wrong-id' }
  /** The answer and the id of the previous call of this method. */
  | { kind: 'crossed' }
  | { kind: 'delay'; ms: number }
  /** Answers to this many calls are held back, and given to each other's callers. */
  | { kind: 'reversed'; calls: number }
  /** Forwarded twice. */
  | { kind: 'twice' }
  /** Sends are accepted at once, and forwarded this much later, or never. */
  | { kind: 'hold'; ms: number }
  | { kind: 'swallow' }
  /** No signature is known. */
  | { kind: 'nulls' }
  /** Lists with this many entries missing at the end, or this many too many. */
  | { kind: 'short'; by: number }
  | { kind: 'long'; by: number }
  /** The first answer to a call, again and again. */
  | { kind: 'stale' }
  /** A node that is this many slots behind. */
  | { kind: 'lag'; slots: number }
  /**
   * Slots and heights moved ahead by this many, at these commitments, or all if none is named; or heights alone, at
   * present slots.
   */
  | { kind: 'jump'; slots: number; commitments?: Commitment[]; only?: 'heights' }
  /**
   * Nothing older than now is known: the first available block says so, or it is hidden, or every look-up in the past
   * is refused, as a node without history does.
   */
  | { kind: 'forget'; how: 'openly' | 'secretly' | 'refuses' }
  /** A fork that the cluster has left: sent transactions land there up to this commitment, or vanish. */
  | { kind: 'fork'; lands: Commitment | 'never'; finalizes?: boolean; forward?: boolean }
  /**
   * A transaction that would land with an error pays no fee: it is not in a block, or `recorded` there with a fee of
   * zero.
   */
  | { kind: 'zero-fee'; recorded: boolean }
  | { kind: 'genesis'; hash: string }
  /** A blockhash whose stated life is this many blocks too short. */
  | { kind: 'short-lived'; blocks: number }

export type Strike = {
  /** Methods, or '*' for all. For subscriptions the method is that of the notification. */
  on: string | readonly string[]
  /** From the n-th such call on, 1 the first. */
  from?: number
  times?: number
  probability?: number
  /** Only calls whose parameters contain this text. */
  about?: string
  /** The lie ends this long after the script began. */
  forMs?: number
  forSlots?: number
}
export type Rule = Effect & Strike
export type Script = { name: string; rules: readonly Rule[] }

type Counted = { rule: Rule; seen: number; struck: number }

export type Playing = ReturnType<typeof createPlaying>

type Readings = {
  /** The chain's newest slot: only read if a rule counts slots. */
  slot: () => Promise<number>
  /** Milliseconds since an arbitrary start. */
  monotonic: () => number
}

/** A script that is being played. */
export function createPlaying(script: Script, seed: number, { slot, monotonic }: Readings) {
  const random = seededRandom(seed)
  const began = monotonic()
  const rules: Counted[] = script.rules.map((rule) => ({ rule, seen: 0, struck: 0 }))
  const counts = rules.some(({ rule }) => rule.forSlots !== undefined)
  const firstSlot = counts ? slot() : null

  async function isOver({ forMs, forSlots }: Rule): Promise<boolean> {
    if (forMs !== undefined && monotonic() - began >= forMs) return true
    if (forSlots === undefined || firstSlot === null) return false
    const [first, now] = await Promise.all([firstSlot, slot()])
    return now - first >= forSlots
  }

  function strikes({ rule, seen, struck }: Counted): boolean {
    const { from = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = rule
    return seen >= from && struck < times && (probability >= 1 || random() < probability)
  }

  return {
    name: script.name,
    /** How often each rule has struck, in their order. */
    struck: () => rules.map(({ struck }) => struck),
    /** All effects on this call, in the script's order. */
    async strike(method: string, params: string): Promise<Effect[]> {
      const found: Effect[] = []
      for (const counted of rules) {
        const { rule } = counted
        const { on, about } = rule
        if (on !== '*' && on !== method && !(Array.isArray(on) && on.includes(method))) continue
        if (about !== undefined && !params.includes(about)) continue
        if (await isOver(rule)) continue
        counted.seen++
        if (!strikes(counted)) continue
        counted.struck++
        found.push(rule)
      }
      return found
    },
  }
}
