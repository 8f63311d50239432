import { Button, Group, Stack, Text } from '@mantine/core'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { groupThousands } from '@purser/contract/money.ts'
import { amountWords } from '#ui/formats/amount-words.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Receipt } from '#ui/formats/receipt.tsx'
import { priceText } from '@purser/contract/market/price-text.ts'

type Props = { strategy: Strategy; onClose: () => void; onConfirm: () => void }

/** Asks once before a position is sold: the amount, the limit, and the consequences. */
export function ClosePositionModal({ strategy, onClose, onConfirm }: Props) {
  const { plan, held, average_price_usd: cost, unrealised } = strategy
  const symbol = symbolInPlan(plan)
  const all = `${exactly(held)} ${symbol}`
  return (
    <Dialog onClose={onClose} title="Close position">
      <Stack gap="md">
        <Text size="sm">
          All {all} that this strategy holds are sold at the market for {plan.quote}, at most{' '}
          {plan.slippage_bps / 100}% below its quote, and the strategy ends. What an order in flight buys is
          sold as well; whatever else is in the wallet stays.
        </Text>
        <Receipt
          lines={[
            { name: 'Sells', value: all },
            { name: 'Average cost', value: cost === null ? 'n/a' : priceText(cost) },
            {
              name: 'Unrealized',
              value: unrealised === null ? 'n/a' : amountWords(unrealised, plan.quote, true),
            },
          ]}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" onClick={onConfirm}>
            Close position
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Shows every decimal. */
const exactly = (held: number | string): string =>
  typeof held === 'string' ? groupThousands(held) : held.toLocaleString('en', { maximumFractionDigits: 18 })
