import { Button, Text } from '@mantine/core'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './payer.module.css'
import type { PaymentState } from './use-payment.ts'
import { usePayWithWallet } from './use-pay-with-wallet.ts'
import { type FoundWallet, useWallets } from './use-wallets.ts'
import type { SentState } from './use-sent.ts'

type Props = { view: PayerView; sent: SentState; refresh: PaymentState['refresh'] }

/** The wallets of this browser. */
export function WalletList({ view, sent, refresh }: Props) {
  const wallets = useWallets(view.cluster)
  const { pay, busy, problem } = usePayWithWallet(view, sent, refresh)
  return (
    <section className={css.wallets} aria-labelledby="browser-wallets">
      <h2 id="browser-wallets" className={css.subtitle}>
        Pay with a browser wallet
      </h2>
      {wallets.length === 0 && (
        <Text size="sm" c="dimmed">
          No wallet was found in this browser. Scan the code with a wallet on your phone, or open this page in
          the browser of your wallet.
        </Text>
      )}
      {wallets.map((found, n) => (
        <WalletButton
          // Two wallets may share a name.
          key={`${found.name}-${n}`}
          found={found}
          busy={busy?.name === found.name ? busy.step : undefined}
          disabled={busy !== undefined}
          onPay={() => found.pays && void pay(found.name, found.pays)}
        />
      ))}
      <FieldError>{problem}</FieldError>
    </section>
  )
}

type ButtonProps = { found: FoundWallet; busy: string | undefined; disabled: boolean; onPay: () => void }

function WalletButton({ found, busy, disabled, onPay }: ButtonProps) {
  const { name, icon, pays, why } = found
  const image = icon.startsWith('data:image/') ? <img src={icon} alt="" width={22} height={22} /> : null
  if (pays === null)
    return (
      <div className={css.otherWallet}>
        {image}
        <Text size="sm" c="dimmed">
          {name} {why}
        </Text>
      </div>
    )
  return (
    <Button
      size="md"
      fullWidth
      leftSection={image}
      disabled={disabled && busy === undefined}
      aria-busy={busy !== undefined}
      onClick={() => busy === undefined && onPay()}
    >
      {busy ?? `Pay with ${name}`}
    </Button>
  )
}
