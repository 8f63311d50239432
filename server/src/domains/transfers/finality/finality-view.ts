/** Asks one endpoint about landed transactions, in as few calls as possible. */
import type { Signature } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import { toLanding } from '../send/landing.ts'
import type { TransactionRow } from '../records/transactions.store.ts'

/**
 * One endpoint's view of a landed transaction. 'other': finalized blocks do not hold it, or hold another ending. 'landed':
 * as booked, in a block that is not finalized. 'forgotten': its ledger does not reach back so far.
 */
export type FinalityObserved = 'finalized' | 'landed' | 'other' | 'open' | 'forgotten'

export type Observation = { observed: FinalityObserved; slot: bigint | null }

/** null: unknown, so a missing signature proves nothing. */
const readFirstBlock = (node: ChainNode): Promise<bigint | null> =>
  node.firstBlock().catch((error: unknown) => {
    if (!isFault(error)) throw error
    return null
  })

/** No chain is this fast: a slot further on than this is not believed without the endpoint's own finalized slot. */
const LEAST_SLOT_MS = 10
/** The most blocks between a finalized slot and the newest. */
const AHEAD = 150n
/** For this long the finalized slot of an endpoint tells which slots can exist. */
const KNOWN_MS = 600_000

const isBooked = (row: TransactionRow, error: string | null) =>
  (error === null) === (row.state === 'confirmed')

export type FinalityView = {
  /** Takes a recent status at its word if it is as booked. null: the endpoint has to be asked, see `observe`. */
  vouch(node: ChainNode, row: TransactionRow, state: SignatureState | null): Observation | null
  /** Observes each by signature; null: no answer. */
  observe(node: ChainNode, rows: TransactionRow[]): Promise<Map<string, Observation> | null>
}

export function createFinalityView({
  clock,
  log,
}: {
  clock: Pick<Clock, 'monotonic'>
  log: Log
}): FinalityView {
  const finalizedSlots = new Map<string, { slot: bigint; at: number }>()

  function canBe(node: ChainNode, slot: bigint): boolean {
    const known = finalizedSlots.get(node.name)
    const age = known ? clock.monotonic() - known.at : 0
    return (
      known !== undefined &&
      age < KNOWN_MS &&
      slot <= known.slot + BigInt(Math.ceil(age / LEAST_SLOT_MS)) + AHEAD
    )
  }

  function vouch(node: ChainNode, row: TransactionRow, state: SignatureState | null): Observation | null {
    const landed = toLanding(state)
    if (!landed || !isBooked(row, landed.error) || !canBe(node, landed.slot)) return null
    return { observed: landed.finalized ? 'finalized' : 'landed', slot: landed.slot }
  }

  /** Any other is looked up in the ledger, after its finalized slot was read: one that is then missing is not there. */
  async function lookUp(node: ChainNode, rows: TransactionRow[]): Promise<[string, Observation][]> {
    const { slot: finalized, height } = await node.blockHeight('final')
    finalizedSlots.set(node.name, { slot: finalized, at: clock.monotonic() })
    const { states, slot } = await node.lookUp(
      rows.map((row) => row.signature as Signature),
      { minContextSlot: finalized },
    )
    const first = states.includes(null) ? await readFirstBlock(node) : 0n
    const classify = (row: TransactionRow, state: SignatureState | null): FinalityObserved => {
      const landed = toLanding(state)
      const booked = landed !== null && isBooked(row, landed.error)
      if (landed?.finalized) return booked ? 'finalized' : 'other'
      if (state !== null || slot <= finalized) return booked ? 'landed' : 'open'
      // The slot comes from one endpoint alone, so an expired transaction is over whatever that slot is.
      const since = [row.slot, row.lastValidBlockHeight < height ? row.signedSlot : null]
      const passed = since.filter((one) => one !== null && one <= finalized)
      if (passed.length === 0 || first === null) return 'open'
      return passed.some((one) => one !== null && first <= one) ? 'other' : 'forgotten'
    }
    return rows.map((row, i) => {
      const state = states[i] ?? null
      return [row.signature, { observed: classify(row, state), slot: state?.slot ?? null }]
    })
  }

  return {
    vouch,
    async observe(node, rows) {
      try {
        const recent = await node.statuses(rows.map((row) => row.signature as Signature))
        const found = new Map<string, Observation>()
        rows.forEach((row, i) => {
          const observation = vouch(node, row, recent[i] ?? null)
          if (observation) found.set(row.signature, observation)
        })
        const others = rows.filter(({ signature }) => !found.has(signature))
        if (others.length > 0)
          for (const [signature, one] of await lookUp(node, others)) found.set(signature, one)
        return found
      } catch (error) {
        if (!isFault(error)) throw error
        log.debug({ endpoint: node.name, ...describe(error) }, 'an endpoint could not report finality')
        return null
      }
    },
  }
}
