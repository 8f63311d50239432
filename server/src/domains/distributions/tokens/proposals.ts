/** What an ended operation of tokens offers: to undo it, and to try again what failed; each with its preview. */
import type { Proposal } from '@purser/contract/distributions.ts'
import { formatUnits } from '@purser/contract/money.ts'
import type {
  TokenDistributeBody,
  TokenGatherBody,
  TokenPreview,
} from '@purser/contract/token-distributions.ts'
import { isFinalStatus } from '@purser/contract/transfers.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { type createFollowUps, retryOf, takesAll } from '../follow-ups.ts'
import type { TokenBody } from './intent.ts'
import { readHolders, requireMovable, type TokenParts } from './plan.ts'

export type ProposalParts = TokenParts & {
  transfers: Transfers
  wallets: Wallets
  own(userId: number, id: string): Promise<Operation>
  followUps: ReturnType<typeof createFollowUps>
  /** The preview of a request. */
  show(userId: number, typed: TokenBody): Promise<TokenPreview>
}
type Of = NonNullable<TokenDistributeBody['of']>
/** Wallets other than the middle, with base units. */
type Line = { address: string; units: bigint }
type Terms = { mint: string; decimals: number; middle: string; of: Of }

const middleOf = ({ request }: Operation): string => {
  const { source, destination } = request as { source?: string; destination?: string }
  return source ?? destination ?? ''
}
const mintOf = ({ request }: Operation): string => (request as { mint?: string }).mint ?? ''

const amountsOf = (lines: Line[], decimals: number) =>
  Object.fromEntries(lines.map(({ address, units }) => [address, formatUnits(units, decimals)]))

const give = ({ mint, decimals, middle, of }: Terms, lines: Line[]): TokenDistributeBody => ({
  token_address: mint,
  source_wallet: middle,
  target_wallets: lines.map(({ address }) => address),
  custom_amount: amountsOf(lines, decimals),
  of,
})
const take = ({ mint, decimals, middle, of }: Terms, lines: Line[]): TokenGatherBody => ({
  token_address: mint,
  target_wallet: middle,
  source_wallets: lines.map(({ address }) => address),
  custom_amount: amountsOf(lines, decimals),
  of,
})
const least = (a: bigint, b: bigint) => (a < b ? a : b)

export function createProposals(parts: ProposalParts) {
  const { chain, transfers, wallets, own, followUps, show } = parts

  async function asProposal(userId: number, typed: TokenBody): Promise<Proposal> {
    const tokenPreview = await show(userId, typed)
    return typed.type === 'token-distribute'
      ? { type: typed.type, tokenDistribute: typed.body, tokenPreview }
      : { type: typed.type, tokenGather: typed.body, tokenPreview }
  }

  return {
    /**
     * Back what each transfer has brought and has not been taken back, as far as it is still there. Throws
     * nothing_to_repeat.
     */
    async undo(userId: number, id: string): Promise<Proposal> {
      const of: Of = { operationId: id, as: 'undo' }
      const operation = await own(userId, id)
      const { rows } = await followUps.left(userId, of)
      const mint = await requireMovable(chain, mintOf(operation))
      const terms = { mint: mint.mint, decimals: mint.decimals, middle: middleOf(operation), of }
      const spread = operation.type === 'token-distribute'
      const addresses = rows.map(({ row }) => (spread ? row.destination : row.source))
      const givers = await wallets.owned(userId, spread ? addresses : [terms.middle])
      const holders = await readHolders(parts, mint, givers)
      let left = spread ? 0n : (holders[0]?.free ?? 0n)
      const lines = rows.flatMap(({ most }, i): Line[] => {
        const units = least(most ?? 0n, spread ? (holders[i]?.free ?? 0n) : left)
        if (units <= 0n) return []
        left -= units
        return [{ address: addresses[i] ?? '', units }]
      })
      if (lines.length === 0) throw new Fault('nothing_to_repeat')
      return spread
        ? asProposal(userId, { type: 'token-gather', body: take(terms, lines) })
        : asProposal(userId, { type: 'token-distribute', body: give(terms, lines) })
    },

    /** The same request with only what failed and has not been retried since. */
    async retry(userId: number, id: string): Promise<Proposal> {
      const operation = await own(userId, id)
      if (!isFinalStatus(operation.status)) throw new Fault('operation_not_over')
      const of = retryOf(operation)
      const { rows } = await followUps.left(userId, of)
      const mint = await requireMovable(chain, mintOf(operation))
      const terms = { mint: mint.mint, decimals: mint.decimals, middle: middleOf(operation), of }
      const left = new Map(rows.map(({ walletId, most }) => [walletId, most]))
      const spread = operation.type === 'token-distribute'
      const lines = (await transfers.failedOf(id)).flatMap((row): Line[] => {
        const most = row.walletId === null ? undefined : left.get(row.walletId)
        if (most === undefined) return []
        const address = spread ? row.destination : row.source
        return [{ address, units: most === null ? row.amount : least(row.amount, most) }]
      })
      if (lines.length === 0) throw new Fault('nothing_to_repeat')
      if (spread) return asProposal(userId, { type: 'token-distribute', body: give(terms, lines) })
      const { custom_amount: amounts, ...body } = take(terms, lines)
      const { closeAccounts = false } = operation.request as { closeAccounts?: boolean }
      return asProposal(userId, {
        type: 'token-gather',
        body: {
          ...body,
          ...(takesAll(operation) ? {} : { custom_amount: amounts }),
          ...(closeAccounts ? { close_accounts: true } : {}),
        },
      })
    },
  }
}
