import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Amount } from '#ui/formats/amount.tsx'
import { balanceCache } from '#wire/storage/caches.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { walletName } from '../view.ts'
import css from './wallet-select.module.css'

const ROW = 38

type Props = {
  wallets: Wallet[]
  chosen: number | undefined
  onChoose: (wallet: Wallet) => void
  onCopied?: () => void
  /** The end of an entry: its id, or a badge on the default one. */
  end: 'id' | 'default'
}

/** The last known balance, from the cache: a list to choose from asks nobody. */
function Balance({ wallet: { address } }: { wallet: Wallet }) {
  const known = balanceCache(address).read()?.value.solBalance
  if (known === undefined) return null
  return (
    <span className={css.balance}>
      <Amount value={known} decimals={SOL_DECIMALS} unit="SOL" places={4} />
    </span>
  )
}

/** Wallets to choose from with their group and balance, virtualized. */
export function WalletOptions({ wallets, chosen, onChoose, onCopied, end }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: wallets.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 4,
    // Before the dropdown is laid out.
    initialRect: { width: 300, height: 300 },
  })
  return (
    <div ref={box} className={css.scroll}>
      <ul className="virtual-list" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((row) => {
          const wallet = wallets[row.index]
          if (!wallet) return null
          const name = walletName(wallet)
          return (
            <li key={wallet.id} className={css.row} style={{ transform: `translateY(${row.start}px)` }}>
              <button
                type="button"
                className={`plain-button ${css.pick}`}
                aria-current={wallet.id === chosen}
                onClick={() => onChoose(wallet)}
              >
                <span className={css.name}>{name}</span>
                <span className={css.short}>{shortAddress(wallet.address)}</span>
                <span className={css.short}>{wallet.groups[0]?.name}</span>
                <Balance wallet={wallet} />
                {end === 'id' && <span className={css.id}>#{wallet.id}</span>}
                {end === 'default' && wallet.is_default && <span className={css.default}>Default</span>}
              </button>
              <CopyButton
                text={wallet.address}
                label={`Copy address of ${name}`}
                {...(onCopied ? { onCopied } : {})}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
