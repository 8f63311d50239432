import { Button, Text } from '@mantine/core'
import type { AuthorizableToken } from '@purser/contract/tokens/token-authorization.ts'
import { IconCheck } from '@tabler/icons-react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Figures } from '#ui/formats/figures.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { priceText } from '@purser/contract/market/price-text.ts'
import { TokenTile } from './token-tile.tsx'
import { marketCapText, mintText } from './token-figures.ts'
import css from './token-authorization.module.css'

type Props = { token: AuthorizableToken; onGrant: () => void }

/** A token that the user created, and whether somebody else may use it. */
export function TokenCard({ token, onGrant }: Props) {
  const { name, ticker, description, token_info: info, isAuthorized, authorizedTo, authorizedAt } = token
  // A market sells it, but nobody has traded it yet.
  const untraded = info.on_exchange && info.price === null ? '—' : undefined
  return (
    <li className={`surface ${css.card}`} aria-label={`${name}, ${ticker}`}>
      <div className={css.cardHead}>
        <TokenTile symbol={ticker} />
        <div className={css.names}>
          <h3 className={css.name}>{name}</h3>
          <span className={css.ticker}>{ticker}</span>
        </div>
      </div>
      {description !== '' && (
        <Text size="sm" c="dimmed" className={css.description ?? ''}>
          {description}
        </Text>
      )}
      <Figures
        figures={[
          ['Price', untraded ?? (info.price === null ? 'Unknown' : priceText(Number(info.price)))],
          ['Market Cap', untraded ?? marketCapText(info.market_cap)],
          ['Holders', info.holders === null ? 'Unknown' : info.holders.toLocaleString('en')],
        ]}
      />
      <div className={css.mint}>
        <span className="num" title={info.mint}>
          {mintText(info.mint)}
        </span>
        <CopyButton text={info.mint} label={`Copy mint address of ${ticker}`} />
      </div>
      {isAuthorized ? (
        <div className={css.granted}>
          <Button
            fullWidth
            disabled
            leftSection={<IconCheck size={16} aria-hidden="true" />}
            aria-label={`Access Granted: ${ticker}`}
          >
            Access Granted
          </Button>
          <Text size="xs" c="dimmed" className={css.to ?? ''}>
            To {authorizedTo}
            {authorizedAt !== null && (
              <>
                , <DateTime at={authorizedAt} />
              </>
            )}
          </Text>
        </div>
      ) : (
        <Button fullWidth aria-label={`Grant Access: ${ticker}`} onClick={onGrant}>
          Grant Access
        </Button>
      )}
    </li>
  )
}
