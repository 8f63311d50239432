import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { useRef, useState } from 'react'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { lamportsOf, lamportsOrZero, solText } from '#ui/formats/amount-text.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { hasCode, sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { dailyCap } from './floors.ts'
import { PreviewRound } from './preview-round.tsx'
import { type Preview, usePreview } from './use-preview.ts'
import type { Change } from './widens.ts'

type Props = {
  change: Change
  /** Stores it; throws on failure. `code`: the mailed one, if the server asks for one. */
  onConfirm: (change: Change, key: string, code?: string) => Promise<unknown>
  onClose: () => void
}

const text = (amount: number | string) => solText(parseUnits(amount, SOL_DECIMALS))

/** Adds the remainder of the cap that Confirm stores; the proposed cap needs no new preview. */
function under(cap: string | null | undefined, preview: Preview): Preview {
  // If funds are real, a cap applies even if the user has set none; the server knows it.
  if (cap === undefined || (cap === null && preview.data.guard)) return preview
  if (cap === null) return { ...preview, cap_left: null }
  const left = lamportsOrZero(cap) - parseUnits(preview.data.spent_today, SOL_DECIMALS)
  return { ...preview, cap_left: solText(left > 0n ? left : 0n) }
}

/**
 * The transfers that a change of the settings would cause, before it is stored, with a daily cap to accept, change or
 * empty.
 */
export function ConfirmDialog({ change, onConfirm, onClose }: Props) {
  const first = usePreview(change)
  const [typed, setTyped] = useState<string>()
  /** The cap on blur: the figures are for this one. */
  const [left, setLeft] = useState<string>()
  const proposed = first.data && text(first.data.proposed_daily_cap)
  // A daily limit of nothing allows no proposal.
  const initial = change.daily_cap === null || proposed === '0' ? '' : proposed
  const isGuarded = first.data?.data.guard !== undefined
  const cap = typed ?? initial ?? ''
  const wanted = dailyCap(left ?? initial ?? '')
  const valid = wanted !== undefined && (wanted === null || lamportsOf(wanted) !== 0n)
  const body: Change = first.data && valid ? { ...change, daily_cap: wanted } : change
  const shown = usePreview(left === undefined ? change : body)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  /** One key per confirmation: reused while nothing was changed in between. */
  const key = useRef({ of: '', key: '' })
  const busy = saving || shown.isFetching
  const funds = useRealFunds()
  const keyCode = useKeyCode('limits')
  const [needsCode, setNeedsCode] = useState(false)
  const code = needsCode ? keyCode.code.trim() : undefined
  const isReady = first.data && !shown.isError && valid && funds.ready && code !== ''
  const confirm = async () => {
    const of = JSON.stringify([body, code])
    if (key.current.of !== of) key.current = { of, key: newKey() }
    funds.confirm()
    setSaving(true)
    setError(undefined)
    try {
      await onConfirm(body, key.current.key, code)
      onClose()
    } catch (thrown) {
      if (hasCode(thrown, 'key_code_needed')) {
        setNeedsCode(true)
        void keyCode.send()
      } else setError(sentence(thrown, topUpTexts.settingsFailed))
      setSaving(false)
    }
  }
  const take = () => {
    setTyped(proposed)
    setLeft(proposed)
  }
  return (
    <Dialog onClose={onClose} title="Preview first round" size="lg" grows>
      <Stack gap="md">
        <QueryError query={shown} fallback="The first round could not be planned." />
        {!shown.data && !shown.isError && (
          <div role="status" aria-label="Planning the first round">
            <Text size="sm" c="dimmed" mb={8}>
              Planning the first round. Nothing is stored or sent.
            </Text>
            <Skeleton h={84} mb={12} />
            <Skeleton h={120} />
          </div>
        )}
        {shown.data && <PreviewRound preview={under(wanted, shown.data)} brief={needsCode} />}
        {first.data && (
          <>
            <AmountInput
              label="Daily cap (SOL)"
              description={`The most that is sent in a day (UTC). Empty: ${isGuarded ? 'your daily limit of real money' : 'no limit'}.`}
              placeholder={isGuarded ? 'Your daily limit' : 'No limit'}
              value={cap}
              error={
                valid
                  ? undefined
                  : `Enter an amount above 0, or leave it empty for ${isGuarded ? 'your daily limit' : 'no limit'}`
              }
              onChange={setTyped}
              onBlur={() => setLeft(cap)}
            />
            {proposed !== undefined && cap !== proposed && (
              <Button variant="subtle" size="compact-sm" onClick={take} style={{ alignSelf: 'flex-start' }}>
                Use {proposed} SOL
              </Button>
            )}
          </>
        )}
        {first.data && <RealFundsField funds={funds} checked="wallets and amounts" />}
        {needsCode && (
          <>
            <Text size="sm">{codeNeeded.limits}</Text>
            <KeyCodeField state={keyCode} busy={saving} />
          </>
        )}
        <FieldError>{error}</FieldError>
        {/* The buttons appear once their place is known. */}
        {(first.data || first.isError) && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton busy={busy} disabled={!isReady} onClick={() => void confirm()}>
              {saving ? 'Saving...' : 'Confirm'}
            </BusyButton>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
