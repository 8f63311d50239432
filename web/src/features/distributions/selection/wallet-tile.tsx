import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { solText } from '#ui/formats/amount-text.ts'
import type { Holder } from './holders.ts'
import { type TileTokens, TokensOfTile } from './tile-tokens.tsx'
import css from './wallet-groups.module.css'

type Props = {
  holder: Holder
  tokens: TileTokens | undefined
  /** SRC or DEST if it is the chosen one. */
  badge: string | undefined
  /** Payments are collected in it. */
  collects: boolean
  picked: boolean
  disabled: boolean
  /** `shift`: the key was held, for a range. */
  onClick: (holder: Holder, shift: boolean) => void
}

export const WalletTile = memo(function WalletTile({
  holder,
  tokens,
  badge,
  collects,
  picked,
  disabled,
  onClick,
}: Props) {
  return (
    <div
      className={css.tile}
      data-chosen={badge !== undefined}
      data-picked={picked}
      data-disabled={disabled}
      data-tall={tokens !== undefined}
      data-testid="wallet-tile"
    >
      <div className={css.line}>
        <button
          type="button"
          className={`cover-button ${css.pick}`}
          aria-pressed={picked || badge !== undefined}
          disabled={disabled}
          onClick={(event) => onClick(holder, event.shiftKey)}
        >
          {holder.name}
        </button>
        {collects && (
          <span className={css.collects} title="Payments are collected here. Select All leaves it out.">
            Collection
          </span>
        )}
        {badge !== undefined && <span className={css.badge}>{badge}</span>}
        {picked && <IconCheck className={css.check} size={15} aria-hidden="true" />}
      </div>
      <div className={css.line}>
        <span className={css.address} title={holder.address}>
          {shortAddress(holder.address)}
        </span>
        <span className={css.copy}>
          <CopyButton text={holder.address} label={`Copy address of ${holder.name}`} />
        </span>
      </div>
      <span className={css.sol} title={`${solText(holder.lamports)} SOL`}>
        {holder.sol} SOL
      </span>
      {tokens && <TokensOfTile tokens={tokens} walletId={holder.id} />}
    </div>
  )
})
