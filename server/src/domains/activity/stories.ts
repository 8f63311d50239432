/** The effects of operations, as data: with the names of wallets and agents. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { Story, StorySide } from '@purser/contract/transfers/stories.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Agents } from '../agents/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Strategies } from '../strategies/index.ts'
import type { StoryRow, SummaryRow, Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { type SymbolLookup, type SymbolParts, loadSymbols } from './symbols.ts'

type Leg = { mint: string; amount: bigint }
export type StoriesParts = SymbolParts & {
  transfers: Pick<Transfers, 'history'>
  wallets: Pick<Wallets, 'lookups'>
  agents: Pick<Agents, 'roster'>
  strategies: Pick<Strategies, 'lookups'>
  payments: Pick<Payments, 'links'>
  readDecimals(mint: string): Promise<number>
}

const present = <T>(list: (T | null)[]): T[] => [...new Set(list.filter((one) => one !== null))]

/** One statement for each kind of object that is named, however many operations there are. */
export function createStories({
  transfers,
  wallets,
  agents,
  strategies,
  payments,
  readDecimals,
  ...parts
}: StoriesParts) {
  async function moved(leg: Leg | null, getSymbol: SymbolLookup): Promise<Story['paid']> {
    if (leg === null) return null
    return { amount: toJsonAmount(leg.amount, await readDecimals(leg.mint)), symbol: getSymbol(leg.mint) }
  }

  return async (
    userId: number,
    rows: SummaryRow[],
  ): Promise<{ storyById: Map<string, Story>; getSymbol: SymbolLookup }> => {
    const found = await transfers.history.listStories(rows.map(({ id }) => id))
    const all = [...found.values()]
    const [owned, traders, paymentIds] = await Promise.all([
      wallets.lookups.listAmong(
        userId,
        present(all.flatMap(({ source, destination }) => [source, destination])),
      ),
      strategies.lookups.traders(userId, present(all.map(({ strategyId }) => strategyId))),
      payments.links.findIds(userId, present(all.map(({ reference }) => reference))),
    ])
    const traded = [...traders.values()]
    const mints = present([
      ...rows.map(({ mint }) => mint),
      ...all.flatMap(({ first, second, asked }) => [first, second, asked].map((leg) => leg?.mint ?? null)),
    ])
    const [agentNames, getSymbol] = await Promise.all([
      agents.roster.findNames(userId, [...new Set(traded.map(({ agentId }) => agentId))]),
      loadSymbols(parts, userId, { mints, traded }),
    ])
    const walletName = new Map(owned.map(({ address, name }) => [address as string, name]))
    const side = (count: number, address: string | null): StorySide =>
      count === 1 && address !== null
        ? { count, name: walletName.get(address) ?? null, address }
        : { count, name: null, address: null }

    function toInitiator({ strategyId, botId }: StoryRow): Story['by'] {
      if (strategyId !== null) {
        const agentId = traders.get(strategyId)?.agentId
        const name = agentId === undefined ? null : (agentNames.get(agentId) ?? null)
        return { kind: 'agent', id: strategyId, name }
      }
      return botId === null ? null : { kind: 'bot', id: botId, name: null }
    }

    const stories = new Map<string, Story>()
    for (const row of rows) {
      const story = found.get(row.id)
      if (!story) continue
      const isTrade = row.type === 'trade'
      const done = row.amount !== null && row.mint !== null && row.confirmed > 0
      const confirmed = done ? { mint: row.mint ?? '', amount: row.amount ?? 0n } : story.asked
      stories.set(row.id, {
        side: isTrade ? chooseSide(story) : null,
        paid: await moved(isTrade ? story.first : confirmed, getSymbol),
        received: await moved(isTrade ? story.second : null, getSymbol),
        from: side(story.sources, story.source),
        to: side(story.destinations, story.destination),
        payment: story.reference === null ? null : (paymentIds.get(story.reference) ?? null),
        by: toInitiator(story),
        signature: story.signature,
      })
    }
    return { storyById: stories, getSymbol }
  }
}

/** A trade restored from the journal does not say: one that pays in SOL or USDC is a purchase. */
function chooseSide({ side, first }: StoryRow): 'buy' | 'sell' | null {
  if (side !== null) return side
  if (first === null) return null
  return ['SOL', 'USDC'].includes(assetSymbol(first.mint)) ? 'buy' : 'sell'
}
