import { decodeBase58, bytesToKey, type Key } from '../base58.ts'
import type { Bank, Commitment } from '../chain/bank.ts'
import { invalidParams, RpcError } from './errors.ts'

export type Config = Record<string, unknown>

const missing = (n: number): RpcError => invalidParams(`\`params\` should have at least ${n} argument(s)`)

/** The configuration object at an index; absent is an empty one. */
export function configAt(params: readonly unknown[], index: number): Config {
  const value = params[index]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams(`Invalid params: invalid type, expected a map at ${index}`)
  return value as Config
}

export function stringAt(params: readonly unknown[], index: number): string {
  const value = params[index]
  if (value === undefined) throw missing(index + 1)
  if (typeof value !== 'string')
    throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a string`)
  return value
}

/** An address argument. */
export function toKey(value: unknown): Key {
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string')
  const bytes = value.length > 64 ? undefined : decodeBase58(value)
  if (!bytes) throw invalidParams('Invalid param: Invalid')
  if (bytes.length !== 32) throw invalidParams('Invalid param: WrongSize')
  return bytesToKey(bytes)
}

export const keyAtIndex = (params: readonly unknown[], index: number): Key => toKey(stringAt(params, index))

/** A signature argument, checked, as text. */
export function toSignature(value: unknown): string {
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string')
  const bytes = value.length > 128 ? undefined : decodeBase58(value)
  if (!bytes) throw invalidParams('Invalid param: Invalid')
  if (bytes.length !== 64) throw invalidParams('Invalid param: WrongSize')
  return value
}

/** An unsigned integer within the precision of a number: slots, limits. */
export function toCount(value: unknown, name: string): number {
  const n = typeof value === 'bigint' ? Number(value) : value
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 0)
    throw invalidParams(`Invalid params: ${name}: expected u64`)
  return n
}

export function countAt(params: readonly unknown[], index: number, name: string): number {
  if (params[index] === undefined) throw missing(index + 1)
  return toCount(params[index], name)
}

/** A u64 of any size. */
export function toU64(value: unknown, name: string): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) {
    const n = BigInt(value)
    if (n >= 0n && n < 1n << 64n) return n
  }
  throw invalidParams(`Invalid params: ${name}: expected u64`)
}

/** The commitment of a configuration; deprecated names are mapped. */
export function parseCommitment(config: Config, name = 'commitment'): Commitment {
  const value = config[name]
  switch (value) {
    case undefined:
    case null:
    case 'finalized':
    case 'max':
    case 'root':
      return 'finalized'
    case 'confirmed':
    case 'single':
    case 'singleGossip':
      return 'confirmed'
    case 'processed':
    case 'recent':
      return 'processed'
    default:
      throw invalidParams(
        `Invalid params: unknown variant \`${String(value)}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\``,
      )
  }
}

/** The slot that a call reads at, checked against minContextSlot. */
export function resolveSlot(bank: Bank, config: Config, name = 'commitment'): number {
  const slot = bank.slotAt(parseCommitment(config, name))
  checkMinContext(config, slot)
  return slot
}

export function checkMinContext(config: Config, slot: number): void {
  if (config.minContextSlot === undefined || config.minContextSlot === null) return
  if (slot < toCount(config.minContextSlot, 'minContextSlot'))
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
}

/** History is not available at 'processed'. */
export function atLeastConfirmed(config: Config): Commitment {
  const commitment = parseCommitment(config)
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

const API_VERSION = '4.0.3'
/** The response with its context. */
export const withContext = <T>(
  slot: number,
  value: T,
): { context: { slot: number; apiVersion: string }; value: T } => ({
  context: { slot, apiVersion: API_VERSION },
  value,
})
