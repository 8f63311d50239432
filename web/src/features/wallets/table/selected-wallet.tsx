import { Button, Text } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { Address } from '#ui/formats/address.tsx'
import { walletName } from '../view.ts'
import css from './selected-wallet.module.css'

type Props = {
  wallet: Wallet | undefined
  /** Undefined before the wallets are known. */
  loaded: boolean
  onOpen: (wallet: Wallet) => void
  onSend: (wallet: Wallet) => void
}

/** The selected wallet in a line below the table; its detail opens on request only. */
export function SelectedWallet({ wallet, loaded, onOpen, onSend }: Props) {
  return (
    <div className={css.line} role="group" aria-label="Selected wallet">
      {wallet ? (
        <>
          <span className={css.name}>{walletName(wallet)}</span>
          <Address value={wallet.address} />
          <span className={css.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(wallet)}>
              Details
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onSend(wallet)}>
              Send
            </Button>
          </span>
        </>
      ) : (
        loaded && (
          <>
            <span className={css.name}>No Wallet Selected</span>
            <Text size="sm" c="dimmed" span>
              Select a wallet from the list to see its details.
            </Text>
          </>
        )
      )}
    </div>
  )
}
