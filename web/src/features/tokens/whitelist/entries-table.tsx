import { Button } from '@mantine/core'
import type { WhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import type { ReactNode } from 'react'
import { Address } from '#ui/formats/address.tsx'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import { mintName } from './mint-name.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import css from './whitelist.module.css'

const ROW = 44
const CARD = 128
const MOST = 560

type Props = { entries: WhitelistEntry[]; narrow: boolean; onRemove: (entry: WhitelistEntry) => void }

/** One line per entry, on a phone a card; only the visible ones are mounted. */
export function EntriesTable({ entries, narrow, onRemove }: Props) {
  const row = narrow ? CARD : ROW
  return (
    <>
      {!narrow && (
        <div className={css.heads} aria-hidden="true">
          <span>Wallet Address</span>
          <span>Token Mint Address</span>
          <span>Added On</span>
          <span>Actions</span>
        </div>
      )}
      <VirtualRows
        label="Whitelist entries"
        rows={entries}
        heightOf={() => row}
        height={(total) => Math.min(total + 2, MOST)}
        keyOf={({ id }) => id}
        overscan={6}
        initialRect={{ width: 600, height: MOST }}
        rowClass={narrow ? css.card : css.row}
      >
        {(entry) => (
          <>
            <Cell head="Wallet Address">
              <Address value={entry.wallet_address} what="wallet address" />
            </Cell>
            <Cell head="Token Mint Address">
              {mintName(entry.mint_address) && (
                <span className={css.symbol}>{mintName(entry.mint_address)}</span>
              )}
              <Address value={entry.mint_address} what="mint address" />
            </Cell>
            <Cell head="Added On">
              <DateTime at={entry.timestamp} />
            </Cell>
            <Button
              size="compact-sm"
              variant="default"
              c="var(--bad)"
              className={css.remove ?? ''}
              aria-label={`Remove ${entry.wallet_address} with ${mintName(entry.mint_address) ?? entry.mint_address}`}
              onClick={() => onRemove(entry)}
            >
              Remove
            </Button>
          </>
        )}
      </VirtualRows>
    </>
  )
}

/** The value under its head, which only a card shows. */
function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <div className={css.cell}>
      <span className={css.head}>{head}</span>
      <span className={css.value}>{children}</span>
    </div>
  )
}
