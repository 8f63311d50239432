/** The user who asks, the parts that an answer is made from, and the answer. */
import type { AnswerCard } from '@purser/contract/agents/conversation.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Db } from '../../../db/client.ts'
import type { Market } from '../../../ports/market.ts'
import type { TokenLookUp } from '../../../ports/token-search.ts'
import type { Balances } from '../../balances/index.ts'
import type { Strategies } from '../../strategies/index.ts'
import type { TokenNames } from '../../tokens/index.ts'
import type { Wallets } from '../../wallets/index.ts'

export type AnswerParts = {
  db: Db
  market: Market
  strategies: Strategies
  balances: Balances
  wallets: Wallets
  tokenNames: Pick<TokenNames, 'labels'>
  /** null where the market is simulated. */
  lookUp: TokenLookUp | null
}
/** `plan`: the plan on screen; `isOffered`: it may be started. `tokenAddress`: the token of the settings. `now`: milliseconds. */
export type Asking = {
  userId: number
  agentId: number
  walletAddresses: string[]
  plan: Plan | null
  isOffered: boolean
  tokenAddress: string | null
  now: number
}
/** `text`: at most two sentences; the figures are on the card. */
export type Answer = { card?: AnswerCard; text: string }

export type Figure = AnswerCard['figures'][number]
export const figure = (label: string, value: string, unit = ''): Figure => ({ label, value, unit })

/** A card; a note without a text is left out. */
export const card = (title: string, figures: Figure[], notes: readonly string[] = []): AnswerCard => ({
  title,
  figures,
  ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
})
