/** Lists of operations: newest first, with their totals. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { inMilliseconds } from '../../../db/columns.ts'
import { ALL, type OperationStatus } from '../records/operations.store.ts'
import type { Parent } from './follow-ups.store.ts'
import { byType } from '../transfers.tables.ts'

export type SummaryRow = {
  id: string
  type: string
  status: OperationStatus
  error: string | null
  createdAt: Date
  updatedAt: Date
  /** It has ended, and nothing can reopen it. */
  finalized: boolean
  total: number
  confirmed: number
  failed: number
  /** Base units confirmed of the only mint that moved; null if several did. */
  amount: bigint | null
  mint: string | null
  /** Lamports. */
  fees: bigint
  /** The operation that it undoes or retries. */
  follows: Parent | null
  /** Operations that undo it, and the base units of its mint that they have confirmed. */
  undoneBy: string[] | null
  undoneAmount: bigint
  /** Counts the operations that undo it just now, and those that have retried it. */
  undoing: number
  retried: number
}
export type OperationFilter = {
  type?: string | undefined
  status?: string | undefined
  wallet?: string | undefined
  /** From this time on, and before the next. */
  from?: Date | undefined
  to?: Date | undefined
  /** The signature of one of its transactions. */
  signature?: string | undefined
  /** Only operations before this one. */
  before?: { createdAt: Date; id: string } | undefined
  limit: number
}

/** Shorter texts are no addresses, such as the market: their transfers are not listed. */
const LEAST_ADDRESS = 32

type Raw = Omit<
  SummaryRow,
  'createdAt' | 'updatedAt' | 'amount' | 'fees' | 'follows' | 'undoneBy' | 'undoneAmount'
> & {
  created_at: string | Date
  updated_at: string | Date
  amount: string | null
  fees: string
  parent: Parent | null
  undone_by: string[] | null
  undone: string
}

const toRow = ({
  created_at,
  updated_at,
  amount,
  fees,
  parent,
  undone_by,
  undone,
  ...rest
}: Raw): SummaryRow => ({
  ...rest,
  createdAt: new Date(created_at),
  updatedAt: new Date(updated_at),
  amount: amount === null ? null : BigInt(amount),
  fees: BigInt(fees),
  follows: parent && { operationId: parent.operationId, as: parent.as },
  undoneBy: undone_by,
  undoneAmount: BigInt(undone),
})

/** A time with the precision of a cursor. */
const at = (of: string, column = 'created_at') => inMilliseconds(sql.raw(`${of}.${column}`))
const newest = (of: string) => sql`${at(of)} desc, ${sql.raw(of)}.id desc`

/** `page`: the query of the operations themselves. */
async function read(db: Db, page: SQL): Promise<SummaryRow[]> {
  const { rows } = (await db.execute(sql`
    select o.id, o.type, o.status, o.error, o.created_at, o.updated_at,
      o.finalized_at is not null as finalized,
      m.total, m.confirmed, m.failed, m.amount, m.mint, coalesce(x.fees, 0)::text as fees,
      o.parent, u.undone_by, coalesce(u.undone, 0)::text as undone, u.undoing, u.retried
    from (${page}) o
    left join lateral (
      select count(*)::int as total, count(*) filter (where status = 'confirmed')::int as confirmed,
        count(*) filter (where status = 'failed')::int as failed,
        case when min(mint) = max(mint)
          then coalesce(sum(amount) filter (where status = 'confirmed'), 0)::text end as amount,
        case when min(mint) = max(mint) then min(mint) end as mint
      from transfers where operation_id = o.id
    ) m on true
    left join lateral (
      select sum(fee) filter (where state in ('confirmed', 'failed')) as fees
      from transactions where operation_id = o.id
    ) x on true
    left join lateral (
      select json_agg(c.id) filter (where c.way = 'undo') as undone_by,
        sum(c.moved) filter (where c.way = 'undo') as undone,
        (count(*) filter (where c.way = 'undo' and c.open))::int as undoing,
        (count(*) filter (where c.way = 'retry'))::int as retried
      from (
        select p.id, p.request->'of'->>'as' as way, p.status in ('pending', 'running', 'resolving') as open,
          (select sum(amount) from transfers where operation_id = p.id and status = 'confirmed') as moved
        from operations p where p.request->'of'->>'operationId' = o.id::text and p.user_id + 0 = o.user_id
      ) c
    ) u on true
    order by ${newest('o')}`)) as { rows: Raw[] }
  return rows.map(toRow)
}

const COLUMNS = sql`o.id, o.user_id, o.type, o.status, o.error, o.created_at, o.updated_at, o.finalized_at,
  o.request->'of' as parent`

const utc = (time: Date): SQL => sql`(${time.toISOString()}::timestamptz at time zone 'UTC')`
/** Comes before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Returns the end of the range, or the place in it that has been reached. */
function earlier({ before, to }: OperationFilter): OperationFilter['before'] {
  if (!to || (before && before.createdAt < to)) return before
  return { createdAt: to, id: FIRST_ID }
}

