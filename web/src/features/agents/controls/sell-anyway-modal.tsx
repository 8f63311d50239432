import { Button, Group, Stack, Text } from '@mantine/core'
import { sellAtAnyPrice } from '@purser/contract/agents/agent-desk.ts'
import { bothPricesText, type HeldBack } from '@purser/contract/agents/held-back.ts'
import { figureWords } from '@purser/contract/money.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyCodeField, useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Receipt } from '#ui/formats/receipt.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { useOnce } from '#wire/use-once.ts'
import { agentKey, strategiesKey } from '../use-agents.ts'

type Props = {
  strategy: Pick<Strategy, 'id' | 'agent_id'>
  heldBack: HeldBack
  onClose: () => void
}

/**
 * Asks for the user's confirmation, and the mailed code, before a held-back sale is sent: its proceeds and its worth.
 */
export function SellAnywayModal({ strategy, heldBack, onClose }: Props) {
  const keyCode = useKeyCode('sale')
  const sale = useSellAtAnyPrice(strategy, onClose)
  const code = keyCode.code.trim()
  const { token, quote, sells, brings, worth } = heldBack
  const all = `${figureWords(sells)} ${token}`
  const by = heldBack.by_market === null ? ' by the last candles' : ' by market price'
  const inQuote = (amount: string) => `${figureWords(amount)} ${quote}`
  return (
    <Dialog onClose={onClose} title="Sell at any price">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== '' && !sale.isPending) sale.mutate(code)
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            By its last quote this sale brings {inQuote(brings)} for {all}
            {worth === null
              ? ', and nobody says what they are worth'
              : `, which are worth ${inQuote(worth)}${by}`}
            . One {token} is {bothPricesText(heldBack)}. If you confirm, all of it is sold at whatever the
            market gives then, which may be less. A later sale that is held back asks you again.
          </Text>
          <Receipt
            lines={[
              { name: 'Sells', value: all },
              { name: 'Worth', value: worth === null ? 'unknown' : inQuote(worth) },
              { name: 'Would bring', value: inQuote(brings) },
            ]}
          />
          <KeyCodeField state={keyCode} busy={sale.isPending} first />
          <FieldError>
            {sale.isError
              ? sentence(sale.error, 'The sale could not be confirmed. Please try again.')
              : undefined}
          </FieldError>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={sale.isPending}>
              Cancel
            </Button>
            <BusyButton type="submit" color="red.9" busy={sale.isPending} disabled={code === ''}>
              {sale.isPending ? 'Selling...' : 'Sell at any price'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** A repeat after no answer is the same request. */
function useSellAtAnyPrice({ id: strategyId, agent_id: agentId }: Props['strategy'], onDone: () => void) {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: (code: string) => {
      const body = { strategyId, code }
      return once({ agentId, ...body }, (key) => call(sellAtAnyPrice, { params: { id: agentId }, body, key }))
    },
    onSuccess: async () => {
      onDone()
      await Promise.all([
        client.invalidateQueries({ queryKey: agentKey(agentId) }),
        client.invalidateQueries({ queryKey: strategiesKey }),
      ])
    },
  })
}
