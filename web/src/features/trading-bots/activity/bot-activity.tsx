import { Text } from '@mantine/core'
import { BOT_TRADE_DAYS } from '@purser/contract/limits.ts'
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import { type ReactNode, useState } from 'react'
import { amountWords, usdWords } from '#ui/formats/amount-words.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { type Figure, Figures } from '#ui/formats/figures.tsx'
import { EmptyRows, LoadingRows } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { BotTrades } from './bot-trades.tsx'
import { BotWallets } from './bot-wallets.tsx'
import { distinctWallets } from './distinct-wallets.ts'
import { useBotTrades, useBotWallets } from './use-bot-lists.ts'
import css from '../trading-bot-panel.module.css'

const ROW = 36
type Props = { groupId: number; bot: Bot; symbol: string }

/** The bot's record since its last start: its trades and its effect on each wallet. */
export function BotActivity({ groupId, bot, symbol }: Props) {
  const [shown, setShown] = useState<'trades' | 'wallets'>('trades')
  return (
    <section aria-label="Activity of the bot">
      <Figures figures={figuresOf(bot)} />
      <div className={css.tabs}>
        <ToggleButtons
          label="Show of the bot"
          value={shown}
          options={[
            ['trades', 'Trades'],
            ['wallets', 'Wallets'],
          ]}
          onChange={setShown}
        />
        {bot.started_at !== null && (
          <Text size="xs" c="dimmed">
            Figures since the last start, <TimeAgo at={bot.started_at} />
          </Text>
        )}
      </div>
      {shown === 'trades' ? (
        <Trades groupId={groupId} bot={bot} />
      ) : (
        <Wallets groupId={groupId} bot={bot} symbol={symbol} />
      )}
    </section>
  )
}

const n = (count: number) => count.toLocaleString('en')

function figuresOf({ figures }: Bot): Figure[] {
  const { trades, buys, whale_trades, retail_trades, failed, volume_usd, fees_sol } = figures
  return [
    ['Trades', n(trades)],
    ['Volume', usdWords(volume_usd)],
    ['Buys', trades === 0 ? 'n/a' : `${Math.round((buys / trades) * 100)}%`],
    ['By whales', n(whale_trades)],
    ['By retail', n(retail_trades)],
    ['Failed', n(failed)],
    ['Fees and rent', amountWords(fees_sol, 'SOL')],
  ]
}

function Trades({ groupId, bot }: Omit<Props, 'symbol'>) {
  const query = useBotTrades(groupId, bot.status !== 'inactive')
  const trades = query.data?.pages.flatMap((page) => page.trades)
  return (
    <List query={query} label="Loading trades" failed="The trades could not be loaded.">
      {trades?.length === 0 && (
        <EmptyRows text={`No trades yet. Each one is listed here for ${BOT_TRADE_DAYS} days.`} />
      )}
      {trades !== undefined && trades.length > 0 && <BotTrades trades={trades} />}
    </List>
  )
}

function Wallets({ groupId, bot, symbol }: Props) {
  const query = useBotWallets(groupId, bot.status !== 'inactive')
  const wallets = query.data && distinctWallets(query.data.pages.flatMap((page) => page.wallets))
  return (
    <List query={query} label="Loading wallets" failed="The wallets could not be loaded.">
      {wallets?.length === 0 && (
        <EmptyRows text="No wallet takes part. Add wallets to this group: each is listed here with what the bot did to it." />
      )}
      {wallets !== undefined && wallets.length > 0 && (
        <BotWallets wallets={wallets} symbol={symbol} currency={bot.currency} />
      )}
    </List>
  )
}

type ListProps = {
  query: Pick<ReturnType<typeof useBotTrades>, 'isPending' | 'isError' | 'error' | 'isFetching'> & {
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  label: string
  failed: string
  children: ReactNode
}

/** A list in its four states, with the button for its next page. */
function List({ query, label, failed, children }: ListProps) {
  return (
    <>
      <QueryError query={query} fallback={failed} />
      {query.isPending && <LoadingRows label={label} height={ROW} />}
      {children}
      {query.hasNextPage && (
        <BusyButton
          mt="sm"
          size="compact-sm"
          variant="default"
          busy={query.isFetchingNextPage}
          loader
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </BusyButton>
      )}
    </>
  )
}
