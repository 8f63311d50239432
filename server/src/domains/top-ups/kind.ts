/** The kind 'top-up' of the engine: a distribution that begins by itself. */
import * as z from 'zod/mini'
import { distributePacking } from '../distributions/index.ts'
import type { BulkKind } from '../transfers/index.ts'
import type { WalletSigners } from '../wallets/index.ts'

export const TOP_UP = 'top-up'
export const TopUpRequest = z.object({
  format: z.union([z.literal(0), z.literal(1)]),
  /** Micro-lamports per compute unit. */
  price: z.string().check(z.regex(/^\d{1,20}$/)),
  /** The price that later attempts may rise to. */
  most: z.optional(z.string().check(z.regex(/^\d{1,20}$/))),
  source: z.string(),
  sourceWalletId: z.int(),
  /** The name at the time of the request. */
  sourceName: z.string(),
})
export type TopUpRequest = z.infer<typeof TopUpRequest>

const LOST = 'The details of this top-up were lost with the database; nothing was resent.'

const Recalled = z.pick(TopUpRequest, { source: true, sourceWalletId: true, sourceName: true })

export const topUpKind = (wallets: WalletSigners): BulkKind => ({
  recall: (request) => z.safeParse(Recalled, request).data,
  async prepare({ userId, request }) {
    const read = z.safeParse(TopUpRequest, request)
    if (!read.success) return { refused: LOST }
    return distributePacking(read.data, (addresses) => wallets.keys.signers(userId, addresses))
  },
  close: async (_, { fees }) => ({ fees: fees.toString() }),
})
