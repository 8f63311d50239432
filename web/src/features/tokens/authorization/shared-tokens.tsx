import { Button } from '@mantine/core'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import type { Removal } from './remove-grant-dialog.tsx'
import { mintText } from './token-figures.ts'
import { useNamedTokenQuery } from '../use-named-tokens.ts'
import css from './token-authorization.module.css'

/** Tokens that other accounts share with the user; nothing if there are none. */
export function SharedTokens({ onRemove }: { onRemove: (removal: Removal) => void }) {
  const query = useNamedTokenQuery()
  const shared = query.data?.tokens.filter((token) => token.source === 'granted') ?? []
  if (shared.length === 0 && !query.isError) return null
  return (
    <Card label="Shared with you">
      <h2 className={css.title}>Shared with you</h2>
      <QueryError query={query} fallback="Failed to fetch your tokens" />
      <ul className={css.rows} aria-label="Shared with you">
        {shared.map(({ mint, symbol, name, owner, grant_id: id, granted_at: at }) => (
          <li key={mint} className={css.row}>
            <span className={css.who}>
              {name} ({symbol})
            </span>
            <span className={css.what}>
              <span className={css.mint}>
                <span className="num" title={mint}>
                  {mintText(mint)}
                </span>
                <CopyButton text={mint} label={`Copy mint address of ${symbol}`} />
              </span>
            </span>
            <span className={css.what}>{owner}</span>
            <span className={css.when}>{at !== null && <DateTime at={at} />}</span>
            {id !== null && owner !== null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Remove: ${symbol} of ${owner}`}
                onClick={() => onRemove({ id, verb: 'Remove', symbol, who: owner })}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
