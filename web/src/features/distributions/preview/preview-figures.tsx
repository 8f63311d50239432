import { Figures, type Figure } from '#ui/formats/figures.tsx'
import { amountText } from '../amounts/asset.ts'
import type { FundsPreview } from '../funds-request.ts'
import { isSpread, type Kind } from '../kinds.ts'
import { sol } from '../amounts/sol.ts'

type Props = { kind: Kind; preview: FundsPreview; unit: string }

const accounts = (count: number, words: string) =>
  count === 0 ? 'None' : `${count.toLocaleString('en')} (${words})`

/** The token's own fee on the moved amount, and the costs and proceeds of opening and closing its accounts. */
function tokenFigures(kind: Kind, preview: FundsPreview, unit: string): Figure[] {
  if (!('mint' in preview)) return []
  const { transferFee, received, wonBack, payer } = preview
  const figures: Figure[] = [['SOL cost', sol(preview.sol.cost)]]
  if (Number(transferFee) > 0)
    figures.push(
      ['Withheld by the token', amountText(transferFee, unit)],
      ['Arrives', amountText(received, unit)],
    )
  if (!isSpread(kind))
    figures.push(
      ['Closed accounts', accounts(wonBack.accounts, `${sol(wonBack.amount)} rent returned`)],
      ['Fees paid by', payer === 'destination' ? 'The destination' : 'The sources'],
    )
  return figures
}

/** The most that the fees may become: a later attempt offers more for priority. */
export const atMost = ({ fees_at_most: most }: { fees_at_most?: number | string | undefined }): Figure[] =>
  most === undefined ? [] : [['Fees at most', sol(most)]]

/** Transactions, their costs, and the wallet on the one side before and after. */
export function PreviewFigures({ kind, preview, unit }: Props) {
  const side = preview.sourceWallet ?? preview.destinationWallet
  const { rent } = preview
  const isToken = 'mint' in preview
  const figures: Figure[] = [
    [isSpread(kind) ? 'To distribute' : 'To gather', amountText(preview.total, unit)],
    ['Transfers', preview.transfers.length.toLocaleString('en')],
    ['Transactions', preview.transactions.toLocaleString('en')],
    ['Network fees', sol(preview.fees)],
    ...atMost(preview),
    [
      isToken ? 'New token accounts' : 'New accounts',
      accounts(rent.accounts, `${sol(rent.amount)} ${isToken ? 'rent' : 'held as rent minimum'}`),
    ],
    ...tokenFigures(kind, preview, unit),
  ]
  if (side) {
    const whose = isSpread(kind) ? 'Source' : 'Destination'
    figures.push(
      [`${whose} now`, amountText(side.initialBalance, unit)],
      [`${whose} after`, amountText(side.finalBalance, unit)],
    )
    if (isToken)
      figures.push(
        [`${whose} SOL now`, sol(preview.sol.initialBalance)],
        [`${whose} SOL after`, sol(preview.sol.finalBalance)],
      )
  }
  return <Figures figures={figures} />
}
