/** Operations that undo or retry an ended one, which their requests name under `of`. */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { OperationRow } from '../records/operations.store.ts'
import { operations } from '../transfers.tables.ts'

export type Parent = { operationId: string; as: 'undo' | 'retry'; edited?: true | undefined }
export type FollowUps = {
  /** The parent as it is now; inside a transaction it stays so until that ends. */
  first: OperationRow | undefined
  /** One of them has not ended. */
  open: boolean
  /** Base units that they have confirmed, by wallet. */
  moved: Map<number, bigint>
  /** Wallets that were paid an amount set by hand: they count as done. */
  edited: Set<number>
}

const whereChild = (userId: number, { operationId, as }: Parent): SQL =>
  sql`o.user_id = ${userId} and o.request->'of'->>'operationId' = ${operationId}
    and o.request->'of'->>'as' = ${as}`

/** Lists all follow-ups of one user's operation, open or ended. */
export async function listFollowUps(db: Db, userId: number, of: Parent): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.id from operations o where ${whereChild(userId, of)}`)) as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}

/** Reads the follow-ups of one user's operation; `except`: the one that the transaction is writing. */
export async function readFollowUps(db: Db, userId: number, of: Parent, except?: string): Promise<FollowUps> {
  const theirs: SQL = sql`${whereChild(userId, of)}
    and (${except ?? null}::uuid is null or o.id <> ${except ?? null}::uuid)`
  const which = db.select().from(operations).where(eq(operations.id, of.operationId))
  const [first] = await (except === undefined ? which : which.for('share'))
  const { rows: open } = (await db.execute(sql`
    select from operations o where ${theirs} and o.status in ('pending', 'running', 'resolving') limit 1`)) as {
    rows: unknown[]
  }
  const { rows } = (await db.execute(sql`
    select t.wallet_id as id, sum(t.amount)::text as amount,
      bool_or(o.request->'of'->>'edited' = 'true') as edited
    from operations o join transfers t on t.operation_id = o.id
    where ${theirs} and t.status = 'confirmed' and t.wallet_id is not null group by t.wallet_id`)) as {
    rows: { id: string | number; amount: string; edited: boolean | null }[]
  }
  const moved = new Map(rows.map((row) => [Number(row.id), BigInt(row.amount)]))
  const edited = new Set(rows.filter((row) => row.edited === true).map((row) => Number(row.id)))
  return { first, open: open.length > 0, moved, edited }
}