/**
 * Reads by the index of a user's times, of a wallet's, or of each pair of a type and a status, depending on the filter.
 */
export async function listOperations(db: Db, userId: number, filter: OperationFilter): Promise<SummaryRow[]> {
  const { type, status, wallet, signature, limit, from } = filter
  if (signature !== undefined) return bySignature(db, userId, filter, signature)
  const before = earlier(filter)
  const limited = sql`limit ${limit}`
  const spot = before && sql`(${utc(before.createdAt)}, ${before.id}::uuid)`
  const conditions = [sql`o.user_id = ${userId}`]
  if (type === undefined && status === undefined && wallet !== undefined) {
    if (wallet.length < LEAST_ADDRESS) return []
    const mine = sql`select ${COLUMNS} from operations o where o.id = w.id and o.user_id = ${userId} offset 0`
    return read(
      db,
      sql`${withOperations(wallet, { before: spot, from })} select o.* from walk w cross join lateral (${mine}) o ${limited}`,
    )
  }
  const ofTypes = type !== undefined || status !== undefined
  const time = ofTypes ? byType(sql`o.created_at`) : at('o')
  if (spot) conditions.push(sql`(${time}, o.id) < ${spot}`)
  if (from) conditions.push(sql`${time} >= ${utc(from)}`)
  if (wallet !== undefined)
    conditions.push(
      sql`exists (select 1 from transfers t where t.operation_id = o.id and ${wallet} in (t.source, t.destination))`,
    )
  const which = sql.join(conditions, sql` and `)
  const ordered = sql`order by ${time} desc, o.id desc ${limited}`
  if (!ofTypes) return read(db, sql`select ${COLUMNS} from operations o where ${which} ${ordered}`)
  const types = type === undefined ? listTypes(userId) : sql`select ${type}::text as type`
  const statuses = sql`unnest(${sql.param(status === undefined ? ALL : [status])}::text[])`
  return read(
    db,
    sql`
    select o.* from (${types}) k cross join ${statuses} as s(status) cross join lateral (
      select ${COLUMNS} from operations o where ${which} and o.type = k.type and o.status = s.status ${ordered}
    ) o ${ordered}`,
  )
}

/** Finds at most one: by the key of the transactions. The other conditions apply too. */
async function bySignature(
  db: Db,
  userId: number,
  { type, status, wallet, before, from, to }: OperationFilter,
  signature: string,
): Promise<SummaryRow[]> {
  // A page behind the only row is empty.
  if (before) return []
  const conditions = [
    sql`o.user_id = ${userId}`,
    sql`o.id = (select x.operation_id from transactions x where x.signature = ${signature})`,
    ...(type === undefined ? [] : [sql`o.type = ${type}`]),
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(from ? [sql`${at('o')} >= ${utc(from)}`] : []),
    ...(to ? [sql`${at('o')} < ${utc(to)}`] : []),
    ...(wallet === undefined
      ? []
      : [
          sql`exists (select from transfers t where t.operation_id = o.id and ${wallet} in (t.source, t.destination))`,
        ]),
  ]
  return read(db, sql`select ${COLUMNS} from operations o where ${sql.join(conditions, sql` and `)}`)
}

/**
 * Lists the ids of the operations that an address takes part in, newest first, each found from the one before: one may
 * hold thousands of its transfers.
 */
function withOperations(
  address: string,
  { before, from }: { before: SQL | undefined; from: Date | undefined },
): SQL {
  const since = from ? sql`and ${at('t', 'operation_at')} >= ${utc(from)}` : sql``
  const next = (spot: SQL | undefined) => {
    const older = spot ? sql`and (${at('t', 'operation_at')}, t.operation_id) < ${spot}` : sql``
    const side = (name: 'source' | 'destination') => sql`(
      select ${at('t', 'operation_at')} as at, t.operation_id as id from transfers t
      where t.${sql.raw(name)} = ${address} and length(t.${sql.raw(name)}) >= ${sql.raw(String(LEAST_ADDRESS))} ${older}
        ${since}
      order by ${at('t', 'operation_at')} desc, t.operation_id desc limit 1)`
    return sql`select n.at, n.id from (${side('source')} union all ${side('destination')}) n
      order by n.at desc, n.id desc limit 1`
  }
  return sql`
    with recursive walk as (
      (${next(before)})
      union all
      select n.at, n.id from walk cross join lateral (${next(sql`(walk.at, walk.id)`)}) n
    )`
}

/** Lists the types of a user's operations: each is found from the one before, however many operations there are. */
const listTypes = (userId: number): SQL => sql`
  with recursive kinds as (
    select min(type) as type from operations where user_id = ${userId}
    union all
    select (select min(o.type) from operations o where o.user_id = ${userId} and o.type > kinds.type)
    from kinds where kinds.type is not null
  ) select type from kinds where type is not null`

export async function findSummary(db: Db, userId: number, id: string): Promise<SummaryRow | null> {
  const [row] = await read(
    db,
    sql`select ${COLUMNS} from operations o where o.user_id = ${userId} and o.id = ${id}::uuid`,
  )
  return row ?? null
}
