/** The kinds 'distribute' and 'gather' of the engine. */
import { getTransferSolInstructionDataEncoder, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { AccountRole, type Address, createNoopSigner, type TransactionSigner } from '@solana/kit'
import * as z from 'zod/mini'
import { toChunks } from '../../kernel/chunks.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Balances, Blockhashes } from '../../ports/chain.ts'
import {
  type BulkKind,
  transactionFee,
  type Operation,
  type Packing,
  type TransferRow,
} from '../transfers/index.ts'
import type { WalletSigners } from '../wallets/index.ts'
import { requireSeen } from './closing.ts'
import { chunkSize, collectFee, solBudget } from './sol-packing.ts'

const Units = z.string().check(z.regex(/^\d{1,20}$/))
const common = {
  /** Hash of the intent: the same key with another intent is refused. */
  requestHash: z.string(),
  format: z.union([z.literal(0), z.literal(1)]),
  /** Micro-lamports per compute unit. */
  price: Units,
  /** Lamports that the wallet in the middle held when the operation was written. */
  initial: Units,
}
export const DistributeRequest = z.object({
  ...common,
  /** The highest price of later attempts; absent if the source could not hold that besides. */
  most: z.optional(Units),
  source: z.string(),
  sourceWalletId: z.int(),
})
export type DistributeRequest = z.infer<typeof DistributeRequest>
export const GatherRequest = z.object({
  ...common,
  /** The same, if the destination pays: a source that gives all has nothing left for it. */
  most: z.optional(Units),
  destination: z.string(),
  destinationWalletId: z.int(),
  payer: z.enum(['destination', 'source']),
  gatherAll: z.boolean(),
  emptyWallets: z.boolean(),
  /** The amounts by position that each source gives without a fee, if sources pay. */
  gross: z.optional(z.array(z.nullable(Units))),
})
export type GatherRequest = z.infer<typeof GatherRequest>

export type Signers = (addresses: string[]) => Promise<TransactionSigner[]>
/** For simulation: no key is opened. */
export const noSigners: Signers = async (addresses) =>
  addresses.map((address) => createNoopSigner(address as Address))

const transferData = getTransferSolInstructionDataEncoder()
/**
 * Does the same as the library's `getTransferSolInstruction`, which makes an encoder for each: an eighth of all memory.
 */
const transferSol = (source: TransactionSigner, destination: Address, amount: bigint) => ({
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  accounts: [
    { address: source.address, role: AccountRole.WRITABLE_SIGNER, signer: source },
    { address: destination, role: AccountRole.WRITABLE },
  ],
  data: transferData.encode({ amount }),
})

/** The highest price of a packing. */
export const parseMost = ({ most }: { most?: string | undefined }): Pick<Packing, 'most'> =>
  most === undefined ? {} : { most: BigInt(most) }

export function distributePacking(
  request: Pick<DistributeRequest, 'format' | 'price' | 'most' | 'source'>,
  signers: Signers,
): Packing {
  const price = BigInt(request.price)
  // One key for all transactions of the operation, opened when the first is built.
  let source: Promise<TransactionSigner[]> | null = null
  return {
    format: request.format,
    ...parseMost(request),
    split: (rows) => toChunks(rows, chunkSize('spread', request.format, price)),
    budget: (rows) => solBudget(rows.length, price),
    fee: (rows) => transactionFee(1, solBudget(rows.length, price)),
    async build(rows) {
      source ??= signers([request.source])
      const [payer] = await source
      if (!payer) throw new Fault('not_found', { what: 'Wallet' })
      return {
        feePayer: payer,
        instructions: rows.map((row) => transferSol(payer, row.destination as Address, row.amount)),
      }
    },
  }
}

export function gatherPacking(request: GatherRequest, signers: Signers): Packing {
  const price = BigInt(request.price)
  const { payer, destination, format } = request
  return {
    format,
    ...parseMost(request),
    split: (rows) => toChunks(rows, chunkSize('collect', format, price)),
    budget: (rows) => solBudget(rows.length, price),
    fee: (rows) => collectFee(rows.length, payer, price),
    async build(rows) {
      const addresses = rows.map((row) => row.source)
      const all = await signers(payer === 'destination' ? [...addresses, destination] : addresses)
      const feePayer = payer === 'destination' ? all.at(-1) : all[0]
      if (!feePayer) throw new Fault('not_found', { what: 'Wallet' })
      const given = computeAmounts(request, rows, collectFee(rows.length, payer, price))
      return {
        feePayer,
        instructions: rows.map((_, i) =>
          transferSol(all[i] ?? feePayer, destination as Address, given[i] ?? 0n),
        ),
        amounts: rows.flatMap((row, i) => {
          const amount = given[i] ?? 0n
          return amount === row.amount ? [] : [{ position: row.position, amount }]
        }),
      }
    },
  }
}

/** If sources pay, the first one of a transaction gives less by the fee. */
function computeAmounts({ payer, gross }: GatherRequest, rows: TransferRow[], fee: bigint): bigint[] {
  return rows.map((row, i) => {
    const full = gross?.[row.position]
    if (payer === 'destination' || full == null) return row.amount
    return BigInt(full) - (i === 0 ? fee : 0n)
  })
}

const LOST = 'The details of this operation were lost with the database; nothing was resent.'

/** The parts of a lost operation that are restored: enough to show it, and to undo or retry it. */
const Recalled = z.object({
  requestHash: common.requestHash,
  initial: Units,
  source: z.optional(z.string()),
  sourceWalletId: z.optional(z.int()),
  destination: z.optional(z.string()),
  destinationWalletId: z.optional(z.int()),
  gatherAll: z.optional(z.boolean()),
  emptyWallets: z.optional(z.boolean()),
  of: z.optional(z.unknown()),
})
const recall = (request: unknown): unknown => z.safeParse(Recalled, request).data

export function solKinds({
  chain,
  wallets,
}: {
  chain: Balances & Pick<Blockhashes, 'blockHeight'>
  wallets: WalletSigners
}): Record<string, BulkKind> {
  const createSigners =
    (operation: Operation): Signers =>
    (addresses) =>
      wallets.keys.signers(operation.userId, addresses)
  /** The balance of the middle wallet after the operation, at a slot that includes all of it. */
  const closing = async (address: string | undefined, slot: bigint | null) => {
    if (address === undefined) return {}
    const [read] = await chain.balances([address as Address])
    if (!read) throw new Fault('chain_away')
    await requireSeen({ chain }, read.slot, slot)
    return { final: read.lamports.toString() }
  }
  /** `middle`: the wallet that all transfers share. */
  const createKind = <S extends z.core.$ZodType>(
    schema: S,
    createPacking: (request: z.output<S>, signers: Signers) => Packing,
    middle: (request: Partial<z.output<S>>) => string | undefined,
  ): BulkKind => ({
    recall,
    async prepare(operation) {
      const request = z.safeParse(schema, operation.request)
      return request.success ? createPacking(request.data, createSigners(operation)) : { refused: LOST }
    },
    async close({ request }, { slot, fees }) {
      const address = middle(request as Partial<z.output<S>>)
      return { fees: fees.toString(), ...(await closing(address, slot)) }
    },
  })
  return {
    distribute: createKind(DistributeRequest, distributePacking, ({ source }) => source),
    gather: createKind(GatherRequest, gatherPacking, ({ destination }) => destination),
  }
}
