import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { changeSpendingLimits, type SpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { Card } from '#ui/card.tsx'
import { KeyCodeField, useKeyCode } from './key-code.tsx'
import { limitsKey, useSpendingLimits } from './use-spending-limits.ts'

type Limits = NonNullable<SpendingLimits['limits']>
type Result = { good: boolean; text: string }

/** Shown only if funds are real: otherwise there are no limits. */
export function SpendingLimitsCard() {
  const { data } = useSpendingLimits()
  if (!data?.limits) return null
  return (
    <Card label="Limits of real money">
      <SpendingLimitsForm limits={data.limits} />
    </Card>
  )
}

/** A limit is lowered at once, and raised with a mailed code. */
function SpendingLimitsForm({ limits }: { limits: Limits }) {
  const client = useQueryClient()
  const keyCode = useKeyCode('limits')
  const [day, setDay] = useState(String(limits.per_day))
  const [order, setOrder] = useState(String(limits.per_order))
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()

  const save = async () => {
    setBusy(true)
    setResult(undefined)
    try {
      const code = asking ? { code: keyCode.code.trim() } : {}
      const body = { per_day: day.trim(), per_order: order.trim(), ...code }
      const fresh = await call(changeSpendingLimits, { body })
      client.setQueryData(limitsKey, fresh)
      setAsking(false)
      keyCode.setCode('')
      setResult({ good: true, text: 'Limits saved' })
    } catch (cause) {
      if (hasCode(cause, 'key_code_needed')) {
        setAsking(true)
        void keyCode.send()
      } else setResult({ good: false, text: sentence(cause, 'Failed to change the limits') })
    } finally {
      setBusy(false)
    }
  }
  const cancel = () => {
    setAsking(false)
    setDay(String(limits.per_day))
    setOrder(String(limits.per_order))
    setResult(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={2} size="h5">
          Limits of real money
        </Title>
        <Text size="sm">
          They bind what is bought, what is sent or refunded to others, and what goes to a wallet that was
          imported, or whose private key was shown or exported, within the last 24 hours. A sale counts by
          what it may lose within its slippage limit; a swap of SOL and USDC that allows more than 1% counts
          in full. Automatic top-ups count where a key was ever out. The sale that ends a strategy and moves
          between your other wallets are never bound.
        </Text>
        <Text size="sm" role="status">
          {`Spent in the last 24 hours: ${limits.used} SOL. Left now: ${limits.left} SOL.`}
        </Text>
        <Group grow align="start">
          <TextInput
            label="In any 24 hours (SOL)"
            inputMode="decimal"
            value={day}
            disabled={busy || asking}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <TextInput
            label="A single order or transfer (SOL)"
            inputMode="decimal"
            value={order}
            disabled={busy || asking}
            onChange={(event) => setOrder(event.currentTarget.value)}
          />
        </Group>
        {asking && (
          <>
            <Text size="sm">{codeNeeded.limits}</Text>
            <KeyCodeField state={keyCode} busy={busy} />
          </>
        )}
        {result && (
          <Alert color={result.good ? 'teal' : 'red'} variant="light" role={result.good ? 'status' : 'alert'}>
            {result.text}
          </Alert>
        )}
        <Group gap="sm">
          <BusyButton type="submit" busy={busy} disabled={asking && keyCode.code.trim() === ''}>
            {busy ? 'Saving...' : asking ? 'Raise limits' : 'Save limits'}
          </BusyButton>
          {asking && (
            <Button variant="default" disabled={busy} onClick={cancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
