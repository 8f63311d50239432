import { Button, Group, Stack, Text } from '@mantine/core'
import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { listSol } from '#features/distributions/index.ts'
import { solText } from '#ui/formats/amount-text.ts'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { dailyCap, minimumBalance, topUpAmount } from './floors.ts'
import { GuardNotes } from './guard-notes.tsx'
import { capInForce, RoundStatus } from './round-status.tsx'
import { SavedAmount } from './saved-amount.tsx'
import { SavedSwitch } from './saved-switch.tsx'
import type { TopUps } from './use-top-ups.ts'
import css from './auto-tab.module.css'

const NONE = ''
const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)
const text = (amount: number | string) => solText(lamports(amount))

/** The reason why no round can be begun by hand; undefined if one can. */
const whyNotNow = ({ enabled, funding_wallet_id: wallet }: TopUpSettings): string | undefined =>
  wallet === null ? 'Choose a funding wallet first' : enabled ? undefined : 'Enable auto distribution first'

const whyNotEnabled = ({ enabled, funding_wallet_id: wallet }: TopUpSettings): string | undefined =>
  enabled || wallet !== null ? undefined : 'Choose a funding wallet first.'

/** Switches and the wallet are saved at once, amounts on blur; a change that can send more must be confirmed first. */
export function AutoSettings({ settings: stored, it }: { settings: TopUpSettings; it: TopUps }) {
  const pending = it.saving?.funding_wallet_id
  const settings = pending === undefined ? stored : { ...stored, funding_wallet_id: pending }
  const funding = settings.funding_wallet_id
  const options = it.options.map((wallet) => ({
    value: String(wallet.id),
    label: `${wallet.name} (${shortAddress(wallet.address)}), ${listSol(lamports(wallet.sol_balance))} SOL`,
  }))
  // The chosen wallet stays visible when it is no longer offered.
  if (funding !== null && settings.funding_wallet && !it.options.some((wallet) => wallet.id === funding))
    options.unshift({ value: String(funding), label: settings.funding_wallet.name })
  const most = capInForce(settings)
  const cap = settings.daily_cap === null ? '' : text(settings.daily_cap)
  return (
    <Card label="Auto Distribution Settings">
      <h2 className={css.title}>Auto Distribution Settings</h2>
      <Stack gap="md">
        <SavedSwitch
          label="Enable auto distribution"
          description="Every minute, wallets below the minimum balance get a top-up."
          stored={settings.enabled}
          reason={whyNotEnabled(settings)}
          onSave={(enabled, done) => it.save({ enabled }, done)}
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
            placeholder={settings.guard ? `${text(settings.guard.daily_cap)}, your daily limit` : 'No limit'}
            stored={cap}
            read={(typed) => dailyCap(typed) ?? (typed.trim() === '' ? '' : cap)}
            onSave={(value, done) => it.save({ daily_cap: value === '' ? null : value }, done)}
          />
        </div>
        <Text size="sm" c="dimmed" className="num">
          Sent today: {text(settings.spent_today)}
          {most !== null && ` of ${text(most)}`} SOL (UTC)
          {settings.guard && settings.daily_cap === null && ', your daily limit of real money'}
        </Text>
        {settings.guard && <GuardNotes guard={settings.guard} />}
        <RoundStatus settings={stored} it={it} />
        <SavedSwitch
          label="Only wallets in groups"
          description="Wallets outside groups are skipped."
          stored={settings.include_grouped_wallets_only}
          onSave={(only, done) => it.save({ include_grouped_wallets_only: only }, done)}
        />
        <FieldError>{it.saveError}</FieldError>
        <Group gap="sm">
          <Button
            disabled={!stored.enabled || stored.funding_wallet_id === null || it.triggering}
            title={whyNotNow(stored)}
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
        <FieldError>{it.triggerError}</FieldError>
      </Stack>
    </Card>
  )
}
