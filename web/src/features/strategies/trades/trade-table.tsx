import type { SkippedOrder, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { Address } from '#ui/formats/address.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import table from '#ui/data-table.module.css'
import { explorerLink } from '#ui/formats/explorer.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { columnWords, usdWords } from '#ui/formats/amount-words.ts'
import { priceText } from '#ui/formats/price-text.ts'
import { useServerStatus } from '#wire/status.ts'
import { costColumn, costParts } from './cost-words.ts'
import { Gain } from '../figures-line.tsx'
import { sideNames, statusNames } from './trade-words.ts'
import css from './trade-table.module.css'

type Props = {
  trades: StrategyTrade[]
  skipped: SkippedOrder[]
  symbol: string
  quote: string
  more: boolean
  loading: boolean
  onMore: () => void
}

const FIGURES = ['Amount', 'Price', 'Value', 'Profit', 'Costs']
const COLUMNS = ['Time', 'Order', 'Amount', 'Price', 'Value', 'Profit', 'Costs', 'Wallet', 'Signature']

/** It links to the explorer if that can read its network. */
function Signature({ value }: { value: string }) {
  const cluster = useServerStatus().data?.cluster
  const link = cluster && explorerLink(value, cluster)
  return (
    <span className={css.signature}>
      <Address value={value} what="signature" />
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer" title={value}>
          <IconExternalLink size={13} aria-label="in the explorer" />
        </a>
      )}
    </span>
  )
}

/** The marks of the chart as a table, for those who cannot see or point at them. */
export function TradeTable({ trades, skipped, symbol, quote, more, loading, onMore }: Props) {
  const columns = columnsOf(trades, symbol, quote)
  return (
    <>
      <div className={css.box} tabIndex={0} role="group" aria-label="Trades">
        <table className={`${table.table} ${table.boxed} ${table.cards} ${css.table}`}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={FIGURES.includes(column) ? css.right : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {trades.map((trade, i) => (
              <TradeRow key={trade.id} trade={trade} columns={columns} at={i} />
            ))}
          </tbody>
        </table>
        {more && (
          <BusyButton size="compact-xs" variant="default" m={8} busy={loading} loader onClick={onMore}>
            Show older
          </BusyButton>
        )}
      </div>
      {skipped.length > 0 && <Skipped orders={skipped} />}
    </>
  )
}

/** The texts of each column of one unit, with the same digits in all of its rows. */
const columnsOf = (trades: StrategyTrade[], symbol: string, quote: string) => ({
  tokens: columnWords(
    trades.map((one) => one.tokens),
    symbol,
  ),
  profit: columnWords(
    trades.map((one) => one.profit),
    quote,
    true,
  ),
  costs: costColumn(trades.map((one) => one.costs)),
})

function Skipped({ orders }: { orders: SkippedOrder[] }) {
  return (
    <details className={css.skipped}>
      <summary>Skipped orders ({orders.length.toLocaleString('en')})</summary>
      <ul>
        {orders.map(({ time, message }) => (
          <li key={`${time} ${message}`}>
            <DateTime at={time} />: {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

type RowProps = { trade: StrategyTrade; columns: ReturnType<typeof columnsOf>; at: number }

function TradeRow({ trade, columns, at }: RowProps) {
  const { side, status, tokens, usd, price_usd: price, profit, costs, error } = trade
  return (
    <tr>
      <td data-label="Time">
        <DateTime at={trade.time} />
      </td>
      <td data-label="Order">
        <span className={status === 'failed' ? css.failed : css[side]}>
          {sideNames[side]}
          {status !== 'filled' && `, ${statusNames[status].toLowerCase()}`}
        </span>
      </td>
      <td data-label="Amount" className={css.right}>
        {tokens === null ? (error ?? '–') : columns.tokens[at]}
      </td>
      <td data-label="Price" className={css.right}>
        {price === null ? '–' : priceText(Number(price))}
      </td>
      <td data-label="Value" className={css.right}>
        {usd === null ? '–' : usdWords(usd)}
      </td>
      <td data-label="Profit" className={css.right}>
        {profit === null ? '–' : <Gain value={profit} text={columns.profit[at] ?? ''} />}
      </td>
      <td data-label="Costs" className={css.right} title={costs === null ? undefined : costParts(costs)}>
        {columns.costs[at]}
      </td>
      <td data-label="Wallet">
        <Address value={trade.wallet} />
      </td>
      <td data-label="Signature">{trade.signature === null ? '–' : <Signature value={trade.signature} />}</td>
    </tr>
  )
}
