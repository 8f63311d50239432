import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { planDistribution } from '@purser/contract/payments/payment-distributions.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { paymentPageTexts } from '@purser/contract/payments/payment-texts.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useWallets } from '#features/wallets/index.ts'
import { solText } from '#ui/formats/amount-text.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import css from '../payments.module.css'
import { PlanRow } from './plan-row.tsx'
import { PlanTools } from './plan-tools.tsx'
import { checkPlan, emptyRow, type PlanDraft, type PlanUnit, splitEvenly, totalOf } from './plan-rows.ts'
import { usePaymentChange } from '../use-payment-change.ts'
import { usePayment } from '../use-payments.ts'

/** Rows of payments that are not planned yet, by payment: closing the dialog keeps them, Cancel drops them. */
export type PlanDrafts = Map<number, PlanDraft[]>
type Props = { payment: Payment; drafts: PlanDrafts; onClose: () => void }

const NO_WALLETS: Wallet[] = []

/** The distribution of an approved payment's SOL: a row for each wallet. */
export function PlanDialog({ payment, drafts, onClose }: Props) {
  const { id, amount_sol, wallet } = payment
  const available = parseUnitsDown(amount_sol ?? 0, SOL_DECIMALS)
  const [rows, setRows] = useState<PlanDraft[]>(() => drafts.get(id) ?? [emptyRow(0)])
  const [problem, setProblem] = useState<string>()
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const [note, setNote] = useState<string>()
  const [unit, setUnit] = useState<PlanUnit>('SOL')
  const wallets = useWallets()
  const list = wallets.data?.value.wallets ?? NO_WALLETS
  const choices = useMemo(
    () => list.filter(({ address }) => address !== wallet.address),
    [list, wallet.address],
  )
  const funds = usePayment(id)
  const leave = () => {
    drafts.delete(id)
    onClose()
  }
  const plan = usePaymentChange(
    (body: BodyOf<typeof planDistribution>, key) => call(planDistribution, { params: { id }, body, key }),
    ({ distributions, limit }) => {
      const count = distributions.length
      toast(`Payment #${id} is planned over ${count} ${count === 1 ? 'wallet' : 'wallets'}.`)
      if (limit) toast(limit.message)
      leave()
    },
  )
  const edit = (next: PlanDraft[]) => {
    drafts.set(id, next)
    setRows(next)
    setProblem(undefined)
    setProblems(new Map())
    setNote(undefined)
    plan.reset()
  }
  const change = (key: number, part: Partial<PlanDraft>) =>
    edit(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const left = available - totalOf(rows)
  const chosen = rows.filter(({ walletId }) => walletId !== undefined)
  const split = () => {
    if (!funds.data) return
    const { amounts, note: said } = splitEvenly(available, chosen.length, funds.data.funds)
    const byKey = new Map(chosen.map(({ key }, n) => [key, solText(amounts[n] ?? 0n)]))
    edit(rows.map((row) => ({ ...row, amount: byKey.get(row.key) ?? row.amount, percent: undefined })))
    setNote(said)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (plan.isPending) return
    const checked = checkPlan(rows, available)
    setProblem('problem' in checked ? checked.problem : undefined)
    setProblems(
      'problems' in checked ? new Map(checked.problems.map((one) => [one.key, one.problem])) : new Map(),
    )
    if ('rows' in checked) plan.mutate({ distributions: checked.rows })
  }
  return (
    // A click outside does not leave a request in progress.
    <Dialog onClose={plan.isPending ? () => undefined : onClose} title="Plan SOL Distribution" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <dl className={css.left}>
            <div>
              <dt>Available</dt>
              <dd className="num">{solText(available)} SOL</dd>
            </div>
            <div>
              <dt>Remaining</dt>
              <dd className="num" data-over={left < 0n} data-testid="remaining" aria-live="polite">
                {left < 0n && <IconAlertTriangle size={15} aria-hidden="true" />}
                {left < 0n ? `${solText(-left)} SOL over` : `${solText(left)} SOL`}
              </dd>
            </div>
          </dl>
          {wallets.isPending && (
            <div role="status" aria-label="Loading wallets">
              <Skeleton h={40} />
            </div>
          )}
          {!wallets.data && <QueryError query={wallets} fallback="Failed to load wallets" />}
          {wallets.data && (
            <ul className={css.plan} aria-label="Rows">
              {rows.map((row, n) => (
                <PlanRow
                  key={row.key}
                  row={row}
                  position={n + 1}
                  wallets={choices}
                  unit={unit}
                  available={available}
                  problem={problems.get(row.key)}
                  onChange={(part) => change(row.key, part)}
                  onRemove={
                    rows.length > 1 ? () => edit(rows.filter(({ key }) => key !== row.key)) : undefined
                  }
                />
              ))}
            </ul>
          )}
          <PlanTools
            rows={rows}
            collects={wallet.address}
            unit={unit}
            onUnit={setUnit}
            onRows={edit}
            onSplit={chosen.length === 0 || !funds.data ? undefined : split}
          />
          {funds.isError && <QueryError query={funds} fallback={paymentPageTexts.dataFailed} />}
          {note !== undefined && (
            <Text size="sm" c="dimmed" role="status">
              {note}
            </Text>
          )}
          <FieldError>{problem}</FieldError>
          {plan.isError && <ErrorBox message={sentence(plan.error, paymentPageTexts.planFailed)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} disabled={plan.isPending}>
              Cancel
            </Button>
            <BusyButton type="submit" busy={plan.isPending}>
              {plan.isPending ? 'Submitting...' : 'Submit plan'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
