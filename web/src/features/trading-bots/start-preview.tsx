import { Text } from '@mantine/core'
import { botNoticeTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { BotPreview } from '@purser/contract/trading-bots/trading-bots.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { amountWords } from '#ui/formats/amount-words.ts'
import { Figures } from '#ui/formats/figures.tsx'
import { priceText } from '@purser/contract/market/price-text.ts'
import table from '#ui/data-table.module.css'
import css from './start-preview.module.css'

const n = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 0 })

/** Few trades are shown with a digit, many without. */
const rate = (trades: number) => trades.toLocaleString('en', { maximumFractionDigits: trades < 100 ? 1 : 0 })

/** The first turns, the most that they could move, and the trades of a day. */
export function StartPreview({ preview, cluster }: { preview: BotPreview; cluster: string | undefined }) {
  const { currency, symbol, price_usd: price, whales, retail, unable, first_turns: turns } = preview
  const all = whales + retail
  return (
    <>
      <Text size="sm">
        The wallets of this group trade {symbol} for {currency} with the simulated market
        {cluster !== undefined && (
          <>
            {' '}
            on <strong>{cluster}</strong>
          </>
        )}{' '}
        at random intervals until you stop the bot.
      </Text>
      <Figures
        figures={[
          ['Whales', n(whales)],
          ['Retail wallets', n(retail)],
          ['Cannot trade now', n(unable)],
          [`Price of ${symbol}`, price === null ? 'Unknown' : priceText(price)],
          ['Trades a day', rate(preview.trades_per_day)],
          ['Network fees a day', amountWords(preview.fees_per_day, 'SOL')],
          ['Max. buy per round', amountWords(preview.buy_max_total, currency)],
          ['Max. sell per round', amountWords(preview.sell_max_total, symbol)],
        ]}
      />
      {!preview.in_range && <Warning text={botNoticeTexts.price_range} />}
      {all > 0 && unable === all && <Warning text={botNoticeTexts.funds} />}
      {turns.length > 0 && (
        <div className={css.box} tabIndex={0} role="group" aria-label="First turns">
          <table className={`${table.table} ${table.boxed} ${css.table}`}>
            <thead>
              <tr>
                <th scope="col">Wallet</th>
                <th scope="col">Class</th>
                <th scope="col">Buys for</th>
                <th scope="col">Sells</th>
              </tr>
            </thead>
            <tbody>
              {turns.map((turn) => (
                <Turn key={turn.wallet_id} turn={turn} symbol={symbol} currency={currency} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {all > turns.length && (
        <Text size="sm" c="dimmed">
          + {n(all - turns.length)} more
        </Text>
      )}
    </>
  )
}

const Warning = ({ text }: { text: string }) => (
  <div className={`amber-note ${css.warning}`} role="alert">
    <IconAlertTriangle size={16} aria-hidden="true" /> {text}
  </div>
)

type TurnProps = { turn: BotPreview['first_turns'][number]; symbol: string; currency: string }

function Turn({ turn, symbol, currency }: TurnProps) {
  const range = (least: number | string, most: number | string, unit: string) =>
    Number(most) === 0 ? (
      'Nothing'
    ) : (
      <span title={`${least} to ${most} ${unit}`}>
        {amountWords(least, '').trim()} to {amountWords(most, unit)}
      </span>
    )
  return (
    <tr>
      <td data-label="Wallet">{turn.wallet_name}</td>
      <td data-label="Class">{turn.class === 'whale' ? 'Whale' : 'Retail'}</td>
      {turn.skip === null ? (
        <>
          <td data-label="Buys for">{range(turn.buy_min, turn.buy_max, currency)}</td>
          <td data-label="Sells">{range(turn.sell_min, turn.sell_max, symbol)}</td>
        </>
      ) : (
        <td data-label="Would pass" colSpan={2} className={css.skip}>
          {turn.skip}
        </td>
      )}
    </tr>
  )
}
