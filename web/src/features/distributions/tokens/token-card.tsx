import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { formatRounded, groupThousands } from '@purser/contract/money.ts'
import { Card } from '#ui/card.tsx'
import { TokenField } from '#features/tokens/index.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { sentence } from '#wire/fault.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { authorizationTab } from '#app/paths.ts'
import { amountText } from '../amounts/asset.ts'
import type { TokenTotal } from './held-tokens.ts'
import type { ChosenToken } from './use-chosen-token.ts'
import type { TokenDesk } from './use-token-desk.ts'
import css from './token-card.module.css'

const PLACES = 2
/** Tokens before the row is unfolded: strangers send tokens to any wallet. */
const SHOWN = 24

/** The choice of the moved token: by its name or address, or among those that the wallets hold. */
export function TokenCard({ chosen, desk }: { chosen: ChosenToken; desk: TokenDesk }) {
  const { held, detail, totals } = desk
  return (
    <Card label="Token">
      <Stack gap="sm">
        <TokenField
          placeholder="Name, symbol or mint address of the token"
          offersKnown={false}
          value={chosen.text}
          onChange={chosen.choose}
        />
        {chosen.mint !== undefined && detail.isError && (
          <ErrorBox
            message={sentence(detail.error, 'This token could not be looked up. Please try again.')}
            onRetry={() => void detail.refetch()}
            retrying={detail.isFetching}
          />
        )}
        {chosen.mint !== undefined && detail.isPending && (
          <Text size="sm" c="dimmed" role="status">
            Looking the token up
          </Text>
        )}
        {chosen.mint !== undefined && detail.data && <Chosen desk={desk} />}
        {chosen.text.trim() === '' && (
          <div className={`amber-note ${css.note}`} role="status">
            {tokenTexts.noToken}
          </div>
        )}
        {held.isError && (
          <ErrorBox
            message={sentence(held.error, 'Failed to fetch wallet balances')}
            onRetry={() => void held.refetch()}
            retrying={held.isFetching}
          />
        )}
        {held.data === undefined && !held.isError ? (
          <div role="status" aria-label="Loading tokens">
            <Skeleton h={57} />
          </div>
        ) : (
          held.data && <YourTokens totals={totals} chosen={chosen} desk={desk} />
        )}
      </Stack>
    </Card>
  )
}

/** The token, its own fee, and the reason if it is not moved. */
function Chosen({ desk: { detail } }: { desk: TokenDesk }) {
  if (!detail.data) return null
  const { symbol, name, decimals, transferFee, refusal } = detail.data
  return (
    <>
      <Text size="sm">
        <strong>{symbol}</strong> <span className={css.name}>{name}</span>, {decimals}{' '}
        {decimals === 1 ? 'decimal' : 'decimals'}
      </Text>
      {refusal === null && transferFee && transferFee.basisPoints > 0 && (
        <div className={`amber-note ${css.note}`} role="note">
          This token withholds {transferFee.basisPoints / 100}% of what arrives, at most{' '}
          {amountText(transferFee.maximum, symbol)} of each transfer.
        </div>
      )}
      {refusal !== null && <ErrorBox message={refusal} />}
    </>
  )
}

function YourTokens({
  totals,
  chosen,
  desk,
}: {
  totals: TokenTotal[]
  chosen: ChosenToken
  desk: TokenDesk
}) {
  const [all, setAll] = useState(false)
  const more = totals.length - SHOWN
  return (
    <div>
      <h2 className="section-title">Your Tokens</h2>
      {totals.length === 0 ? (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {desk.held.data?.complete === false
              ? 'The wallets are being searched for tokens.'
              : 'Your wallets hold no tokens yet.'}
          </Text>
          {desk.held.data?.complete !== false && (
            <Button component={Link} to={authorizationTab} size="compact-sm" variant="default">
              Create a token
            </Button>
          )}
        </Group>
      ) : (
        <div className={css.row} role="group" aria-label="Your Tokens">
          {(all ? totals : totals.slice(0, SHOWN)).map(({ mint, units, decimals, wallets }) => (
            <Button
              key={mint}
              size="compact-sm"
              variant={chosen.mint === mint ? 'filled' : 'default'}
              aria-pressed={chosen.mint === mint}
              title={mint}
              onClick={() => chosen.choose(chosen.mint === mint ? '' : mint)}
            >
              <span className={css.symbol}>{desk.cells.symbolOf(mint)}</span>
              <span className={css.figures}>
                {wallets.toLocaleString('en')} {wallets === 1 ? 'wallet' : 'wallets'} ·{' '}
                {groupThousands(formatRounded(units, decimals, PLACES))}
              </span>
            </Button>
          ))}
          {more > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => setAll(!all)}>
              {all ? 'Show less' : `Show ${more} more ${more === 1 ? 'token' : 'tokens'}`}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
