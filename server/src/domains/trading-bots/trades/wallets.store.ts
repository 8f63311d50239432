/** Wallets of a bot's group with the effects of its trades, in pages. */
import type { BotClass } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotSkip } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

export type ListedWallet = {
  walletId: number
  name: string
  address: string
  isMember: boolean
  class: BotClass | null
  trades: number
  tokenChange: bigint
  currencyChange: bigint
  fees: bigint
  lastTradeAt: Date | null
  dueAt: Date | null
  skip: BotSkip | null
}
type Raw = { [K in keyof ListedWallet]: ListedWallet[K] extends bigint ? string : ListedWallet[K] }

/** The last of a page: when its turn is due (ms, or null) and its id. */
export type WalletCursor = { dueAt: number | null; walletId: number }

const date = (value: Date | string | null) => (value === null ? null : new Date(value))

/** Members, and wallets that traded before they left; the next to trade first, those without a turn last. */
export async function listWallets(
  db: Db,
  { botId, before, limit }: { botId: string; before: WalletCursor | undefined; limit: number },
): Promise<ListedWallet[]> {
  const due = sql`coalesce(case when x.member then x.due_at end, 'infinity'::timestamptz)`
  const from = before?.dueAt == null ? sql`'infinity'` : sql`${new Date(before.dueAt).toISOString()}`
  const { rows } = (await db.execute(sql`
    select y.id as "walletId", y.name, y.address, x.member as "isMember", x.class, x.trades,
      x.token_change::text as "tokenChange", x.currency_change::text as "currencyChange", x.fees::text as fees,
      x.last_trade_at as "lastTradeAt", x.due_at as "dueAt", x.skip
    from (
      select coalesce(m.wallet_id, w.wallet_id) as wallet_id, m.wallet_id is not null as member,
        w.class, w.due_at, w.skip,
        w.last_trade_at, coalesce(w.trades, 0) as trades, coalesce(w.token_change, 0) as token_change,
        coalesce(w.currency_change, 0) as currency_change, coalesce(w.fees, 0) as fees
      from (select * from trading_bot_wallets where bot_id = ${botId}::uuid) w
      full join (
        select wallet_id from wallet_group_members
        where group_id = (select group_id from trading_bots where id = ${botId}::uuid)
      ) m on m.wallet_id = w.wallet_id
    ) x join wallets y on y.id = x.wallet_id
    where (x.member or x.trades > 0 or x.fees > 0)
      ${before ? sql`and (${due}, x.wallet_id) > (${from}::timestamptz, ${before.walletId}::bigint)` : sql``}
    order by ${due}, x.wallet_id limit ${limit}`)) as { rows: Raw[] }
  return rows.map((row) => ({
    ...row,
    walletId: Number(row.walletId),
    tokenChange: BigInt(row.tokenChange),
    currencyChange: BigInt(row.currencyChange),
    fees: BigInt(row.fees),
    lastTradeAt: date(row.lastTradeAt),
    dueAt: date(row.dueAt),
  }))
}
