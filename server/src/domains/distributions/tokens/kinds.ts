/** The kinds 'token-distribute' and 'token-gather' of the engine. */
import { type Address, createNoopSigner, type TransactionSigner } from '@solana/kit'
import * as z from 'zod/mini'
import { Fault } from '../../../kernel/fault.ts'
import { associatedAccount } from '../../../kernel/solana/associated-account.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import type { Blockhashes, Ledger, TokenReads } from '../../../ports/chain.ts'
import {
  type BulkKind,
  transactionFee,
  type Operation,
  type Packing,
  type TransferRow,
} from '../../transfers/index.ts'
import { mayStillCome, requireSeen } from '../closing.ts'
import { parseMost } from '../sol-kinds.ts'
import { computeWithheld } from './amounts.ts'
import { closeInstructions, type MintTerms, openInstruction, transferInstruction } from './instructions.ts'
import { collectFee, splitSpread, tokenBudget, tokenChunk } from './packing.ts'
import { openedRent, type TokenOutcome } from './outcome.ts'
import { readArrivals } from './received.ts'

const Units = z.string().check(z.regex(/^\d{1,20}$/))
const common = {
  /** Hash of the request: the same key with another request is refused. */
  requestHash: z.string(),
  format: z.union([z.literal(0), z.literal(1)]),
  /** Micro-lamports per compute unit. */
  price: Units,
  mint: z.string(),
  program: z.string(),
  decimals: z.int(),
  /** Whether the token withholds a fee of each transfer. */
  charges: z.boolean(),
  /** The fee when the operation was planned: it withholds no more than that. */
  fee: z.optional(z.nullable(z.object({ basisPoints: z.int(), maximum: Units }))),
  /** Free base units of the wallet that all transfers share, when the operation was written. */
  initial: Units,
  /** Lamports of a token account that is opened, when the operation was written. */
  rent: z.optional(Units),
}
export const TokenDistributeRequest = z.object({
  ...common,
  /** The highest price of later attempts; absent if the source could not hold that besides. */
  most: z.optional(Units),
  source: z.string(),
  sourceWalletId: z.int(),
  /** Positions whose token accounts are opened. */
  opens: z.array(z.int()),
})
export type TokenDistributeRequest = z.infer<typeof TokenDistributeRequest>
export const TokenGatherRequest = z.object({
  ...common,
  /** The same, if the destination pays. */
  most: z.optional(Units),
  destination: z.string(),
  destinationWalletId: z.int(),
  /** Each source gives all that it holds. */
  gatherAll: z.boolean(),
  closeAccounts: z.boolean(),
  payer: z.enum(['destination', 'source']),
  /** The sources that hold SOL for the fees, if sources pay. */
  paying: z.array(z.string()),
  /** Whether the destination's token account is opened. */
  opens: z.boolean(),
  /** Positions whose emptied token accounts are closed. */
  closes: z.array(z.int()),
})
export type TokenGatherRequest = z.infer<typeof TokenGatherRequest>

export type TokenPackingParts = {
  signers(addresses: string[]): Promise<TransactionSigner[]>
  /** The fee of a token changes with the epoch: it is read when a transaction is built. */
  chain: Pick<TokenReads, 'tokenMint'>
}
/** For simulation: no key is opened. */
export const noTokenSigners = async (addresses: string[]): Promise<TransactionSigner[]> =>
  addresses.map((address) => createNoopSigner(address as Address))

type Common = Pick<TokenDistributeRequest, 'mint' | 'program' | 'decimals' | 'charges' | 'fee'>
/** Throws chain_away, and token_fee_raised if more would be withheld from a transfer than at planning time. */
const createTermsReader =
  ({ mint, program, decimals, charges, fee }: Common, { chain }: Pick<TokenPackingParts, 'chain'>) =>
  async (rows: readonly TransferRow[]): Promise<MintTerms> => {
    const fixed = { mint: mint as Address, program: program as Address, decimals }
    if (!charges) return { ...fixed, transferFee: null }
    const now = await chain.tokenMint(fixed.mint)
    if (!now) throw new Fault('unknown_mint', { mint })
    const { transferFee } = now
    // A token with a fee keeps that extension, if only at 0: an answer without it is wrong.
    if (transferFee === null) throw new Fault('chain_away')
    const planned = fee ? { ...fee, maximum: BigInt(fee.maximum) } : transferFee
    if (rows.some(({ amount }) => computeWithheld(amount, transferFee) > computeWithheld(amount, planned)))
      throw new Fault('token_fee_raised')
    return { ...fixed, transferFee }
  }

