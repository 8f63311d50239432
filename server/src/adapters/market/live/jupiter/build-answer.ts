/** The shape of an answer of `/swap/v2/build`, limited to the fields in use; others are ignored. */
import { type Address, isAddress } from '@solana/kit'
import * as z from 'zod/mini'

const MOST_UNITS = 2n ** 64n - 1n
const AddressText = z.pipe(
  z.string().check(z.refine((text) => isAddress(text))),
  z.transform((text) => text as Address),
)
/** Base units as text; a number would have passed through a float. */
const Units = z
  .pipe(
    z.string().check(z.regex(/^\d{1,20}$/)),
    z.transform((text) => BigInt(text)),
  )
  .check(z.refine((units) => units <= MOST_UNITS))
const Base64 = z.pipe(
  z.string().check(z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)),
  z.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
)

const RouteInstruction = z.object({
  programId: AddressText,
  accounts: z.array(z.object({ pubkey: AddressText, isWritable: z.boolean(), isSigner: z.boolean() })),
  data: Base64,
})
export type RouteInstruction = z.infer<typeof RouteInstruction>

const instructions = z._default(z.nullable(z.array(RouteInstruction)), [])
const oneInstruction = z._default(z.nullable(RouteInstruction), null)

const Hop = z.object({ swapInfo: z.object({ inputMint: z.string(), outputMint: z.string() }) })

/** A plan that cannot be read names no token: the route then has only its two tokens. */
const unread = z.pipe(
  z.unknown(),
  z.transform((): z.infer<typeof Hop>[] => []),
)

export const BuildAnswer = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: Units,
  outAmount: Units,
  otherAmountThreshold: Units,
  swapMode: z.string(),
  slippageBps: z.int(),
  /** A ratio; only ever shown. */
  priceImpactPct: z._default(z.nullable(z.union([z.string(), z.number()])), null),
  routePlan: z.union([z._default(z.nullable(z.array(Hop)), []), unread]),
  computeBudgetInstructions: instructions,
  setupInstructions: instructions,
  swapInstruction: RouteInstruction,
  cleanupInstruction: oneInstruction,
  otherInstructions: instructions,
  tipInstruction: oneInstruction,
  addressesByLookupTableAddress: z._default(z.nullable(z.record(AddressText, z.array(AddressText))), null),
})
export type BuildAnswer = z.infer<typeof BuildAnswer>

/** null: no answer of this shape. */
export function readBuildAnswer(body: string): BuildAnswer | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  const read = z.safeParse(BuildAnswer, parsed)
  return read.success ? read.data : null
}

const BPS = 10_000

/** Converts a ratio in decimal text; 0 if it is missing or unreadable. */
export function impactBps(ratio: BuildAnswer['priceImpactPct']): number {
  const bps = Math.round(Math.abs(Number(ratio ?? 0)) * BPS)
  return Number.isFinite(bps) ? Math.min(bps, BPS) : 0
}
