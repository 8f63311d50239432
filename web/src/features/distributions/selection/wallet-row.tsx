import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { Amount } from '#ui/formats/amount.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { type Asset, inUnit } from '../amounts/asset.ts'
import { type Holder, LIST_PLACES } from './holders.ts'
import { RowTokens, type TokenCells } from './row-tokens.tsx'
import css from './wallet-groups.module.css'

/** The amount column of the wallets. */
export type AmountColumn = {
  asset: Asset
  /** Decimal texts by wallet id. */
  amounts: ReadonlyMap<number, string>
  /** Without it the amounts are read-only. */
  onAmount: ((id: number, text: string) => void) | undefined
}

type Props = {
  holder: Holder
  tokens: TokenCells | undefined
  /** SRC or DEST if it is the chosen one. */
  badge: string | undefined
  /** Payments are collected in it. */
  collects: boolean
  picked: boolean
  disabled: boolean
  asset: Asset
  /** Undefined while nothing is typed or calculated. */
  amount: string | undefined
  onAmount: AmountColumn['onAmount']
  /** `shift`: the key was held, for a range. */
  onClick: (holder: Holder, shift: boolean) => void
}

/** A wallet to select: its name, address, balance, and the amount that it gets or gives. */
export const WalletRow = memo(function WalletRow(props: Props) {
  const { holder, tokens, badge, collects, picked, disabled, asset, amount, onAmount, onClick } = props
  return (
    <div
      className={css.wallet}
      data-chosen={badge !== undefined}
      data-picked={picked}
      data-disabled={disabled}
      data-testid="wallet-row"
    >
      <span className={css.box} data-round={badge !== undefined} aria-hidden="true">
        {picked && <IconCheck size={13} stroke={3} />}
      </span>
      <button
        type="button"
        className={`cover-button ${css.pick}`}
        aria-pressed={picked || badge !== undefined}
        disabled={disabled}
        onClick={(event) => onClick(holder, event.shiftKey)}
      >
        {holder.name}
      </button>
      <span className={css.marks}>
        {collects && (
          <span className={css.collects} title="Payments are collected here. Select All leaves it out.">
            Collection
          </span>
        )}
        {badge !== undefined && <span className={css.badge}>{badge}</span>}
      </span>
      <span className={css.address}>
        <span title={holder.address}>{shortAddress(holder.address)}</span>
        <span className={css.copy}>
          <CopyButton text={holder.address} label={`Copy address of ${holder.name}`} />
        </span>
      </span>
      <span className={css.sol}>
        <Amount value={holder.lamports} decimals={SOL_DECIMALS} unit="SOL" places={LIST_PLACES} />
      </span>
      <span className={css.amount}>
        {picked &&
          (onAmount ? (
            <AmountInput
              label={`Amount for ${holder.name}`}
              hideLabel
              value={amount ?? ''}
              unit={asset.symbol}
              decimals={asset.places}
              disabled={disabled}
              onChange={(typed) => onAmount(holder.id, typed)}
            />
          ) : (
            amount !== undefined && inUnit(amount, asset.symbol)
          ))}
      </span>
      {tokens && <RowTokens tokens={tokens} walletId={holder.id} />}
    </div>
  )
})
