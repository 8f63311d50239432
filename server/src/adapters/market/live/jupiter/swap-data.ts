/**
 * Reads the instruction of a swap from its bytes and the positions of its accounts. Layouts: the program's IDL
 * (`route_v2`, `shared_accounts_route_v2`), all integers little-endian.
 */
import type { Address } from '@solana/kit'
import type { RouteInstruction } from './build-answer.ts'

export type SwapData = {
  inAmount: bigint
  quotedOut: bigint
  slippageBps: number
  platformFeeBps: number
  positiveSlippageBps: number
  authority: Address
  source: Address
  destination: Address
  inputMint: Address
  outputMint: Address
  /** The recipient of the output in place of the destination; the program's own address means none. */
  otherDestination: Address | null
}

type Layout = {
  discriminator: readonly number[]
  /** The offset of the first amount. */
  at: number
  places: Record<'authority' | 'source' | 'destination' | 'inputMint' | 'outputMint', number>
  otherDestination: number | null
}

const LAYOUTS: readonly Layout[] = [
  {
    discriminator: [187, 100, 250, 204, 49, 196, 175, 20],
    at: 8,
    places: { authority: 0, source: 1, destination: 2, inputMint: 3, outputMint: 4 },
    otherDestination: 7,
  },
  {
    // An id of one byte stands before the amounts.
    discriminator: [209, 152, 83, 147, 124, 254, 216, 233],
    at: 9,
    places: { authority: 1, source: 2, destination: 5, inputMint: 6, outputMint: 7 },
    otherDestination: null,
  },
]
/** Two amounts and three shares. */
const HEAD_BYTES = 22

/** null: a swap of another kind, or cut off. */
export function readSwapData({ data, accounts }: RouteInstruction): SwapData | null {
  const layout = LAYOUTS.find(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))
  if (!layout || data.length < layout.at + HEAD_BYTES) return null
  const { at, places, otherDestination } = layout
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const account = (place: number) => accounts[place]?.pubkey
  const [authority, source, destination, inputMint, outputMint] = [
    account(places.authority),
    account(places.source),
    account(places.destination),
    account(places.inputMint),
    account(places.outputMint),
  ]
  const other = otherDestination === null ? null : account(otherDestination)
  if (!authority || !source || !destination || !inputMint || !outputMint || other === undefined) return null
  return {
    inAmount: view.getBigUint64(at, true),
    quotedOut: view.getBigUint64(at + 8, true),
    slippageBps: view.getUint16(at + 16, true),
    platformFeeBps: view.getUint16(at + 18, true),
    positiveSlippageBps: view.getUint16(at + 20, true),
    authority,
    source,
    destination,
    inputMint,
    outputMint,
    otherDestination: other,
  }
}
