/** A sum of money and a token, and not a word more: both buyers and sellers say it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
const SUMS = ['2 SOL', '0.25 sol', '40 usdc', '200 bucks', '$75', 'half a SOL']
const BARE = SUMS.flatMap((sum) => [`${sum} WIF`, `wif ${sum}`, `${sum} of WIF`, `WIF, ${sum}.`])
const AT = BARE.map((text) => `${text.replace(/\.$/, '')} at $0.9`)

test('they are asked which way, at the market and at a price', async () => {
  const market = BARE.flatMap((text) => [`${text} market`, `${text}, max slippage 1%`])
  for (const text of [...BARE, ...AT, ...market]) {
    const meant = await said(text)
    assert.ok(meant.kind === 'ask' && meant.code === 'direction', `${text}: ${JSON.stringify(meant)}`)
  }
})

test('nor does a courtesy, a greeting or its worth say the way', async () => {
  const kind = BARE.flatMap((text) => {
    const plain = text.replace(/\.$/, '')
    return [
      `${plain} please`,
      `hi, ${plain} now`,
      `good morning, ${plain} please, thanks`,
      `${plain} pls, thx`,
    ]
  })
  const worth = SUMS.flatMap((sum) => [`${sum} worth of JUP`, `JUP please, ${sum} worth, at market`])
  const at = [...AT, ...AT.map((text) => `hello, ${text}, gtc`)].map((text) => `${text} please`)
  await asks('direction', [
    ...kind,
    ...worth,
    ...at,
    '30 dollars of JUP only',
    'just 30 dollars of JUP',
    'I got 2 SOL of WIF',
  ])
})

test('a trade with a sum and no other side is either', async () => {
  const trades = SUMS.flatMap((sum) => [
    `trade ${sum} of this coin please`,
    `trade ${sum} of WIF`,
    `trade ${sum} on JUP at $0.9`,
    `trade ${sum} of WIF every hour for a day`,
  ])
  await asks('direction', trades)
  for (const text of ['trade 40 USDC for JUP', 'trade half a SOL into WIF']) {
    const meant = await said(text)
    assert.ok(meant.kind === 'plan' && meant.plan.trade_direction === 'buy', text)
  }
})

test('SOL from a token may be paid for with it', async () => {
  for (const coin of ['0.5 SOL', '0.5 sol each day', '20 USDC'])
    await asks('direction', [`buy ${coin} from WIF`, `i like to buy ${coin} from JUP, please`])
  for (const text of ['buy 20 dollars from WIF', 'buy 0.5 SOL of WIF from my wallet']) {
    const meant = await said(text)
    assert.ok(meant.kind === 'plan' && meant.plan.trade_direction === 'buy', text)
  }
})

test('an amount before all that is done may be for all orders', async () => {
  for (const sum of ['10 SOL', '40 USDC', '$300'])
    await asks('total_or_each', [
      `${sum} of WIF, buy every 5 minutes, 4 hours`,
      `${sum} of JUP, buy daily for a week`,
    ])
  const each = await said('buy 10 SOL of WIF every 5 minutes, 4 hours')
  assert.ok(each.kind === 'plan' && each.plan.strategy_type === 'dca')
})

test('what recurs, or has a direction, is bought', async () => {
  for (const text of ['10 dollars of JUP every day please', '2 SOL of WIF hourly, please']) {
    const meant = await said(text)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'dca', text)
    assert.equal(meant.plan.trade_direction, 'buy', text)
  }
  for (const text of ['30 dollars into JUP please', '30 dollars for JUP please', '2 SOL -> WIF please']) {
    const meant = await said(text)
    assert.ok(meant.kind === 'plan' && meant.plan.trade_direction === 'buy', text)
  }
})

test('the answer makes the plan', async () => {
  for (const text of BARE)
    for (const side of ['buy', 'sell'] as const) {
      const meant = await said(text, side)
      assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'swap', `${text} // ${side}`)
      assert.equal(meant.plan.trade_direction, side, text)
    }
  for (const text of AT) {
    const meant = await said(text, 'buy')
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'limit', `${text} // buy`)
    assert.equal(meant.plan.limit_price_usd, 0.9)
  }
})

test('a word that spends, gets or asks for it says the way', async () => {
  for (const text of [
    '2 SOL into WIF',
    '2 SOL -> WIF',
    'put 2 SOL on WIF',
    'spend 2 SOL on WIF',
    'take 2 SOL of WIF',
    'may I have 2 SOL of WIF?',
    'I take 2 SOL of WIF',
    'could I trouble you for 2 SOL of WIF',
    'please get me 2 SOL of WIF',
  ]) {
    const meant = await said(text)
    assert.ok(
      meant.kind === 'plan' && meant.plan.strategy_type === 'swap',
      `${text}: ${JSON.stringify(meant)}`,
    )
    assert.equal(meant.plan.trade_direction, 'buy', text)
  }
})

async function asks(code: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const meant = await said(text)
    assert.ok(meant.kind === 'ask' && meant.code === code, `${text}: ${JSON.stringify(meant)}`)
  }
}

test('the dip is a price that has to be named', async () => {
  for (const verb of ['buy', 'please buy', 'buying'])
    for (const place of ['on WIF', 'in JUP'])
      await asks('price', [`${verb} the dip ${place} with half a SOL`, `${verb} the dip ${place} for $40`])
  for (const texts of [
    ['buy the dip on WIF with 1 SOL', '10% below'],
    ['buy the dip on JUP, 1 SOL at $0.42'],
  ]) {
    const meant = await said(...texts)
    assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'limit', texts.join(' // '))
  }
})

test('an amount between commas after a number of orders may be for all of them', async () => {
  for (const deed of ['buy JUP', 'sell WIF'])
    for (const number of ['10 times', '5x', 'in 10 orders'])
      await asks('total_or_each', [
        `${deed} ${number}, 2 SOL, every hour`,
        `${deed} ${number}, 300 USDC, daily`,
      ])
})

test('a leverage is no number of orders', async () => {
  for (const n of ['2x', '10x', '5 x'])
    for (const text of [
      `long JUP ${n} with 1 SOL`,
      `${n} long on WIF, 2 SOL`,
      `open a ${n} long on JUP with 1 SOL`,
      `buy 1 SOL of JUP with ${n}`,
      `${n} long WIF 2 SOL every hour`,
    ])
      assert.equal((await said(text)).kind, 'refused', text)
  const meant = await said('buy 0.1 SOL of JUP 5x, every hour')
  assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'dca' && meant.plan.order_count === 5)
})

test('SOL that is bought with a token may be a sale of the token', async () => {
  for (const verb of ['buy', 'stack', 'accumulate'])
    for (const way of ['with my', 'using', 'with'])
      for (const [token, each] of [
        ['JUP', '10 JUP a day'],
        ['WIF', '2 WIF every hour'],
      ])
        await asks('direction', [
          `${verb} SOL ${way} ${token}, ${each}`,
          `${verb} USDC ${way} ${token}, ${each}`,
          `${verb} SOL ${way} ${token}`,
        ])
  await asks('direction', ['buy SOL with half my JUP', 'buy USDC with 20% of my WIF'])
  const sold = await said('stack SOL with my JUP, 10 JUP a day', 'sell')
  assert.ok(sold.kind === 'plan' && sold.plan.trade_direction === 'sell')
  const bought = await said('buy JUP with SOL, 10 JUP a day')
  assert.ok(bought.kind === 'plan' && bought.plan.trade_direction === 'buy')
})

test('a token that is turned into SOL or USDC is sold, whatever was left open', async () => {
  for (const verb of ['swap', 'convert', 'rotate', 'switch', 'flip', 'exchange'])
    for (const quote of ['SOL', 'USDC']) {
      const meant = await said(`${verb} my JUP to ${quote}`)
      assert.ok(meant.kind === 'ask' && meant.question === 'How much JUP should be sold?', `${verb} ${quote}`)
      const share = await said(`${verb} WIF to ${quote}, 5% a day`)
      assert.ok(share.kind === 'plan' && share.plan.trade_direction === 'sell', `${verb} ${quote}`)
      const got = await said(`${verb} ${quote} to WIF, 5 ${quote} a day`)
      assert.ok(got.kind === 'plan' && got.plan.trade_direction === 'buy', `${verb} ${quote}`)
    }
  for (const verb of ['drip', 'DCA'])
    await asks('direction', [`${verb} JUP into SOL`, `${verb} JUP into USDC 5% a day`])
})

test('a share of the wallet that goes into a token at a pace is not kept there, until that is said', async () => {
  for (const what of ['1% of my balance', 'put 5% of my wallet', 'move 3% of my portfolio', '2% of my funds'])
    for (const way of ['into JUP each day', 'into WIF every week', 'to BONK hourly']) {
      const meant = await said(`${what} ${way}`)
      assert.ok(meant.kind === 'ask' && / go into .* be kept at /.test(meant.question), `${what} ${way}`)
    }
  const first = 'put 1% of my balance into JUP each day'
  const bought = await said(first, 'buy JUP with 1% of my SOL every day')
  assert.ok(bought.kind === 'plan' && bought.plan.strategy_type === 'dca')
  const kept = await said(first, 'keep JUP at 1%, check every day')
  assert.ok(kept.kind === 'plan' && kept.plan.strategy_type === 'rebalance')
  const check = await said('put 20% of my wallet into WIF and check weekly')
  assert.ok(check.kind === 'plan' && check.plan.strategy_type === 'rebalance')
})

test('SOL that is turned into USDC is sold, and bought with it the other way', async () => {
  for (const verb of ['swap', 'convert', 'exchange']) {
    const away = await said(`${verb} SOL to USDC`, '1 SOL')
    assert.ok(
      away.kind === 'plan' && away.plan.trade_direction === 'sell' && away.plan.quote === 'USDC',
      verb,
    )
    const share = await said(`${verb} my SOL into USDC, 5% a day`)
    assert.ok(share.kind === 'plan' && share.plan.trade_direction === 'sell', verb)
    const back = await said(`${verb} USDC to SOL`, '20 USDC')
    assert.ok(back.kind === 'plan' && back.plan.trade_direction === 'buy' && back.plan.quote === 'USDC', verb)
  }
})
