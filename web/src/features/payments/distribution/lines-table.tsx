import { Button } from '@mantine/core'
import { friendlyError } from '@purser/contract/distributions/distribution-texts.ts'
import { executeLine } from '@purser/contract/payments/payment-distributions.ts'
import type { Payment, PaymentLine } from '@purser/contract/payments/payments.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { call } from '#wire/api.ts'
import { ActivityLink } from '../activity-link.tsx'
import { ExecuteDialog } from './execute-dialog.tsx'
import { ExecuteError } from './execute-error.tsx'
import { addressText, exactText, solFour, sumOf } from '../payment-figures.ts'
import css from '../payments.module.css'
import { LineStatus } from '../payment-status.tsx'
import { TxHash } from '../tx-hash.tsx'
import { usePaymentChange } from '../use-payment-change.ts'

const COLUMNS = ['ID', 'Wallet', 'Amount SOL', 'Status', 'Transaction Hash']
/** The rest of a longer plan is shown on request. */
const FIRST = 12

type Props = {
  payment: Payment
  /** All open lines are being executed. */
  allBusy: boolean
}

/** The lines of a distribution, on a phone a card each. */
export function LinesTable({ payment, allBusy }: Props) {
  const [whole, setWhole] = useState(false)
  const lines = whole ? payment.distributions : payment.distributions.slice(0, FIRST)
  const hidden = payment.distributions.length - lines.length
  const amounts = payment.distributions.map(({ amount_sol }) => amount_sol)
  const total = amounts.length > 1 ? sumOf(amounts) : null
  return (
    <>
      <table className={css.lines} aria-label={`Distributions of payment ${payment.id}`}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={column === 'Amount SOL' ? css.amount : undefined}>
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} payment={payment} line={line} allBusy={allBusy} />
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total of {payment.distributions.length} lines
              </th>
              <td data-label="Amount SOL" className={`num ${css.amount}`} title={exactText(total, 'SOL')}>
                {solFour(total)}
              </td>
              <td colSpan={3} className={css.bare} />
            </tr>
          </tfoot>
        )}
      </table>
      {hidden > 0 && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => setWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}

function LineRow({ payment, line, allBusy }: Props & { line: PaymentLine }) {
  const [asking, setAsking] = useState(false)
  const execution = usePaymentChange((id: number, key) => call(executeLine, { params: { id }, key }))
  const { id, wallet_name, wallet_address, amount_sol, status, tx_hash, error, operation_id } = line
  const executable = status === 'pending' || status === 'failed'
  const busy = status === 'executing' || execution.isPending || (allBusy && executable)
  return (
    <>
      <tr>
        <td data-label="ID">{id}</td>
        <td data-label="Wallet">
          <span className={css.wallet}>
            <span className={css.cut}>{wallet_name}</span>
            <span className={css.address} title={wallet_address}>
              {addressText(wallet_address)}
            </span>
            <CopyButton text={wallet_address} label={`Copy address of ${wallet_name}`} />
          </span>
        </td>
        <td data-label="Amount SOL" className={`num ${css.amount}`} title={exactText(amount_sol, 'SOL')}>
          {solFour(amount_sol)}
        </td>
        <td data-label="Status">
          <LineStatus status={status} />
        </td>
        <td data-label="Transaction Hash">{tx_hash === null ? '–' : <TxHash hash={tx_hash} />}</td>
        <td className={css.bare}>
          <span className={css.lineActions}>
            {(executable || busy) && (
              <BusyButton
                size="compact-sm"
                variant="light"
                aria-label={busy ? `Executing line ${id}...` : `Execute line ${id}`}
                busy={busy}
                onClick={() => setAsking(true)}
              >
                {busy ? 'Executing...' : 'Execute'}
              </BusyButton>
            )}
            {operation_id !== null && <ActivityLink operationId={operation_id} />}
          </span>
          {asking && (
            <ExecuteDialog
              payment={payment}
              lines={[line]}
              onConfirm={() => {
                setAsking(false)
                execution.mutate(id)
              }}
              onClose={() => setAsking(false)}
            />
          )}
        </td>
      </tr>
      {(error !== null || execution.error) && (
        <tr>
          <td colSpan={COLUMNS.length + 1} className={`${css.bare} ${css.lineError}`}>
            {error !== null && <span>{friendlyError(error, { certain: status === 'failed' })}</span>}
            <ExecuteError error={execution.error} />
          </td>
        </tr>
      )}
    </>
  )
}
