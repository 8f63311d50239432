import { Button, TextInput } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets.ts'
import { useState } from 'react'
import { TokenField } from '#features/tokens/index.ts'
import { WalletSelect } from '#features/wallets/index.ts'
import css from './chat-panel.module.css'

/** The wallets of the user and the one to trade with. */
export type WalletChoice = {
  wallets: Wallet[]
  chosen: Wallet | undefined
  choose: (wallet: Wallet) => void
}

type Props = {
  token: string
  onToken: (mint: string) => void
  choice: WalletChoice
  /** Comma-separated addresses, used only while no wallet is known. */
  typedWallets: string
  onTypedWallets: (text: string) => void
  busy: boolean
  onGenerate: () => Promise<void>
}

export function ChatSettings({
  token,
  onToken,
  choice,
  typedWallets,
  onTypedWallets,
  busy,
  onGenerate,
}: Props) {
  const [generating, setGenerating] = useState(false)
  const generate = async () => {
    setGenerating(true)
    await onGenerate()
    setGenerating(false)
  }
  return (
    <section className={css.settings} aria-labelledby="trading-settings">
      <h3 id="trading-settings" className={css.settingsTitle}>
        Trading Settings
      </h3>
      <TokenField value={token} onChange={onToken} />
      <div>
        {choice.wallets.length > 0 ? (
          <>
            <div className={css.label}>Wallet Address</div>
            <div className={css.walletRow}>
              <WalletSelect
                label="Wallet to trade with"
                wallets={choice.wallets}
                chosen={choice.chosen}
                onChoose={choice.choose}
              />
              <GenerateButton generating={generating} busy={busy} onClick={() => void generate()} />
            </div>
          </>
        ) : (
          <>
            <TextInput
              label="Wallet Address"
              description="Enter your wallet address or generate a new one"
              spellCheck={false}
              value={typedWallets}
              onChange={(event) => onTypedWallets(event.currentTarget.value)}
              mb={8}
            />
            <GenerateButton generating={generating} busy={busy} onClick={() => void generate()} />
          </>
        )}
      </div>
    </section>
  )
}

function GenerateButton(props: { generating: boolean; busy: boolean; onClick: () => void }) {
  return (
    <Button variant="default" disabled={props.busy || props.generating} onClick={props.onClick}>
      {props.generating ? 'Generating...' : 'Generate New Wallet'}
    </Button>
  )
}
