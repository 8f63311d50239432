import { Text } from '@mantine/core'
import { Address } from '@purser/contract/values.ts'
import { type ReactNode, useEffect } from 'react'
import { TokenField } from '#features/tokens/index.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { AnalysisNote } from './analysis-note.tsx'
import { NumberField } from './number-field.tsx'
import { useAnalysis } from './use-analysis.ts'
import type { BotForm as Form } from './use-bot-form.ts'
import css from './bot-form.module.css'

type Props = {
  form: Form
  /** Its submit button is elsewhere and names it. */
  id: string
  /** Token and currency are fixed while the bot runs. */
  fixed: boolean
}

/** Every parameter of the bot; percentages are shown as percent. */
export function BotForm({ form, id, fixed }: Props) {
  const { draft, set } = form
  const analysis = useAnalysis(draft.mint_address.trim())
  const { supportsSOL = false, supportsUSDC = false } = analysis.result ?? {}
  const only = supportsSOL === supportsUSDC ? undefined : supportsSOL ? 'SOL' : 'USDC'
  const wanted = only === undefined ? draft.use_usdc_trading : only === 'USDC'
  const switches = !fixed && wanted !== draft.use_usdc_trading
  useEffect(() => {
    if (switches) set({ use_usdc_trading: wanted })
  }, [switches, wanted, set])
  const currency = draft.use_usdc_trading ? 'USDC' : 'SOL'
  return (
    <form
      id={id}
      className={css.form}
      aria-label="Bot configuration"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className={css.columns}>
        <div className={css.token}>
          <TokenField
            label="Token mint address"
            value={draft.mint_address}
            invalid={form.wrong.has('mint_address')}
            disabled={fixed}
            onChange={(mint_address) => set({ mint_address })}
          />
          {fixed && (
            <Text size="xs" c="dimmed" mt={6}>
              Stop the bot to change its token.
            </Text>
          )}
          {!isMistyped(draft.mint_address) && <AnalysisNote analysis={analysis} />}
        </div>
        <Class form={form} who="whale" title="Whales" />
        <Class form={form} who="retail" title="Retail" />
        <Fields title="Limits">
          <NumberField
            form={form}
            field="whale_threshold"
            label="A whale holds at least"
            unit={currency}
            wide
          />
          <NumberField form={form} field="price_range_min" label="Lowest price" unit="USD" />
          <NumberField form={form} field="price_range_max" label="Highest price" unit="USD" />
        </Fields>
      </div>
      <AdvancedFields form={form} fixed={fixed} only={only} />
    </form>
  )
}

/** The field itself shows the problem. */
const isMistyped = (mint: string) => !Address.safeParse(mint.trim()).success

function Fields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.fields}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

/** Sizes are parts of a wallet's spendable funds or holdings, times are the market's. */
function Class({ form, who, title }: { form: Form; who: 'whale' | 'retail'; title: string }) {
  return (
    <Fields title={title}>
      <NumberField form={form} field={`${who}_trade_percent_min`} label="Smallest trade" unit="%" />
      <NumberField form={form} field={`${who}_trade_percent_max`} label="Largest trade" unit="%" />
      <NumberField form={form} field={`${who}_interval_min`} label="Shortest interval" unit="s" />
      <NumberField form={form} field={`${who}_interval_max`} label="Longest interval" unit="s" />
      <NumberField form={form} field={`${who}_buy_probability`} label="Buy probability" unit="%" wide />
    </Fields>
  )
}
