/** Texts about a part of the plan shown, 'the stop', 'the amount', 'it': they change that plan or are asked about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { type Line, TOKENS, converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

/** A plan, and its parts: the name of each, its new value, and the fields that may differ then. */
const PLANS: [said: string, parts: [name: string, value: string, ...fields: string[]][]][] = [
  [
    'buy 1 SOL of BONK',
    [
      ['amount', '0.5 SOL', 'amount'],
      ['slippage', '2%', 'slippage_bps'],
    ],
  ],
  ['sell 40% of my JUP', [['amount', '60%', 'amount']]],
  [
    'buy 0.1 SOL of BONK every hour for 3 days',
    [
      ['amount', '0.2 SOL', 'amount_per_order'],
      ['interval', '2 hours', 'interval_seconds'],
      ['duration', '5 days', 'duration_days'],
    ],
  ],
  [
    'buy 0.1 SOL of BONK every hour, only below $0.00003',
    [
      ['price limit', '$0.00002', 'max_price_usd'],
      ['limit', '$0.00002', 'max_price_usd'],
    ],
  ],
  [
    'buy 0.1 SOL of BONK every hour, 10 times',
    [
      ['number of orders', '20', 'order_count'],
      ['count', '20', 'order_count'],
    ],
  ],
  [
    'split 6 SOL into JUP over 4 hours',
    [
      ['amount', '8 SOL', 'total_amount'],
      ['total', '8 SOL', 'total_amount'],
      ['duration', '6 hours', 'total_duration_seconds', 'order_interval_seconds'],
      ['interval', '20 minutes', 'order_interval_seconds'],
    ],
  ],
  [
    'limit buy 2 SOL of JUP at $1.20, good for 2 days',
    [
      ['limit', '$1.10', 'limit_price_usd'],
      ['price', '$1.10', 'limit_price_usd'],
      ['limit price', '$1.10', 'limit_price_usd'],
      ['amount', '3 SOL', 'amount'],
      ['expiry', '3 days', 'expires_in_seconds'],
    ],
  ],
  [
    'grid on JUP from 1 to 2 dollars, 10 levels, 2 sol',
    [
      ['range', '1.1 to 2.2', 'lower_price_usd', 'upper_price_usd'],
      ['top', '$2.50', 'upper_price_usd'],
      ['lower bound', '$0.90', 'lower_price_usd'],
      ['levels', '20', 'grid_levels'],
      ['number of levels', '20', 'grid_levels'],
      ['amount', '3 SOL', 'total_amount'],
    ],
  ],
  [
    'buy 1 SOL of BONK, stop loss 8%, take profit 30%',
    [
      ['stop', '12%', 'stop_loss_percent'],
      ['stop loss', '12%', 'stop_loss_percent'],
      ['target', '40%', 'take_profit_percent'],
      ['take profit', '40%', 'take_profit_percent'],
      ['amount', '2 SOL', 'amount'],
    ],
  ],
  [
    'put a 5% trailing stop on my JUP',
    [
      ['trailing stop', '3%', 'trailing_stop_percent'],
      ['stop', '3%', 'trailing_stop_percent'],
      ['trail', '3%', 'trailing_stop_percent'],
    ],
  ],
  [
    'rsi 15m on BONK, buy below 25, sell above 75, 0.2 SOL per trade',
    [
      ['amount', '0.3 SOL', 'amount_per_trade'],
      ['timeframe', '1h', 'timeframe'],
      ['buy level', '20', 'buy_below'],
      ['sell level', '80', 'sell_above'],
    ],
  ],
  [
    'SMA 10/50 crossover on 1h candles for JUP, 0.3 SOL per trade',
    [
      ['amount', '0.4 SOL', 'amount_per_trade'],
      ['fast average', '20', 'fast_length'],
      ['slow average', '100', 'slow_length'],
    ],
  ],
  [
    'keep 40 % of my wallet in JUP, check every 4 hours, threshold 3%',
    [
      ['target', '50%', 'target_percent'],
      ['share', '50%', 'target_percent'],
      ['threshold', '4%', 'threshold_percent'],
      ['interval', '6 hours', 'interval_seconds'],
    ],
  ],
]
const VERBS = 'move raise lower widen tighten bring push drop change set put shift bump'.split(' ')
const UP = new Set(['raise', 'push', 'bump', 'move'])

