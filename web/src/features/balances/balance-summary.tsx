import { type HoldingState, isHolding } from './holding.ts'
import css from './balance-summary.module.css'

const TOKENS = 2

/** Lines of an expanded summary beyond SOL and two tokens. */
export const extraLines = (state: HoldingState) =>
  isHolding(state) ? Math.max(0, state.tokens.length - TOKENS) : 0

/** The balances of one wallet in a row: SOL and up to two tokens, the others on demand. */
export function drawSummary(state: HoldingState, expanded: boolean, toggle: () => void) {
  if (state === undefined) return <span className={css.dim}>Loading balances...</span>
  if (!isHolding(state)) return <span className={css.bad}>{state.error}</span>
  if (state.empty)
    return <span className={css.dim}>{state.complete ? 'Empty wallet' : 'Loading balances...'}</span>
  const more = state.tokens.length - TOKENS
  const shown = expanded ? state.tokens : state.tokens.slice(0, TOKENS)
  return (
    <ul className={css.list} aria-label="Balances">
      <li className={css.sol} title={state.solExact}>
        {state.solText} SOL
      </li>
      {state.tokens.length === 0 && (
        <li className={css.dim}>{state.complete ? 'SOL only' : 'Loading balances...'}</li>
      )}
      {shown.map((token, n) => (
        <li key={token.mint} className={css.token} title={`${token.exact} (${token.mint})`}>
          {more > 0 && n === shown.length - 1 && (
            <button type="button" className={css.more} aria-expanded={expanded} onClick={toggle}>
              {expanded ? 'Show Less' : `+${more} more`}
            </button>
          )}
          <span className={css.amount}>
            {token.text} {token.symbol}
          </span>
        </li>
      ))}
    </ul>
  )
}
