/** Pages of a bot's trades and wallets. */
import type { BotTrade, BotWallet } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import { UUID } from '@purser/contract/values.ts'
import { invalid } from '../../../kernel/fault.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { MarketClock } from '../../../ports/market-clock.ts'
import type { Transfers } from '../../transfers/index.ts'
import { type BotRow, toOrigin } from '../rows.ts'
import { type Cursor, listTrades } from './trades.store.ts'
import { viewTrade, viewWallet } from '../views.ts'
import { listWallets, type WalletCursor } from './wallets.store.ts'

type Parts = { db: Db; clock: Clock; marketClock: MarketClock; transfers: Transfers }
export type Page = { before?: string | undefined; limit: number }

const wrongCursor = () => invalid('before', 'must be the `next` of a page')

/** Years have four digits: the database reads no others. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function tradeCursor(text: string): Cursor {
  const [time = '', id = '', ...rest] = text.split('_')
  const createdAt = new Date(TIME.test(time) ? time : Number.NaN)
  if (Number.isNaN(createdAt.getTime()) || !UUID.test(id) || rest.length > 0) throw wrongCursor()
  return { createdAt, id }
}

/** 'due_id', of which `due` is milliseconds, or 'none'. */
function walletCursor(text: string): WalletCursor {
  const match = /^(\d{1,14}|none)_(\d{1,15})$/.exec(text)
  if (!match) throw wrongCursor()
  return { dueAt: match[1] === 'none' ? null : Number(match[1]), walletId: Number(match[2]) }
}

export function createLists({ db, clock, marketClock, transfers }: Parts) {
  return {
    async trades(bot: BotRow | undefined, page: Page): Promise<{ trades: BotTrade[]; next?: string }> {
      const before = page.before === undefined ? undefined : tradeCursor(page.before)
      if (!bot) return { trades: [] }
      // One more shows whether there is another page.
      const rows = await listTrades(db, { botId: bot.id, before, limit: page.limit + 1 })
      const shown = rows.slice(0, page.limit)
      const keys = shown.map(toOrigin)
      const operations = await transfers.lookups.listOutcomes(keys)
      const signatures = await transfers.signatures.list(keys)
      const last = rows.length > page.limit ? shown.at(-1) : undefined
      return {
        trades: shown.map((row) => {
          const key = toOrigin(row)
          const operationId = operations.get(key)?.id ?? null
          return viewTrade(row, { operationId, signature: signatures.get(key) ?? null })
        }),
        ...(last ? { next: `${last.createdAt.toISOString()}_${last.id}` } : {}),
      }
    },

    async wallets(bot: BotRow | undefined, page: Page): Promise<{ wallets: BotWallet[]; next?: string }> {
      const before = page.before === undefined ? undefined : walletCursor(page.before)
      if (!bot) return { wallets: [] }
      const rows = await listWallets(db, { botId: bot.id, before, limit: page.limit + 1 })
      const shown = rows.slice(0, page.limit)
      const last = rows.length > page.limit ? shown.at(-1) : undefined
      const due = last?.isMember ? last.dueAt?.getTime() : undefined
      return {
        wallets: shown.map((row) => viewWallet(row, bot, { now: clock.now, marketClock })),
        ...(last ? { next: `${due ?? 'none'}_${last.walletId}` } : {}),
      }
    },
  }
}