/** The settings have another token: an order of its own would trade that one. */
const said = (...texts: string[]): Promise<Interpretation> =>
  converse(interpretText, {
    say: texts.at(-1) ?? '',
    after: texts.slice(0, -1),
    setting: 'WIF',
    want: {},
  } satisfies Line)
const planOf = async (text: string): Promise<Plan> => {
  const meant = await said(text)
  assert.ok(meant.kind === 'plan', text)
  return meant.plan
}
const WIF = TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint

test('any verb with any part of any plan changes that part alone', async () => {
  for (const [text, parts] of PLANS)
    for (const [name, value, ...fields] of parts)
      for (const [i, verb] of VERBS.entries()) {
        const way = UP.has(verb) ? 'up' : 'down'
        const forms = [
          `${verb} the ${name} to ${value}`,
          `please ${verb} the ${name} ${way} to ${value}`,
          `${verb} the ${name} at ${value}`,
          `can you ${verb} the ${name} to ${value}?`,
        ]
        const change = forms[i % forms.length] ?? ''
        const meant = await said(text, change)
        assert.ok(meant.kind === 'plan' && meant.changes, `${text} // ${change}: ${JSON.stringify(meant)}`)
        const changed = meant.changes.map(({ field }) => field)
        assert.ok(
          changed.length > 0 && changed.every((one) => fields.includes(one)),
          `${text} // ${change}: ${changed.join()}`,
        )
      }
})

test('an equals sign says it as well', async () => {
  const shown = 'buy 1 SOL of BONK, stop loss 8%, take profit 30%'
  const read = async (change: string) => {
    const meant = await said(shown, change)
    const plan = meant.kind === 'plan' && meant.plan.strategy_type === 'bracket' ? meant.plan : undefined
    return [plan?.stop_loss_percent, plan?.take_profit_percent]
  }
  assert.deepEqual(await read('set the stop = 12%'), [12, 30])
  assert.deepEqual(await read('move the stop=12%'), [12, 30])
  assert.deepEqual(await read('move the target = 40%'), [8, 40])
})

test('nothing that is said of a part, or of it, begins another plan', async () => {
  for (const [text, parts] of PLANS) {
    const shown = await planOf(text)
    const names = [
      ...parts.map(([name]) => `the ${name}`),
      'it',
      'that',
      'the stop',
      'the target',
      'the limit',
      'the range',
    ]
    for (const name of names)
      for (const [i, verb] of VERBS.entries()) {
        const forms = [
          `${verb} ${name} to 12%`,
          `${verb} ${name} up 2%`,
          `${verb} ${name} by 2%`,
          `${verb} ${name} a bit`,
          `${verb} ${name} down to 0.2 SOL`,
          `${name} should be at 15%`,
          `${name} to 12% please`,
          `now ${verb} ${name} to 3 hours`,
        ]
        for (const change of [forms[i % forms.length] ?? '', forms[(i + 3) % forms.length] ?? '']) {
          const meant = await said(text, change)
          if (meant.kind !== 'plan') continue
          assert.ok(meant.changes, `${text} // ${change}: ${JSON.stringify(meant.plan)}`)
          assert.equal(meant.plan.token_address, shown.token_address, `${text} // ${change}`)
          // A stop or a price makes something else of a single order.
          if (shown.strategy_type !== 'swap')
            assert.equal(meant.plan.strategy_type, shown.strategy_type, `${text} // ${change}`)
          assert.equal(meant.plan.trade_direction, shown.trade_direction, `${text} // ${change}`)
        }
      }
  }
})

test('an order that names its token is one of its own, whatever was shown', async () => {
  for (const text of [
    'buy 2 SOL of WIF',
    'sell half my WIF',
    'put a 7% stop on my WIF',
    'put 1 SOL into WIF at $1.20',
  ]) {
    const meant = await said('buy 1 SOL of BONK, stop loss 8%, take profit 30%', text)
    assert.ok(meant.kind === 'plan' && meant.plan.token_address === WIF, `${text}: ${JSON.stringify(meant)}`)
  }
})
