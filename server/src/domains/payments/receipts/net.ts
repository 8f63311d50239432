/** The net amount that an open payment has received: what was sent back no longer pays for anything. */
import type { Db } from '../../../db/client.ts'
import type { PaymentRow } from '../payments.store.ts'
import { sumRefundedUsd } from '../refunds/refunds.store.ts'

export const isOpen = ({ status }: Pick<PaymentRow, 'status'>): boolean =>
  status === 'pending' || status === 'expired'

const less = (sum: bigint, part: bigint) => (sum > part ? sum - part : 0n)

/** The row with its sums reduced: parts of receipts that are sent back, or on their way back, no longer count. */
export async function lessRefunds<Row extends PaymentRow>(db: Db, row: Row): Promise<Row> {
  if (!isOpen(row) || row.creditedUsd === 0n) return row
  const { all, inTime } = await sumRefundedUsd(db, row.id)
  return { ...row, creditedUsd: less(row.creditedUsd, all), inTimeUsd: less(row.inTimeUsd, inTime) }
}
