import { Slider, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Slider.css'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'
import type { DraftField } from './bot-draft.ts'
import { NumberField } from './number-field.tsx'
import type { BotForm } from './use-bot-form.ts'
import css from './bot-form.module.css'

const STEP = 0.05
const MARKS = [0, 0.5, 1].map((value) => ({ value, label: String(value) }))
const FIELDS: DraftField[] = ['hour_threshold', 'day_threshold', 'volatility_multiplier']

type Props = {
  form: BotForm
  /** Token and currency are fixed while the bot runs. */
  fixed: boolean
  /** The only currency that the token is traded for. */
  only: 'SOL' | 'USDC' | undefined
}

/** Folded until it is opened, or something in it is wrong. */
export function AdvancedFields({ form, fixed, only }: Props) {
  const { draft } = form
  const [open, setOpen] = useState(false)
  const off = !draft.use_advanced_settings
  const currency = draft.use_usdc_trading ? 'USDC' : 'SOL'
  return (
    <details
      className={css.advanced}
      open={open || FIELDS.some((field) => form.wrong.has(field))}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={css.summary}>
        <span>Advanced</span>
        <span className={css.summaryNote}>
          Price reaction {off ? 'off' : 'on'} · Trades in {currency}
        </span>
      </summary>
      <div className={css.advancedFields}>
        <Switch
          label="React to price changes"
          description="Wallets trade more often and follow the price once it has moved past a threshold."
          checked={draft.use_advanced_settings}
          onChange={(event) => form.set({ use_advanced_settings: event.currentTarget.checked })}
        />
        <div className={css.trio}>
          <NumberField form={form} field="hour_threshold" label="1h threshold" unit="%" disabled={off} />
          <NumberField form={form} field="day_threshold" label="24h threshold" unit="%" disabled={off} />
          <NumberField
            form={form}
            field="volatility_multiplier"
            label="Volatility multiplier"
            unit="×"
            disabled={off}
          />
        </div>
        <div className={css.slider}>
          <Text size="xs" fw={500} mb={4}>
            Aggressiveness: <span className="num">{draft.aggressiveness}</span>
          </Text>
          <Slider
            min={0}
            max={1}
            step={STEP}
            size="sm"
            marks={MARKS}
            value={draft.aggressiveness}
            disabled={off}
            thumbLabel="Aggressiveness"
            onChange={(value) => form.set({ aggressiveness: Math.round(value / STEP) / (1 / STEP) })}
          />
        </div>
        <Switch
          label="USDC trading"
          description={currencyText(fixed, only)}
          checked={draft.use_usdc_trading}
          disabled={fixed || only !== undefined}
          onChange={(event) => form.set({ use_usdc_trading: event.currentTarget.checked })}
        />
      </div>
    </details>
  )
}

function currencyText(fixed: boolean, only: Props['only']): string {
  if (fixed) return 'Stop the bot to change its trading pair.'
  if (only) return `This token has a ${only} pair only.`
  return 'Trades the USDC pair instead of SOL. Fees are paid in SOL.'
}
