import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOT_DEFAULTS, BotParametersChange } from '@purser/contract/trading-bots/trading-bots.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import * as fc from 'fast-check'
import { changeOf, draftOf, filled, isSame, problemsOf } from './bot-draft.ts'
import {
  accepts,
  fractionOf,
  lengthText,
  percentText,
  normalizeText,
  stepText,
  textOf,
  valueOf,
} from './bot-fields.ts'

test('percent is shown and a fraction is sent, without float dust', () => {
  const pairs: [string, number][] = [
    ['2', 0.02],
    ['7', 0.07],
    ['14', 0.14],
    ['28.5', 0.285],
    ['0.1', 0.001],
    ['57.55', 0.5755],
    ['100', 1],
    ['0', 0],
    ['0.000001', 0.000_000_01],
  ]
  for (const [percent, fraction] of pairs) {
    assert.equal(fractionOf(percent), fraction)
    assert.equal(percentText(fraction), percent)
  }
  assert.equal(fractionOf('5.'), 0.05)
  assert.equal(fractionOf('.5'), 0.005)
})

test('every percentage survives being shown and sent again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (millionths) => {
      const percent = String(millionths / 1_000_000)
      if (percent.includes('e')) return
      assert.equal(percentText(fractionOf(percent)), percent)
    }),
  )
})

test('an interval is clamped when its field is left, and an emptied one is the shortest', () => {
  const left = (text: string) => normalizeText('whale_interval_min', text)
  assert.deepEqual(['', '0', '300', '599', '600', '601', '86400', '86401', '999999999'].map(left), [
    '600',
    '600',
    '600',
    '600',
    '600',
    '601',
    '86400',
    '86400',
    '86400',
  ])
  // The tooltip of the retail maximum once said 300: 600 applies.
  assert.equal(normalizeText('retail_interval_max', '300'), '600')
})

test('emptied advanced fields go back to 5, 1 percent and 5 percent', () => {
  assert.equal(normalizeText('volatility_multiplier', ''), '5')
  assert.equal(normalizeText('hour_threshold', ''), '1')
  assert.equal(normalizeText('day_threshold', '.'), '5')
})

test('fields are within their limits when they are left', () => {
  assert.equal(normalizeText('volatility_multiplier', '0.5'), '1')
  assert.equal(normalizeText('volatility_multiplier', '11'), '10')
  assert.equal(normalizeText('hour_threshold', '250'), '100')
  assert.equal(normalizeText('whale_trade_percent_max', '100.5'), '100')
  assert.equal(normalizeText('whale_buy_probability', ''), '70')
  assert.equal(normalizeText('whale_threshold', '007.50'), '7.5')
})

test('only numbers are typed, of intervals only whole ones', () => {
  for (const text of ['', '.', '5', '5.', '.5', '12.345678']) assert.ok(accepts('hour_threshold', text), text)
  for (const text of ['-1', '1e3', '1,5', ' 1', '12.3456789', '1.2.3'])
    assert.ok(!accepts('hour_threshold', text), text)
  assert.ok(accepts('whale_interval_min', '600'))
  assert.ok(!accepts('whale_interval_min', '600.5'))
  assert.ok(!accepts('whale_interval_min', '600.'))
})

test('arrow keys step within the limits', () => {
  assert.equal(stepText('whale_trade_percent_min', '2', 1), '3')
  assert.equal(stepText('whale_trade_percent_min', '0.5', -1), '0')
  assert.equal(stepText('whale_trade_percent_min', '100', 1), '100')
  assert.equal(stepText('whale_interval_min', '600', -1), '600')
  assert.equal(stepText('hour_threshold', '0.2', 1), '0.3')
})

test('defaults are shown as the specification has them and sent back unchanged', () => {
  const draft = { ...draftOf(BOT_DEFAULTS), mint_address: ' mint ' }
  assert.deepEqual(problemsOf(draft), [])
  assert.equal(draft.whale_trade_percent_min, '2')
  assert.equal(draft.retail_buy_probability, '60')
  const sent = changeOf(draft, 7)
  const { status: _, mint_address: __, ...numbers } = BOT_DEFAULTS
  const amounts = { whale_threshold: '5', price_range_min: '0', price_range_max: '100' }
  assert.deepEqual(sent, { ...numbers, ...amounts, groupId: 7, mint_address: 'mint', status: 'active' })
  assert.ok(BotParametersChange.safeParse(sent).success)
})

test('each mistake is named by its text, with its fields', () => {
  const texts = (change: Partial<ReturnType<typeof draftOf>>) =>
    problemsOf(filled({ ...draftOf(BOT_DEFAULTS), mint_address: 'mint', ...change })).map(({ text }) => text)
  assert.deepEqual(texts({ mint_address: '  ' }), ['Token mint address is required.'])
  assert.deepEqual(texts({ whale_interval_min: '599' }), [
    'Whale intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).',
  ])
  assert.deepEqual(texts({ retail_interval_max: '' }), [
    'Retail intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).',
  ])
  assert.deepEqual(texts({ whale_interval_min: '700', whale_interval_max: '600' }), [
    'Whale interval minimum cannot be greater than maximum.',
  ])
  assert.deepEqual(texts({ retail_interval_min: '86400', retail_interval_max: '600' }), [
    'Retail interval minimum cannot be greater than maximum.',
  ])
  assert.deepEqual(texts({ whale_trade_percent_min: '6' }), [botTexts.order('Whale trade percentage')])
  assert.deepEqual(texts({ retail_trade_percent_max: '9' }), [botTexts.order('Retail trade percentage')])
  assert.deepEqual(texts({ price_range_min: '100.000000001' }), [botTexts.order('Price range')])
  assert.equal(texts({ hour_threshold: '101', volatility_multiplier: '11' }).length, 1)
  assert.deepEqual(texts({ hour_threshold: '', volatility_multiplier: '' }), [])
})

test('a field that means the same is not an edit', () => {
  assert.ok(isSame('whale_threshold', '5.0', '5'))
  assert.ok(isSame('mint_address', ' a ', 'a'))
  assert.ok(!isSame('whale_threshold', '', '5'))
  assert.ok(!isSame('aggressiveness', 0.5, 0.55))
  assert.equal(valueOf('whale_threshold', '0.123456789'), '0.123456789')
  assert.equal(textOf('whale_threshold', '1234567890.123456789'), '1234567890.123456789')
})

test('lengths of time are told in words', () => {
  assert.deepEqual(['600', '5400', '86400', '172800', '61', ''].map(lengthText), [
    '10 min',
    '1 h 30 min',
    '1 day',
    '2 days',
    '1 min 1 s',
    '',
  ])
})
