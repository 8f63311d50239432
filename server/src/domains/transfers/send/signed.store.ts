/** Writes signed transactions, and reads the data for their lines in the journal. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { Spent } from '../spending/spent-file.ts'
import { amountOrNew, amountValues, type NewAmount } from '../records/amounts.store.ts'
import { OPEN } from '../records/operations.store.ts'
import { type Cells, toTransfers, type TransferRow, transfersCell } from '../records/transfers.store.ts'
import type { transactions } from '../transfers.tables.ts'

export type SignedRow = typeof transactions.$inferInsert

/** The data of an operation for a line of the journal. */
export type JournalContext = {
  /** The e-mail of its user. */
  email: string
  /** True: it keeps other operations of its user from sending from its sources. */
  exclusive: boolean
  /** Addresses of its wallets by their ids; those of the named transfers. */
  addresses: Map<number, string>
  /** All transfers, if the whole operation was named. */
  transfers: TransferRow[]
  /** The part of the transfers that counts towards the limits of real money; null: nothing. */
  spent: Spent | null
}

const list = (numbers: number[]) =>
  sql`(select value::int from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`

/** `positions`: the transfers that the transactions hold; null: one holds the whole operation. */
const contextCell = (operationId: string, positions: number[] | null): SQL => sql`json_build_object(
  'email', (select u.email from operations o join users u on u.id = o.user_id where o.id = ${operationId}::uuid),
  'exclusive', exists (select from reservations where operation_id = ${operationId}::uuid and exclusive),
  'wallets', (select coalesce(json_agg(json_build_array(w.id, w.address)), '[]') from wallets w where w.id in (
    select t.wallet_id from transfers t where t.operation_id = ${operationId}::uuid
      and ${positions === null ? sql`true` : sql`t.position in ${list(positions)}`})),
  'spent', (select json_agg(json_build_array(c.position, c.amount::text, c.at)) from open_spends c
    where c.operation_id = ${operationId}::uuid
      and ${positions === null ? sql`true` : sql`c.position in ${list(positions)}`}),
  'transfers', ${positions === null ? sql`coalesce(${transfersCell(operationId)}, '[]')` : sql`'[]'::json`}
)::text`

function toSpent(rows: [position: number, lamports: string, at: string][]): Spent | null {
  const [first] = rows
  if (!first) return null
  // All spends of an operation are written at one moment.
  return {
    at: new Date(first[2]).toISOString(),
    by: rows.map(([position, lamports]) => [position, lamports]),
  }
}

function toContext(operationId: string, cell: string): JournalContext {
  const { email, exclusive, wallets, transfers, spent } = JSON.parse(cell) as {
    email: string | null
    exclusive: boolean
    wallets: [number, string][]
    transfers: Cells[]
    spent: [position: number, lamports: string, at: string][] | null
  }
  if (email === null) throw new Error('an operation belongs to a user')
  return {
    email,
    exclusive,
    addresses: new Map(wallets),
    transfers: toTransfers(operationId, transfers),
    spent: toSpent(spent ?? []),
  }
}

const listPositions = (rows: Pick<SignedRow, 'positions'>[]): number[] | null =>
  rows.some(({ positions }) => positions == null) ? null : rows.flatMap(({ positions }) => positions ?? [])

export async function readJournalContext(
  db: Db,
  operationId: string,
  rows: Pick<SignedRow, 'positions'>[],
): Promise<JournalContext> {
  const { rows: read } = (await db.execute(
    sql`select ${contextCell(operationId, listPositions(rows))} as about`,
  )) as { rows: { about: string }[] }
  return toContext(operationId, read[0]?.about ?? '')
}

/**
 * Inserts the signed transactions with their bytes, and the amounts as built: once this is committed they count as
 * sent. Transfers of one that holds the whole operation are shown as sent at once. One statement writes all or nothing:
 * nothing, and null, if this run does not own the operation any more.
 */
export async function insertSigned(
  db: Db,
  operationId: string,
  owner: string,
  rows: SignedRow[],
  amounts: NewAmount[],
): Promise<JournalContext | null> {
  const signed = rows.map((row) => ({
    s: row.signature,
    n: row.attempt,
    b: Buffer.from(row.bytes).toString('base64'),
    h: row.lastValidBlockHeight.toString(),
    p: row.positions ?? null,
    slot: row.signedSlot?.toString() ?? null,
    f: row.fee?.toString() ?? null,
  }))
  const whole = rows.find(({ positions }) => positions == null)
  const shown = whole ? shownAsSent(whole.signature, amounts) : withAmounts(amounts)
  // Every part depends on the row of `owned`, which is locked first.
  const { rows: answer } = (await db.execute(sql`
    with owned as (
      update operations set status = 'running', updated_at = now()
      where id = ${operationId}::uuid and owner = ${owner} and status in ${OPEN}
      returning id
    ), signed as (
      insert into transactions
        (signature, operation_id, attempt, bytes, last_valid_block_height, positions, signed_slot, fee, state)
      select v.s, o.id, v.n, decode(v.b, 'base64'), v.h, v.p, v.slot, v.f, 'signed'
      from owned o, jsonb_to_recordset(${JSON.stringify(signed)}::jsonb)
        as v(s text, n int, b text, h numeric, p int[], slot numeric, f numeric)
    )${shown ? sql`, shown as (${shown})` : sql``}
    select ${contextCell(operationId, listPositions(rows))} as about from owned`)) as {
    rows: { about: string }[]
  }
  if (!answer[0]) return null
  const about = toContext(operationId, answer[0].about)
  // They were read before this statement.
  for (const { position, amount } of amounts) {
    const transfer = about.transfers.find((one) => one.position === position)
    if (transfer) transfer.amount = amount
  }
  return about
}

const shownAsSent = (signature: string, amounts: NewAmount[]) => sql`
  update transfers t set status = 'sent', signature = ${signature}, amount = ${amountOrNew(amounts)}
  from owned o where t.operation_id = o.id`

const withAmounts = (amounts: NewAmount[]) =>
  amounts.length === 0
    ? null
    : sql`
  update transfers t set amount = v.a from owned o, ${amountValues(amounts)}
  where t.operation_id = o.id and t.position = v.p`