/** One key for all transactions of the operation, opened when the first is built. */
export function tokenSpreadPacking(request: TokenDistributeRequest, parts: TokenPackingParts): Packing {
  const { format, charges, source: from } = request
  const price = BigInt(request.price)
  const opens = new Set(request.opens)
  const terms = createTermsReader(request, parts)
  const budget = (rows: readonly TransferRow[]) => {
    const opening = rows.filter(({ position }) => opens.has(position)).length
    return tokenBudget({ transfers: rows.length, opening, closing: 0 }, price)
  }
  let source: Promise<TransactionSigner[]> | null = null
  return {
    format,
    ...parseMost(request),
    split: (rows) => splitSpread(rows, { opens, format, charges }),
    budget,
    fee: (rows) => transactionFee(1, budget(rows)),
    async build(rows) {
      source ??= parts.signers([from])
      const [[payer], mint] = await Promise.all([source, terms(rows)])
      if (!payer) throw new Fault('not_found', { what: 'Wallet' })
      const account = await associatedAccount(from, mint)
      const each = await Promise.all(
        rows.map(async ({ position, destination: owner, amount }) => {
          const destination = await associatedAccount(owner, mint)
          const transfer = transferInstruction(mint, {
            source: account,
            authority: payer,
            destination,
            amount,
          })
          if (!opens.has(position)) return [transfer]
          return [openInstruction(mint, { payer, account: destination, owner }), transfer]
        }),
      )
      return { feePayer: payer, instructions: each.flat() }
    },
  }
}

export function tokenCollectPacking(request: TokenGatherRequest, parts: TokenPackingParts): Packing {
  const { format, charges, payer, destination } = request
  const price = BigInt(request.price)
  const closes = new Set(request.closes)
  const paying = new Set(request.paying)
  const size = tokenChunk('collect', { format, charges })
  /**
   * A source of this transaction, or that of the whole transaction that it is a half of: that one then signs besides.
   */
  const findPayer = (rows: readonly TransferRow[]): string | undefined => {
    if (payer === 'destination') return destination
    const own = rows.find(({ source }) => paying.has(source))?.source
    return own ?? request.paying[Math.floor((rows[0]?.position ?? 0) / size)] ?? request.paying[0]
  }
  const classifyPayer = (rows: readonly TransferRow[]) =>
    rows.some(({ source }) => source === findPayer(rows)) ? 'source' : 'destination'
  const terms = createTermsReader(request, parts)
  const countLoad = (rows: readonly TransferRow[]) => ({
    transfers: rows.length,
    opening: request.opens ? 1 : 0,
    closing: rows.filter(({ position }) => closes.has(position)).length,
  })
  return {
    format,
    ...parseMost(request),
    split: (rows) => toChunks(rows, size),
    budget: (rows) => tokenBudget(countLoad(rows), price),
    fee: (rows) => collectFee(countLoad(rows), classifyPayer(rows), price),
    async build(rows) {
      const paid = findPayer(rows)
      if (paid === undefined) throw new Fault('no_fee_payer')
      const addresses = rows.map((row) => row.source)
      const at = addresses.indexOf(paid)
      const signing = at === -1 ? [...addresses, paid] : addresses
      const [all, mint] = await Promise.all([parts.signers(signing), terms(rows)])
      const feePayer = all.at(at)
      if (!feePayer) throw new Fault('not_found', { what: 'Wallet' })
      const into = await associatedAccount(destination, mint)
      const each = await Promise.all(
        rows.map(async ({ position, source, amount }, i) => {
          const [account, authority] = [await associatedAccount(source, mint), all[i] ?? feePayer]
          const transfer = transferInstruction(mint, {
            source: account,
            authority,
            destination: into,
            amount,
          })
          if (!closes.has(position)) return [transfer]
          return [transfer, ...closeInstructions(mint, { account, owner: authority, receiver: destination })]
        }),
      )
      const open = { payer: feePayer, account: into, owner: destination }
      return {
        feePayer,
        instructions: [...(request.opens ? [openInstruction(mint, open)] : []), ...each.flat()],
      }
    },
  }
}

