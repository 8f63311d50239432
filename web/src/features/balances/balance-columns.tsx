import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Column } from '#ui/table-column.ts'
import { changeOf, changeText, type DayAgo, noValue, unknownChange } from './day-change.ts'
import { type Holding, type HoldingState, isHolding } from './holding.ts'
import { usdText } from './usd.ts'
import css from './balance-columns.module.css'

const TOKENS = 2
const NOTHING = '—'
/** It has the same digits as the other amounts of the column. */
const NO_SOL = '0.0000 SOL'

/** The exact amount on hover; of an amount of an earlier visit its time, too. */
const hint = (exact: string, { loading, at }: Holding) =>
  loading ? `${exact}, last known ${new Date(at).toLocaleString()}` : exact

/** Lines of an unfolded row beyond one. */
export const extraLines = (state: HoldingState) =>
  isHolding(state) && state.tokens.length > TOKENS ? state.tokens.length - 1 : 0

/** SOL, up to two tokens with the others on demand, the value of all, and its change over a day. */
export const balanceColumns = (dayAgo: DayAgo): Column<Wallet, HoldingState>[] => [
  {
    key: 'sol',
    label: 'SOL',
    width: '116px',
    end: true,
    sort: 'sol',
    cell: (_, { holding }) => {
      if (!isHolding(holding)) return null
      if (holding.empty && !holding.complete) return null
      const isDim = holding.loading || holding.sol === 0n
      return (
        <span className={isDim ? css.dim : undefined} title={hint(holding.solExact, holding)}>
          {holding.sol > 0n ? `${holding.solText} SOL` : NO_SOL}
        </span>
      )
    },
  },
  {
    key: 'tokens',
    label: 'Tokens',
    width: 'minmax(100px, 1.4fr)',
    sort: 'tokenCount',
    cell: (_, { holding, expanded, toggle }) => drawTokens(holding, expanded, toggle),
  },
  {
    key: 'value',
    label: 'Value',
    width: '108px',
    end: true,
    sort: 'value',
    cell: (_, { holding }) => {
      // Nothing is found yet: that is not zero. Prices are not cached.
      if (!isHolding(holding) || holding.loading || (holding.empty && !holding.complete)) return null
      if (holding.usd === null) return <span title={noValue(holding)}>{NOTHING}</span>
      return <span>{usdText(holding.usd)}</span>
    },
  },
  {
    key: 'change',
    label: 'Change 24 h',
    width: '112px',
    end: true,
    sort: 'change',
    cell: ({ id }, { holding }) => {
      const change = changeOf(id, holding, dayAgo)
      if (change === undefined) return <span title={unknownChange(id, holding, dayAgo)}>{NOTHING}</span>
      const { text, exact } = changeText(change)
      return <span title={exact}>{text}</span>
    },
  },
]

function drawTokens(state: HoldingState, expanded: boolean, toggle: () => void) {
  if (state === undefined) return <span className={css.dim}>Loading balances...</span>
  if (!isHolding(state))
    return (
      <span className={css.bad} title={state.error}>
        {state.error}
      </span>
    )
  if (state.empty)
    return <span className={css.dim}>{state.complete ? 'Empty wallet' : 'Loading balances...'}</span>
  if (state.tokens.length === 0)
    return <span className={css.dim}>{state.complete ? 'SOL only' : 'Loading balances...'}</span>
  const more = state.tokens.length - TOKENS
  const shown = expanded ? state.tokens : state.tokens.slice(0, TOKENS)
  return (
    <span className={css.tokens} data-expanded={expanded && more > 0} data-loading={state.loading}>
      {shown.map((token) => (
        <span key={token.mint} className={css.token} title={hint(`${token.exact} (${token.mint})`, state)}>
          {token.text} {token.symbol}
        </span>
      ))}
      {more > 0 && (
        <button type="button" className={css.more} aria-expanded={expanded} onClick={toggle}>
          {expanded ? 'Show Less' : `+${more} more`}
        </button>
      )}
    </span>
  )
}
