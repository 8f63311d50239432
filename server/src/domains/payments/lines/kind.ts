/** The kind 'payment' of the engine: lines of a payment, paid from its collection wallet. */
import * as z from 'zod/mini'
import { toChunks } from '../../../kernel/chunks.ts'
import { Fault } from '../../../kernel/fault.ts'
import { distributePacking } from '../../distributions/index.ts'
import { type BulkKind, transactionFee, type Packing } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'

export const PAYMENT = 'payment'
export const LinesRequest = z.object({
  /**
   * The reference of the payment; `lines` has the positions of its lines. After a restore of the database they show
   * what was paid.
   */
  reference: z.string(),
  lines: z.array(z.int()),
  format: z.union([z.literal(0), z.literal(1)]),
  /** Micro-lamports per compute unit. */
  price: z.string().check(z.regex(/^\d{1,20}$/)),
  /** The price that later attempts may rise to. */
  most: z.optional(z.string().check(z.regex(/^\d{1,20}$/))),
  source: z.string(),
  sourceWalletId: z.int(),
  /** Set if the source wallet cannot also pay the fee: the fee payer, and how many lines then share a transaction. */
  feePayer: z.optional(z.object({ address: z.string(), size: z.int() })),
})
export type LinesRequest = z.infer<typeof LinesRequest>
const Recalled = z.pick(LinesRequest, { reference: true, lines: true, source: true, sourceWalletId: true })
const LOST = 'The details of this payment were lost with the database; nothing was resent.'

/** Lines that another fee payer takes the room of: a signature and an address. */
export const FEE_PAYER_ROOM = 4

type Signers = (addresses: string[]) => ReturnType<Wallets['keys']['signers']>

export function linesPacking(request: LinesRequest, signers: Signers): Packing {
  const packing = distributePacking(request, signers)
  const { feePayer } = request
  if (feePayer === undefined) return packing
  let payer: ReturnType<Wallets['keys']['signers']> | null = null
  return {
    ...packing,
    split: (rows) => toChunks(rows, feePayer.size),
    fee: (rows) => transactionFee(2, packing.budget(rows)),
    async build(rows) {
      payer ??= signers([feePayer.address])
      const [[signer], built] = await Promise.all([payer, packing.build(rows)])
      if (!signer) throw new Fault('not_found', { what: 'Wallet' })
      return { ...built, feePayer: signer }
    },
  }
}

/** `ended`: every transfer of the operation has an outcome; called again after a crash. */
export const linesKind = (
  wallets: Pick<Wallets, 'keys'>,
  ended: (operationId: string) => Promise<void>,
): BulkKind => ({
  recall: (request) => z.safeParse(Recalled, request).data,
  async prepare({ userId, request }) {
    const read = z.safeParse(LinesRequest, request)
    if (!read.success) return { refused: LOST }
    return linesPacking(read.data, (addresses) => wallets.keys.signers(userId, addresses))
  },
  async close({ id }, { fees }) {
    await ended(id)
    return { fees: fees.toString() }
  },
})
