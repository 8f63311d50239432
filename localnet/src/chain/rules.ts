import type { Key } from '../base58.ts'
import { FIRST_SLOT, RENT_PER_BYTE, SLOT_MS } from '../constants.ts'

/**
 * 'alpenglow', mainnet's since 21 October 2026: a block is finalized once it is confirmed. 'tower': it is finalized 32
 * slots later.
 */
export type CommitmentRule = 'tower' | 'alpenglow'
export const COMMITMENT_RULES: readonly CommitmentRule[] = ['tower', 'alpenglow']

/** Rules that may change while the chain runs, as on public clusters. */
export interface Rules {
  /** Milliseconds. */
  slotMs: number
  /** Lamports a byte for new accounts; existing ones keep their balance. */
  rentPerByte: bigint
  commitment: CommitmentRule
}

/** A mint of another cluster, created at its address there by the parent process. */
export interface MirroredMint {
  key: Key
  decimals: number
  /** The lamports that its account was created with: rent may have changed since. */
  lamports: bigint
}

/** The stored state of a chain besides its accounts and its ledger. */
export interface Settings extends Rules {
  /** The slot at which the commitment rule began. */
  since: number
  /** No earlier slot is read as not finalized: a slot that was final under one rule is final under the next. */
  floor: number
  mirrored: readonly MirroredMint[]
}

export const FIRST_SETTINGS: Settings = {
  slotMs: SLOT_MS,
  rentPerByte: RENT_PER_BYTE,
  commitment: 'alpenglow',
  since: FIRST_SLOT,
  floor: FIRST_SLOT,
  mirrored: [],
}

const SLOT_RANGE = [10, 10_000] as const
const RENT_RANGE = [1n, 1_000_000n] as const

/** The error in these rules, as the end of 'the slot time is 5; expected …'; undefined: nothing. */
export function wrongRule(rules: Partial<Rules>): { rule: keyof Rules; takes: string } | undefined {
  const { slotMs, rentPerByte, commitment } = rules
  if (
    slotMs !== undefined &&
    !(Number.isInteger(slotMs) && slotMs >= SLOT_RANGE[0] && slotMs <= SLOT_RANGE[1])
  )
    return { rule: 'slotMs', takes: `whole milliseconds from ${SLOT_RANGE[0]} to ${SLOT_RANGE[1]}` }
  if (rentPerByte !== undefined && (rentPerByte < RENT_RANGE[0] || rentPerByte > RENT_RANGE[1]))
    return { rule: 'rentPerByte', takes: `whole lamports from ${RENT_RANGE[0]} to ${RENT_RANGE[1]}` }
  if (commitment !== undefined && !COMMITMENT_RULES.includes(commitment))
    return { rule: 'commitment', takes: COMMITMENT_RULES.join(' or ') }
  return undefined
}

/** Drops the rules that are not given. */
export function given(rules: Partial<{ [K in keyof Rules]: Rules[K] | undefined }>): Partial<Rules> {
  const entries = Object.entries(rules).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