const LOST = 'The details of this operation were lost with the database; nothing was resent.'

/**
 * The parts of a lost operation that are restored: enough to show it, to read what it brought, and to undo or retry it.
 */
const Recalled = z.object({
  requestHash: common.requestHash,
  mint: z.string(),
  program: z.string(),
  decimals: z.int(),
  charges: z.boolean(),
  initial: Units,
  source: z.optional(z.string()),
  sourceWalletId: z.optional(z.int()),
  destination: z.optional(z.string()),
  destinationWalletId: z.optional(z.int()),
  gatherAll: z.optional(z.boolean()),
  closeAccounts: z.optional(z.boolean()),
  of: z.optional(z.unknown()),
})
type Recalled = z.infer<typeof Recalled>

export type TokenKindParts = {
  chain: TokenReads & Ledger & Pick<Blockhashes, 'blockHeight'>
  signers(userId: number, addresses: string[]): Promise<TransactionSigner[]>
  listMovements(id: string): Promise<TransferRow[]>
}

export function tokenKinds({ chain, signers, listMovements }: TokenKindParts): Record<string, BulkKind> {
  /** The amounts that arrived from the confirmed transfers. */
  async function arrived(
    { mint, charges }: Recalled,
    { rows, slot }: { rows: TransferRow[]; slot: bigint | null },
  ): Promise<Pick<TokenOutcome, 'received' | 'arrived'>> {
    const confirmed = rows.filter((row) => row.status === 'confirmed')
    if (!charges) return { received: confirmed.reduce((sum, { amount }) => sum + amount, 0n).toString() }
    const now = await chain.tokenMint(mint as Address)
    const read = await readArrivals(chain, { mint, rows: confirmed, transferFee: now?.transferFee ?? null })
    if (read === null) {
      if (await mayStillCome({ chain }, slot)) throw new Fault('chain_away')
      return {}
    }
    return {
      received: read.received.toString(),
      arrived: Object.fromEntries([...read.arrivals].map(([position, units]) => [position, String(units)])),
    }
  }
  /** The middle's balance after the operation, at a slot that includes all of it, and the amounts that arrived. */
  async function close(
    { id, request }: Operation,
    { slot, fees }: { slot: bigint | null; fees: bigint },
  ): Promise<TokenOutcome> {
    const { data } = z.safeParse(Recalled, request)
    const middle = data?.source ?? data?.destination
    if (!data || middle === undefined) return { fees: fees.toString() }
    const mint = { mint: data.mint as Address, program: data.program as Address }
    const [read] = await chain.tokenAccounts([await associatedAccount(middle, mint)])
    if (!read) throw new Fault('chain_away')
    await requireSeen({ chain }, read.slot, slot)
    const rows = await listMovements(id)
    return {
      fees: fees.toString(),
      ...openedRent(request, rows),
      final: (read.account?.amount ?? 0n).toString(),
      ...(await arrived(data, { rows, slot })),
    }
  }
  const createKind = <S extends z.core.$ZodType>(
    schema: S,
    createPacking: (request: z.output<S>, parts: TokenPackingParts) => Packing,
  ): BulkKind => ({
    recall: (request) => z.safeParse(Recalled, request).data,
    async prepare({ userId, request }) {
      const read = z.safeParse(schema, request)
      if (!read.success) return { refused: LOST }
      return createPacking(read.data, { chain, signers: (addresses) => signers(userId, addresses) })
    },
    close,
  })
  return {
    'token-distribute': createKind(TokenDistributeRequest, tokenSpreadPacking),
    'token-gather': createKind(TokenGatherRequest, tokenCollectPacking),
  }
}
