import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Payment, PaymentLine } from '@purser/contract/payments/payments.ts'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { solText } from '#ui/formats/amount-text.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Receipt } from '#ui/formats/receipt.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { addressText, exactText } from '../payment-figures.ts'
import css from '../payments.module.css'
import { BALANCE_UNKNOWN, transactionsOf } from './plan-rows.ts'
import { usePayment } from '../use-payments.ts'

type Props = { payment: Payment; lines: PaymentLine[]; onConfirm: () => void; onClose: () => void }

/** Recipients that are named; only the number of the others is shown. */
const NAMED = 8

/** The lines to be paid, their funds, and the one confirmation, which is possible only once all of it is shown. */
export function ExecuteDialog({ payment, lines, onConfirm, onClose }: Props) {
  const funds = useRealFunds()
  const query = usePayment(payment.id)
  const lamports = (amount: number | string) => parseUnitsDown(amount, SOL_DECIMALS)
  const total = lines.reduce((sum, { amount_sol }) => sum + lamports(amount_sol), 0n)
  const held = query.data?.funds ?? undefined
  const fees = held && lamports(held.fee_sol) * BigInt(transactionsOf(lines.length))
  const left = held && fees !== undefined ? lamports(held.free_sol) - total - fees : undefined
  const confirm = () => {
    funds.confirm()
    onConfirm()
  }
  return (
    <Dialog onClose={onClose} title="Execute distribution" size="lg">
      <Stack gap="md">
        <ul className={css.recipients} aria-label="Recipients">
          {lines.slice(0, NAMED).map(({ id, wallet_name, wallet_address, amount_sol }) => (
            <li key={id}>
              <span>
                {wallet_name}{' '}
                <span className={css.address} title={wallet_address}>
                  {addressText(wallet_address)}
                </span>
              </span>
              <span className="num">{exactText(amount_sol, 'SOL')}</span>
            </li>
          ))}
          {lines.length > NAMED && <li>and {lines.length - NAMED} more</li>}
        </ul>
        {query.isPending && (
          <div role="status" aria-label="Loading the balance">
            <Skeleton h={44} />
          </div>
        )}
        <QueryError query={query} fallback={paymentPageTexts.dataFailed} />
        {query.data?.funds === null && <Text size="sm">{BALANCE_UNKNOWN}</Text>}
        {held && fees !== undefined && left !== undefined && (
          <Receipt
            lines={[
              { name: 'Amount', value: `${solText(total)} SOL` },
              { name: 'Network fees', value: `about ${solText(fees)} SOL` },
              { name: 'Total', value: `${solText(total + fees)} SOL`, isTotal: true },
              { name: 'Collection wallet now', value: exactText(held.free_sol, 'SOL') },
              { name: 'Collection wallet after', value: left < 0n ? 'not enough' : `${solText(left)} SOL` },
            ]}
          />
        )}
        <Text size="sm" c="dimmed">
          Retrying is safe: a line is never paid twice. New wallets must receive at least the rent minimum.
        </Text>
        <RealFundsField funds={funds} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!funds.ready || held === undefined} onClick={confirm}>
            {lines.length === 1 ? 'Execute' : `Execute ${lines.length} lines`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
