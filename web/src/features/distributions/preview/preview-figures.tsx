import { formatUnits, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { Receipt, type ReceiptLine } from '#ui/formats/receipt.tsx'
import { amountText } from '../amounts/asset.ts'
import { sol } from '../amounts/sol.ts'
import type { FundsPreview, FundsRequest } from '../funds-request.ts'
import { isSpread, type Kind } from '../kinds.ts'
import { useSharedWallet } from './use-shared-wallet.ts'

type Props = {
  kind: Kind
  preview: FundsPreview
  unit: string
  /** The wallet that all transfers share; undefined until its name is known. */
  shared: string | undefined
}

const countWords = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
/** The most that the fees may become: a later attempt offers more for priority. */
export const feeNote = (most: number | string | undefined): string | undefined =>
  most === undefined ? undefined : `at most ${sol(most)}`

function sideLines({ kind, preview, shared }: Props): ReceiptLine[] {
  const { transfers, transactions } = preview
  const one: ReceiptLine = { name: isSpread(kind) ? 'From' : 'To', value: shared ?? '…' }
  const first = transfers.length === 1 ? transfers[0] : undefined
  const many: ReceiptLine = {
    name: isSpread(kind) ? 'To' : 'From',
    value: first?.walletName ?? countWords(transfers.length, 'wallet'),
    note: first ? undefined : `in ${countWords(transactions, 'transaction')}`,
  }
  return isSpread(kind) ? [one, many] : [many, one]
}

/** SOL, whose fees are a part of the sum. */
function solLines({ kind, preview, unit }: Props): ReceiptLine[] {
  const { rent, total, fees } = preview
  const wallet = preview.sourceWallet ?? preview.destinationWallet
  const gain = wallet && difference(wallet.finalBalance, wallet.initialBalance)
  return [
    {
      name: 'Amount',
      value: amountText(total, unit),
      note:
        rent.accounts === 0
          ? undefined
          : `${sol(rent.amount)} of it held as rent minimum by ${countWords(rent.accounts, 'new account')}`,
    },
    { name: 'Network fees', value: sol(fees), note: feeNote(preview.fees_at_most) },
    isSpread(kind)
      ? { name: 'Total', value: sol(total, fees), isTotal: true }
      : { name: 'Arrives', value: gain ?? '–', isTotal: true },
  ]
}

/** Both are SOL; the first is the larger one, unless fees take more than arrives. */
function difference(after: number | string, before: number | string): string {
  const lamports = parseUnits(after, SOL_DECIMALS) - parseUnits(before, SOL_DECIMALS)
  return `${formatUnits(lamports, SOL_DECIMALS)} SOL`
}

/** A token with its own fee on the moved amount, and the SOL that its accounts cost and return. */
function tokenLines(
  { kind, preview, unit }: Props,
  token: Extract<FundsPreview, { mint: string }>,
): ReceiptLine[] {
  const { rent, fees } = preview
  const { transferFee, received, wonBack, payer } = token
  const lines: ReceiptLine[] = [{ name: 'Amount', value: amountText(preview.total, unit) }]
  if (Number(transferFee) > 0)
    lines.push(
      { name: 'Withheld by the token', value: amountText(transferFee, unit) },
      { name: 'Arrives', value: amountText(received, unit), isTotal: true },
    )
  lines.push(
    { name: 'Network fees', value: sol(fees), note: feeNote(preview.fees_at_most) },
    {
      name: 'Rent',
      value: sol(rent.amount),
      note: rent.accounts === 0 ? undefined : `for ${countWords(rent.accounts, 'new token account')}`,
    },
    {
      name: 'SOL cost',
      value: sol(token.sol.cost),
      note: isSpread(kind)
        ? undefined
        : `paid by ${payer === 'destination' ? 'the destination' : 'the sources'}`,
      isTotal: true,
    },
  )
  if (wonBack.accounts > 0)
    lines.push({
      name: 'Rent returned',
      value: sol(wonBack.amount),
      note: `from ${countWords(wonBack.accounts, 'closed account')}`,
    })
  return lines
}

type FiguresProps = Pick<Props, 'preview' | 'unit'> & { request: FundsRequest }

/** The receipt of a transfer that has not happened yet. */
export function PreviewFigures({ request, preview, unit }: FiguresProps) {
  const { kind } = request
  const props = { kind, preview, unit, shared: useSharedWallet(request) }
  const wallet = preview.sourceWallet ?? preview.destinationWallet
  const whose = isSpread(kind) ? 'Source' : 'Destination'
  const token = 'mint' in preview ? preview : undefined
  const balances: ReceiptLine[] = wallet
    ? [
        { name: `${whose} now`, value: amountText(wallet.initialBalance, unit) },
        { name: `${whose} after`, value: amountText(wallet.finalBalance, unit) },
      ]
    : []
  if (token)
    balances.push(
      { name: `${whose} SOL now`, value: sol(token.sol.initialBalance) },
      { name: `${whose} SOL after`, value: sol(token.sol.finalBalance) },
    )
  return (
    <Receipt
      lines={[...sideLines(props), ...(token ? tokenLines(props, token) : solLines(props)), ...balances]}
    />
  )
}
