/** Writes into the database of a desk that is down: many strategies, and earlier trades. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../server/src/db/client.ts'
import { agents } from '../server/src/domains/agents/agents.tables.ts'
import { compile } from '../server/src/domains/strategies/engine/compile.ts'
import { insertStrategy } from '../server/src/domains/strategies/strategies.store.ts'
import { strategies } from '../server/src/domains/strategies/strategies.tables.ts'

/**
 * Copies the existing strategy, each with an agent of its own and due at a moment of its own, while the desk is down.
 */
export async function multiply(
  db: Db,
  { wallets, count, everyMs, first }: { wallets: string[]; count: number; everyMs: number; first: number },
): Promise<void> {
  const [one] = await db.select().from(strategies)
  if (!one) throw new Error('nothing was started')
  const { userId, plan, base, groupId } = one
  const compiled = compile(plan)
  const { state: begun } = compiled.step(
    { ...compiled.begin(), terms: one.state.terms },
    { type: 'start', now: first },
  )
  for (let n = 1; n < count; n++) {
    const [agent] = await db
      .insert(agents)
      .values({ userId, name: `Agent ${n + 1}` })
      .returning()
    if (!agent) throw new Error('an agent could not be written')
    const nextAt = first + Math.round((n * everyMs) / count)
    await insertStrategy(db, {
      id: randomUUID(),
      originKey: randomUUID(),
      agentId: agent.id,
      agentExternalId: agent.externalId,
      owner: null,
      status: 'active',
      userId,
      plan,
      walletAddresses: [wallets[n % wallets.length] ?? ''],
      groupId,
      base,
      state: { ...begun, nextAt, slotAt: nextAt },
    })
  }
}

/** Adds earlier trades: copies of existing ones, in a strategy of their own that has ended. */
export async function age(db: Db, trades: number): Promise<void> {
  const of = sql`from strategy_orders where status = 'filled' order by seq limit 1`
  await db.execute(sql`create temp table past as select n, gen_random_uuid() as id,
    now() - (${trades} - n) * interval '1 second' - interval '1 hour' as at from generate_series(1, ${trades}) n`)
  await db.execute(sql`insert into agents (user_id, name) select user_id, 'Former' from strategies limit 1`)
  await db.execute(sql`
    insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key, ended_at)
    select gen_random_uuid(), s.user_id, a.id, a.external_id, s.plan, s.wallet_addresses, 'stopped', s.state, 'former', now()
    from strategies s, agents a where a.name = 'Former' limit 1`)
  await db.execute(sql`
    insert into operations (id, user_id, type, origin_key, status, request, result, created_at, updated_at, finalized_at)
    select p.id, o.user_id, o.type, 'past:' || p.n, 'completed', o.request, o.result, p.at, p.at, p.at
    from past p, (select * from operations where type = 'trade' and status = 'completed' limit 1) o`)
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status,
      signature, operation_at)
    select p.id, t.position, t.wallet_id, t.wallet_name, t.source, t.destination, t.mint, t.amount, t.status,
      'past' || p.n, p.at
    from past p, (select * from transfers where operation_id = (
      select id from operations where type = 'trade' and status = 'completed' and origin_key not like 'past:%' limit 1)) t`)
  await db.execute(sql`
    insert into transactions (signature, operation_id, attempt, bytes, last_valid_block_height, signed_slot, state,
      ended_at, finalized, slot, fee, created_at)
    select 'past' || p.n, p.id, 1, x.bytes, x.last_valid_block_height, x.signed_slot, 'confirmed', p.at, true, x.slot, x.fee, p.at
    from past p, (select * from transactions where state = 'confirmed' limit 1) x`)
  await db.execute(sql`
    insert into strategy_orders (strategy_id, run, seq, wallet_address, side, input_mint, output_mint, in_amount, status,
      out_amount, spent, fee, at, ended_at, is_final)
    select s.id, 1, p.n, w.wallet_address, w.side, w.input_mint, w.output_mint, w.in_amount, 'filled',
      w.out_amount, w.spent, w.fee, p.at, p.at, true
    from past p, strategies s, (select * ${of}) w where s.origin_key = 'former'`)
  await db.execute(sql`
    insert into strategy_steps (strategy_id, run, event, at, gap_ms)
    select s.id, 1, e.event, p.at, e.gap_ms
    from past p, generate_series(1, 2), strategies s, (select * from strategy_steps order by id desc limit 1) e
    where s.origin_key = 'former'`)
  await db.execute(sql`
    insert into strategy_logs (user_id, agent_id, agent_external_id, strategy_id, kind, data, message, at)
    select l.user_id, s.agent_id, s.agent_external_id, s.id, l.kind, l.data, l.message, p.at
    from past p, generate_series(1, 2), strategies s, (select * from strategy_logs order by id desc limit 1) l
    where s.origin_key = 'former'`)
  await db.execute(sql`
    insert into market_impacts (operation_id, mint, ppb, at)
    select p.id, i.mint, i.ppb, p.at from past p, (
      select distinct on (mint) * from market_impacts order by mint, at desc) i`)
  await db.execute(sql`drop table past`)
  await db.execute(sql`analyze`)
}
