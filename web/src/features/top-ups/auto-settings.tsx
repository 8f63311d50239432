import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { listSol } from '#features/distributions/index.ts'
import { solText } from '#ui/amount-text.ts'
import { Card } from '#ui/card.tsx'
import { Complaint } from '#ui/complaint.tsx'
import { Selector } from '#ui/selector.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { dailyCap, minimumBalance, topUpAmount } from './floors.ts'
import { SavedAmount } from './saved-amount.tsx'
import type { TopUps } from './use-top-ups.ts'
import css from './auto-tab.module.css'

const NONE = ''
const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)
const text = (amount: number | string) => solText(lamports(amount))

/** Switches and the wallet are saved at once, amounts when they lose the focus. */
export function AutoSettings({ settings: stored, it }: { settings: TopUpSettings; it: TopUps }) {
  const { enabled, funding_wallet_id, include_grouped_wallets_only } = it.saving ?? {}
  const settings = {
    ...stored,
    enabled: enabled ?? stored.enabled,
    funding_wallet_id: funding_wallet_id === undefined ? stored.funding_wallet_id : funding_wallet_id,
    include_grouped_wallets_only: include_grouped_wallets_only ?? stored.include_grouped_wallets_only,
  }
  const funding = settings.funding_wallet_id
  const options = it.options.map((wallet) => ({
    value: String(wallet.id),
    label: `${wallet.name} (${shortAddress(wallet.address)}), ${listSol(lamports(wallet.sol_balance))} SOL`,
  }))
  // The chosen one stays to be seen when it is not among those offered.
  if (funding !== null && settings.funding_wallet && !it.options.some((wallet) => wallet.id === funding))
    options.unshift({ value: String(funding), label: settings.funding_wallet.name })
  const cap = settings.daily_cap === null ? '' : text(settings.daily_cap)
  return (
    <Card label="Auto Distribution Settings">
      <h2 className={css.title}>Auto Distribution Settings</h2>
      <Stack gap="md">
        <Switch
          label="Enable auto distribution"
          description="Every minute, wallets below the minimum balance get a top-up."
          checked={settings.enabled}
          onChange={(event) => it.save({ enabled: event.currentTarget.checked })}
        />
        <Selector
          label="Funding wallet"
          value={funding === null ? NONE : String(funding)}
          options={[{ value: NONE, label: 'Select a funding wallet' }, ...options]}
          onChange={(id) => it.save({ funding_wallet_id: id === NONE ? null : Number(id) })}
        />
        {it.optionsFailed && (
          <Text size="xs" c="var(--warn)" role="status">
            The list of funding wallets could not be loaded: these are all wallets in groups.
          </Text>
        )}
        <div className={css.pair}>
          <SavedAmount
            label="Minimum Balance (SOL)"
            stored={text(settings.minimum_balance)}
            read={minimumBalance}
            onSave={(value, done) => it.save({ minimum_balance: value }, done)}
          />
          <SavedAmount
            label="Top-up Amount (SOL)"
            stored={text(settings.top_up_amount)}
            read={topUpAmount}
            onSave={(value, done) => it.save({ top_up_amount: value }, done)}
          />
          <SavedAmount
            label="Daily cap (SOL, optional)"
            placeholder="No limit"
            stored={cap}
            read={(typed) => dailyCap(typed) ?? (typed.trim() === '' ? '' : cap)}
            onSave={(value, done) => it.save({ daily_cap: value === '' ? null : value }, done)}
          />
        </div>
        <Text size="sm" c="dimmed" className="num">
          Sent today (UTC): {text(settings.spent_today)} SOL
          {settings.daily_cap !== null && ` of at most ${text(settings.daily_cap)} SOL`}
        </Text>
        <Switch
          label="Only wallets in groups"
          description="Wallets of no group are left alone."
          checked={settings.include_grouped_wallets_only}
          onChange={(event) => it.save({ include_grouped_wallets_only: event.currentTarget.checked })}
        />
        <Complaint>{it.saveError}</Complaint>
        <Group gap="sm">
          <Button
            disabled={!stored.enabled || stored.funding_wallet_id === null || it.triggering}
            onClick={it.trigger}
          >
            {it.triggering ? 'Processing...' : 'Trigger Auto Distribution'}
          </Button>
          {it.triggered !== undefined && !it.triggerError && (
            <Text size="sm" c="var(--good)" role="status">
              {it.triggered}
            </Text>
          )}
        </Group>
        <Complaint>{it.triggerError}</Complaint>
      </Stack>
    </Card>
  )
}
