import { CloseButton, TextInput } from '@mantine/core'
import { WALLETS_PER_STRATEGY } from '@purser/contract/limits.ts'
import { useState } from 'react'
import { TokenField } from '#features/tokens/index.ts'
import { WalletPicker } from '#features/wallets/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import type { GroupChoice, WalletChoice } from '../wallet/use-wallet-choice.ts'
import css from './chat-panel.module.css'

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
  const some = choice.wallets.length > 0
  /** While they load, or if loading failed, there may be some. */
  const picks = some || !choice.known
  const types = !some && (choice.known || choice.error !== undefined)
  return (
    <section className={css.settingsBody} aria-labelledby="trading-settings">
      <h3 id="trading-settings" className={css.settingsTitle}>
        Trading Settings
      </h3>
      <TokenField value={token} onChange={onToken} />
      <div>
        {picks && (
          <>
            <div className={css.label}>Wallet Address</div>
            <div className={css.walletRow}>
              <WalletPicker
                label="Wallet to trade with"
                wallets={choice.wallets}
                groups={choice.groups}
                chosen={choice.chosen}
                group={choice.group}
                onWallet={choice.choose}
                onGroup={choice.chooseGroup}
                error={choice.error}
              />
              {!types && (
                <GenerateButton generating={generating} busy={busy} onClick={() => void generate()} />
              )}
            </div>
            {choice.group && <GroupChip group={choice.group} onRemove={choice.clearGroup} />}
          </>
        )}
        {types && (
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
    <BusyButton variant="default" busy={props.busy || props.generating} onClick={props.onClick}>
      {props.generating ? 'Generating...' : 'Generate New Wallet'}
    </BusyButton>
  )
}

function GroupChip({ group, onRemove }: { group: GroupChoice; onRemove: () => void }) {
  const tooMany = group.count > WALLETS_PER_STRATEGY
  return (
    <>
      <span className={css.groupChip}>
        <span className={css.groupDot} style={{ background: group.color }} />
        {group.name}
        <CloseButton size="sm" aria-label={`Remove group ${group.name}`} onClick={onRemove} />
      </span>
      {tooMany && (
        <FieldError>
          {`A strategy trades with at most ${WALLETS_PER_STRATEGY} wallets; this group has ${group.count.toLocaleString('en')}.`}
        </FieldError>
      )}
    </>
  )
}
