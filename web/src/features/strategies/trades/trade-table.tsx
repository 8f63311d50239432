import type { SkippedOrder, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { Address } from '#ui/formats/address.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import table from '#ui/data-table.module.css'
import { explorerLink } from '#ui/formats/explorer.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { centWords, columnWords, usdWords } from '#ui/formats/amount-words.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
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

/** The columns between the order and the wallet. A failed order has its reason in all of them but the costs. */
const FIGURES = 4

/** It links to the explorer if that can read its network. */
function Signature({ value }: { value: string }) {
  const cluster = useServerStatus().data?.cluster
  const link = cluster && explorerLink(value, cluster)
  return (
    <span className={css.signature}>
      <span className={css.hash} title={value}>
        {shortAddress(value)}
      </span>
      <CopyButton text={value} label="Copy signature" />
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
  const columns = formatColumns(trades, symbol, quote)
  const hasOneWallet = new Set(trades.map(({ wallet }) => wallet)).size <= 1
  return (
    <>
      <div className={css.box} tabIndex={0} role="group" aria-label="Trades">
        <table
          className={`${table.table} ${table.boxed} ${css.table}`}
          data-wallets={hasOneWallet ? 'one' : 'several'}
        >
          <Head columns={columns} />
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

type Columns = ReturnType<typeof formatColumns>

/** The texts of each column of one unit, with the same digits in all of its rows; the unit is in its head. */
function formatColumns(trades: StrategyTrade[], symbol: string, quote: string) {
  const tokens = columnWords(
    trades.map((one) => one.tokens),
    '',
  )
  const profit = columnWords(
    trades.map((one) => one.profit),
    '',
    true,
  )
  return {
    tokens: { unit: symbol, texts: tokens.map((text) => text.trimEnd()) },
    profit: { unit: quote, texts: profit.map((text) => text.trimEnd()) },
    costs: costColumn(trades.map((one) => one.costs)),
  }
}

function Head({ columns: { tokens, profit, costs } }: { columns: Columns }) {
  return (
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Order</th>
        <Figure name="Amount" unit={tokens.unit} />
        <Figure name="Price" />
        <Figure name="Value" />
        <Figure name="Profit" unit={profit.unit} />
        <Figure name="Costs" unit={costs.unit} />
        <th scope="col" className={css.wallet}>
          Wallet
        </th>
        <th scope="col" title="Signature">
          Tx
        </th>
      </tr>
    </thead>
  )
}

const Figure = ({ name, unit = '' }: { name: string; unit?: string }) => (
  <th scope="col" className={css.right}>
    {name}
    {unit !== '' && <span className={css.unit}> {unit}</span>}
  </th>
)

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

type RowProps = { trade: StrategyTrade; columns: Columns; at: number }

function TradeRow({ trade, columns, at }: RowProps) {
  const { side, status, costs } = trade
  const name =
    status === 'filled' ? sideNames[side] : `${sideNames[side]}, ${statusNames[status].toLowerCase()}`
  return (
    <tr title={`Order ${trade.order.toLocaleString('en')}, wallet ${shortAddress(trade.wallet)}`}>
      <td data-label="Time">
        <DateTime at={trade.time} />
      </td>
      <td data-label="Order">
        <span className={status === 'failed' ? css.failed : css[side]}>{name}</span>
      </td>
      <TradeFigures trade={trade} columns={columns} at={at} />
      <td
        data-label={withUnit('Costs', columns.costs.unit)}
        className={css.right}
        title={costs === null ? undefined : costParts(costs)}
      >
        {columns.costs.texts[at]}
      </td>
      <td data-label="Wallet" className={css.wallet}>
        <Address value={trade.wallet} />
      </td>
      <td data-label="Signature">{trade.signature === null ? '–' : <Signature value={trade.signature} />}</td>
    </tr>
  )
}

const withUnit = (name: string, unit: string) => (unit === '' ? name : `${name}, ${unit}`)

/** Amount, price, value and profit; in their place the reason of an order that failed. */
function TradeFigures({ trade, columns: { tokens, profit }, at }: RowProps) {
  const { tokens: amount, price_usd: price, usd, profit: gain, error } = trade
  if (amount === null && error !== null)
    return (
      <td colSpan={FIGURES} data-label="Reason" className={css.reason} title={error}>
        {error}
      </td>
    )
  return (
    <>
      <td data-label={withUnit('Amount', tokens.unit)} className={css.right}>
        {tokens.texts[at]}
      </td>
      <td data-label="Price" className={css.right}>
        {price === null ? '–' : priceText(Number(price))}
      </td>
      <td data-label="Value" className={css.right} title={usd === null ? undefined : usdWords(usd)}>
        {usd === null ? '–' : centWords(usd)}
      </td>
      <td data-label={withUnit('Profit', profit.unit)} className={css.right}>
        {gain === null ? '–' : <Gain value={gain} text={profit.texts[at] ?? ''} />}
      </td>
    </>
  )
}
