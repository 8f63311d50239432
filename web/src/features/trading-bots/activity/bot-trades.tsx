import { Anchor, Loader } from '@mantine/core'
import type { BotTrade } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import { IconArrowDownLeft, IconArrowUpRight, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { unitColumnWords } from '#ui/formats/amount-words.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { Sum, WalletName } from './table-parts.tsx'
import table from '#ui/data-table.module.css'
import { dateText } from '#ui/dates/date-text.ts'
import css from '../trading-bot-panel.module.css'

/** A head of '' is shown to screen readers only. */
const COLUMNS: [head: string, amount?: boolean][] = [
  ['Time'],
  ['Wallet'],
  ['Class'],
  ['Side'],
  ['Amount', true],
  ['For', true],
  ['Price', true],
  ['Status'],
]

/** The market's clock may be this far ahead before that is mentioned. */
const AHEAD_MS = 60_000

const ICON = { size: 15, 'aria-hidden': true } as const
const sides: Record<BotTrade['side'], { name: string; icon: ReactNode }> = {
  buy: { name: 'Buy', icon: <IconArrowDownLeft {...ICON} color="var(--good)" /> },
  sell: { name: 'Sell', icon: <IconArrowUpRight {...ICON} color="var(--bad)" /> },
}
const states: Record<BotTrade['status'], { name: string; icon: ReactNode }> = {
  placed: { name: 'Placed', icon: <Loader size={12} aria-hidden="true" /> },
  filled: { name: 'Filled', icon: <IconCircleCheck {...ICON} color="var(--good)" /> },
  failed: { name: 'Failed', icon: <IconCircleX {...ICON} color="var(--bad)" /> },
}

/** Newest first; cards if there is no room for columns. */
export function BotTrades({ trades }: { trades: BotTrade[] }) {
  // All rows of a column that have one unit have the same digits.
  const tokens = unitColumnWords(trades.map((one) => ({ value: one.token_amount, unit: one.symbol })))
  const money = unitColumnWords(trades.map((one) => ({ value: one.currency_amount, unit: one.currency })))
  return (
    <div className={css.box} tabIndex={0} role="group" aria-label="Trades of the bot">
      <table className={`${table.table} ${table.boxed} ${table.cards} ${css.table}`}>
        <thead>
          <tr>
            {COLUMNS.map(([head, amount]) => (
              <th key={head} scope="col" className={amount ? css.amount : ''}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Operation</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade, i) => (
            <TradeRow key={trade.id} trade={trade} tokens={tokens[i]} money={money[i]} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { trade: BotTrade } & Record<'tokens' | 'money', string | undefined>

const TradeRow = memo(function TradeRow({ trade, tokens, money }: RowProps) {
  const { side, status, symbol, currency, token_amount, currency_amount, price_usd, operation_id } = trade
  return (
    <tr data-testid="bot-trade">
      <td data-label="Time">
        <span title={marketText(trade)}>
          <DateTime at={trade.created_at} />
        </span>
      </td>
      <td data-label="Wallet">
        <WalletName name={trade.wallet_name} address={trade.wallet_address} />
      </td>
      <td data-label="Class">{trade.class === 'whale' ? 'Whale' : 'Retail'}</td>
      <td data-label="Side">
        <span className={css.state}>
          {sides[side].icon} {sides[side].name}
        </span>
      </td>
      <td data-label="Amount" className={css.amount}>
        <Sum value={token_amount} unit={symbol} text={tokens} />
      </td>
      <td data-label="For" className={css.amount}>
        <Sum value={currency_amount} unit={currency} text={money} />
      </td>
      <td data-label="Price" className={css.amount} title={String(price_usd)}>
        {priceText(price_usd)}
      </td>
      <td data-label="Status">
        <span>
          <span className={css.state}>
            {states[status].icon} {states[status].name}
          </span>
          {trade.error !== null && <div className={css.error}>{trade.error}</div>}
        </span>
      </td>
      <td className={css.bare}>
        {operation_id !== null && (
          <Anchor component={Link} to={activityOf(operation_id)} size="xs">
            Open in Activity
          </Anchor>
        )}
      </td>
    </tr>
  )
})

function marketText({ market_time, created_at }: BotTrade): string | undefined {
  if (Date.parse(market_time) - Date.parse(created_at) < AHEAD_MS) return undefined
  return `The market's time: ${dateText(market_time, 'second')}`
}
