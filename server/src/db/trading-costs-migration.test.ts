/** Strategies of a database of before, after the migration that adds up what trading has cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBefore } from '../test/old-database.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const SOL = 'So11111111111111111111111111111111111111112'

test('what the market took and the rent are added up of the orders, and what was traded counts as traded', async () => {
  const { run, migrate, close } = await openBefore('0029_trading_costs')
  await run("insert into users (email) values ('old@example.com')")
  const terms = '{"terms": {"tokenDecimals": 5, "quoteDecimals": 9}}'
  await run(
    `insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key, run)
     values ('${ID}', 1, 1, 'a', '{}', '[]', 'stopped', '${terms}', 'o', 2)`,
  )
  const order = (run_: number, seq: number, side: string, spent: string, out: string, prices: string) =>
    run(
      `insert into strategy_orders (strategy_id, run, seq, wallet_address, side, input_mint, output_mint, in_amount, status,
         spent, out_amount, token_price, quote_price)
       values ('${ID}', ${run_}, ${seq}, 'w', '${side}', '${side === 'buy' ? SOL : 'token'}',
         '${side === 'buy' ? 'token' : SOL}', 1, 'filled', ${spent}, ${out}, ${prices})`,
    )
  // A token is worth 2 SOL. 1 SOL bought 0.49 tokens, which are worth 0.98; 0.4 tokens brought 0.79 SOL instead of 0.8.
  await order(1, 1, 'buy', '1000000000', '1', '200, 100')
  await order(2, 1, 'buy', '1000000000', '49000', '200, 100')
  await order(2, 2, 'sell', '40000', '790000000', '200, 100')
  await order(2, 3, 'sell', '40000', '790000000', 'null, null')
  const operation = (key: string, request: string, result: string) =>
    run(
      `insert into operations (id, user_id, type, origin_key, status, request, result)
       values (gen_random_uuid(), 1, 'trade', '${key}', 'completed', '${request}', '${result}')`,
    )
  await operation(`strategy:${ID}:2:1:w`, '{}', '{"rent": "1488440"}')
  await operation('of a bot', '{"inputMint": "other", "outputMint": "token"}', '{"fee": "5000"}')
  await migrate()
  assert.deepEqual(await run('select market_quote::text, rent_lamports::text from strategies'), [
    ['30000000', '1488440'],
  ])
  assert.deepEqual(await run('select mint from market_traded order by mint collate "C"'), [
    [SOL],
    ['other'],
    ['token'],
  ])
  await close()
})
