/** Simulates every transaction of the plan: nothing is signed, nothing moves. */
import { toJsonAmount } from '@purser/contract/money.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { TokenPreview } from '@purser/contract/distributions/token-distributions.ts'
import type { Packing, TransferRow, Transfers } from '../../transfers/index.ts'
import { feesAtMost, toRow } from '../preview.ts'
import { sol } from '../result.ts'
import { computeWithheld } from './amounts.ts'
import type { TokenDistributeRequest, TokenGatherRequest } from './kinds.ts'
import type { PlannedTokens } from './plan.ts'

type Planned = PlannedTokens<TokenDistributeRequest | TokenGatherRequest>

/** Throws chain_away. */
export async function previewTokens(
  engine: Pick<Transfers, 'funds'>,
  planned: Planned,
  packing: Packing,
): Promise<TokenPreview> {
  const { mint, request, movements, others, rent, lamports } = planned
  const rows = movements.map(toRow)
  const failing = await engine.funds.simulate(
    packing,
    rows.filter((row) => row.error === null),
  )
  const findError = (row: TransferRow) => row.error ?? failing.get(row.position) ?? null
  const going = rows.filter((row) => findError(row) === null)
  const chunks = packing.split(going)
  const spreads = 'source' in request
  const tokens = (units: bigint) => toJsonAmount(units, mint.decimals)
  const arriving = ({ amount }: TransferRow) => amount - computeWithheld(amount, mint.transferFee)
  const sum = (list: TransferRow[], of: (row: TransferRow) => bigint) =>
    list.reduce((all, row) => all + of(row), 0n)
  const [total, received] = [sum(going, (row) => row.amount), sum(going, arriving)]
  const opens = new Set(spreads ? request.opens : [])
  const closes = new Set(spreads ? [] : request.closes)
  const findBalance = (row: TransferRow) => others[row.position]?.held
  const opened = spreads
    ? going.filter((row) => opens.has(row.position)).length
    : request.opens && going.length > 0
      ? 1
      : 0
  const closed = going.filter((row) => closes.has(row.position))
  const fees = chunks.reduce((all, chunk) => all + packing.fee(chunk), 0n)
  const cost = fees + rent * BigInt(opened)
  const wonBack = sum(closed, (row) => findBalance(row)?.lamports ?? 0n)
  const payer = spreads ? 'source' : request.payer
  const middlePays = spreads ? 'source' : 'destination'
  const initial = planned.middle.held?.amount ?? 0n
  const middle = {
    initialBalance: tokens(initial),
    finalBalance: tokens(spreads ? initial - total : initial + received),
  }
  return {
    mint: mint.mint,
    symbol: assetSymbol(mint.mint),
    decimals: mint.decimals,
    transactions: chunks.length,
    format: packing.format,
    total: tokens(total),
    transferFee: tokens(total - received),
    received: tokens(received),
    fees: sol(fees),
    ...feesAtMost(packing, chunks),
    rent: { accounts: opened, amount: sol(rent * BigInt(opened)) },
    wonBack: { accounts: closed.length, amount: sol(wonBack) },
    sol: {
      cost: sol(cost),
      initialBalance: sol(lamports),
      finalBalance: sol(lamports - (payer === middlePays ? cost : 0n) + wonBack),
    },
    payer,
    ...(spreads ? { sourceWallet: middle } : { destinationWallet: middle }),
    transfers: rows.map((row) => {
      const error = findError(row)
      const [before, moves] = [findBalance(row)?.amount ?? 0n, error === null]
      const after = spreads ? before + arriving(row) : before - row.amount
      return {
        walletId: row.walletId ?? 0,
        walletName: row.walletName,
        address: spreads ? row.destination : row.source,
        amount: tokens(row.amount),
        received: tokens(moves ? arriving(row) : 0n),
        finalBalance: tokens(moves ? after : before),
        newAccount: moves && opens.has(row.position),
        closed: moves && closes.has(row.position),
        error,
        refusal: row.refusal,
      }
    }),
    wouldFail: rows.length - going.length,
  }
}
