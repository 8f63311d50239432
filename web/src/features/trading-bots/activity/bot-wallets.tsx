import type { BotWallet } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import { memo } from 'react'
import { columnWords } from '#ui/formats/amount-words.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { Due, Sum, WalletName } from './table-parts.tsx'
import table from '#ui/data-table.module.css'
import css from '../trading-bot-panel.module.css'

type Props = { wallets: BotWallet[]; symbol: string; currency: 'SOL' | 'USDC' }

/** The bot's effect on each wallet, the next to trade first; cards if there is no room for columns. */
export function BotWallets({ wallets, symbol, currency }: Props) {
  const columns: [head: string, amount?: boolean][] = [
    ['Wallet'],
    ['Class'],
    ['Trades', true],
    [`${symbol} change`, true],
    [`${currency} change`, true],
    ['Fees and rent', true],
    ['Last trade'],
    ['Next turn'],
  ]
  // All rows of a column have the same digits.
  const column = (key: 'token_change' | 'currency_change' | 'fees_sol', unit: string, signed: boolean) =>
    columnWords(
      wallets.map((wallet) => wallet[key]),
      unit,
      signed,
    )
  const tokens = column('token_change', symbol, true)
  const money = column('currency_change', currency, true)
  const fees = column('fees_sol', 'SOL', false)
  return (
    <div className={css.box} tabIndex={0} role="group" aria-label="Wallets of the bot">
      <table className={`${table.table} ${table.boxed} ${table.cards} ${css.table}`}>
        <thead>
          <tr>
            {columns.map(([head, amount]) => (
              <th key={head} scope="col" className={amount ? css.amount : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wallets.map((wallet, i) => (
            <WalletRow
              key={wallet.wallet_id}
              wallet={wallet}
              symbol={symbol}
              currency={currency}
              tokens={tokens[i]}
              money={money[i]}
              fees={fees[i]}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Texts = Record<'tokens' | 'money' | 'fees', string | undefined>
type RowProps = Omit<Props, 'wallets'> & { wallet: BotWallet } & Texts

const WalletRow = memo(function WalletRow(props: RowProps) {
  const { wallet, symbol, currency, tokens, money, fees } = props
  const { class: kind, trades, token_change, currency_change, fees_sol, skip } = wallet
  return (
    <tr data-testid="bot-wallet">
      <td data-label="Wallet">
        <WalletName name={wallet.wallet_name} address={wallet.wallet_address} />
      </td>
      <td data-label="Class">{kind === null ? '–' : kind === 'whale' ? 'Whale' : 'Retail'}</td>
      <td data-label="Trades" className={css.amount}>
        {trades.toLocaleString('en')}
      </td>
      <td data-label={`${symbol} change`} className={css.amount}>
        <Sum value={token_change} unit={symbol} text={tokens} />
      </td>
      <td data-label={`${currency} change`} className={css.amount}>
        <Sum value={currency_change} unit={currency} text={money} />
      </td>
      <td data-label="Fees and rent" className={css.amount}>
        <Sum value={fees_sol} unit="SOL" text={fees} />
      </td>
      <td data-label="Last trade">
        {wallet.last_trade_at === null ? '–' : <DateTime at={wallet.last_trade_at} />}
      </td>
      <td data-label="Next turn">
        <span>
          {wallet.next_trade_at === null ? '–' : <Due at={wallet.next_trade_at} />}
          {skip !== null && <div className={css.why}>Last turn passed: {skip}</div>}
        </span>
      </td>
    </tr>
  )
})
