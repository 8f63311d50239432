import { Text } from '@mantine/core'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { LeftOutReason } from '@purser/contract/top-ups.ts'
import { listSol } from '#features/distributions/index.ts'
import { Receipt } from '#ui/formats/receipt.tsx'
import { solText } from '#ui/formats/amount-text.ts'
import type { Preview } from './use-preview.ts'
import table from '#ui/data-table.module.css'
import css from './auto-tab.module.css'

/** Wallets of the first round that are listed: the cap and the buttons stay visible on a phone. */
const NAMED = 6

const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)
const sol = (amount: number | string) => `${solText(lamports(amount))} SOL`
const wallets = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'wallet' : 'wallets'}`

const reasons: Record<LeftOutReason, (n: number, names: string[]) => string> = {
  funding_low: (n) => `${wallets(n)} would be skipped: the funding wallet has too little SOL.`,
  cap_reached: (n) => `${wallets(n)} would wait for the next day (daily cap reached).`,
  in_doubt: (n) => `${wallets(n)} would be skipped while an earlier top-up is still pending.`,
  failed_lately: (n) => `${wallets(n)} would be skipped for now: the last top-up just failed.`,
  next_round: (n) => `${wallets(n)} would follow in the next round.`,
  limit: (n) =>
    `${wallets(n)} whose keys were ever shown, exported or imported would be skipped because of your limits.`,
  too_often: (n, names) =>
    `${wallets(n)} would be skipped because a third top-up within an hour is needed: ${names.slice(0, NAMED).join(', ')}${n > NAMED ? ' and more' : ''}.`,
}

/**
 * The transfers of the first round, and the wallets that it would leave out. `brief`: without the wallets that it would
 * pay.
 */
export function PreviewRound({ preview, brief = false }: { preview: Preview; brief?: boolean }) {
  const { wallets: count, total, fees, fees_at_most: most, left_out: left } = preview
  const { funding, cap_left: capLeft, data, limit } = preview
  const first = preview.first_wallets.slice(0, NAMED)
  const each = lamports(data.top_up_amount)
  const fundingName = data.funding_wallet?.name ?? 'Funding wallet'
  return (
    <>
      <Receipt
        lines={[
          { name: 'Wallets in the first round', value: count.toLocaleString('en') },
          { name: 'Amount', value: sol(total) },
          {
            name: 'Network fees',
            value: sol(fees),
            note: most === undefined ? undefined : `at most ${sol(most)}`,
          },
          { name: 'Total', value: `${solText(lamports(total) + lamports(fees))} SOL`, isTotal: true },
          ...(funding
            ? [
                { name: `${fundingName} now`, value: sol(funding.before) },
                { name: `${fundingName} after`, value: sol(funding.after) },
              ]
            : []),
          { name: 'Daily cap remaining', value: capLeft === null ? 'No cap' : sol(capLeft) },
        ]}
      />
      {funding?.sufficient === false && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          The funding wallet has too little SOL for this round.
        </Text>
      )}
      {count === 0 && left.length === 0 && (
        <Text size="sm">No wallet needs a top-up now. A round follows whenever one does.</Text>
      )}
      {left.map(({ reason, wallets: n, names = [] }) => (
        <Text key={reason} size="sm">
          {reasons[reason](n, names)}
        </Text>
      ))}
      {limit && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          {limit.message}
        </Text>
      )}
      {first.length > 0 && !brief && (
        <table className={`${table.table} ${css.round}`} aria-label="Wallets of the first round">
          <thead>
            <tr>
              <th scope="col">Wallet</th>
              <th scope="col">Holds now</th>
              <th scope="col">Gets</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ id, name, sol_balance: holds }) => (
              <tr key={id}>
                <td>{name}</td>
                {[lamports(holds), each, lamports(holds) + each].map((amount, i) => (
                  <td key={i} className="num" title={`${solText(amount)} SOL`}>
                    {listSol(amount)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > first.length && !brief && (
        <Text size="sm" c="dimmed">
          + {(count - first.length).toLocaleString('en')} more
        </Text>
      )}
    </>
  )
}
