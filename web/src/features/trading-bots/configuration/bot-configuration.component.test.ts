import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  analyzeToken,
  BOT_DEFAULTS,
  type BotParameters,
  getBotParameters,
  getBotStatus,
  saveBotParameters,
  type TokenAnalysis,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { openAnswers } from '../../../test/answers.ts'
import { isFocused, press, until } from '../../../test/person.ts'

const { answer, block, load, sent, show } = await openAnswers()
const { fireEvent, screen, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { TradingBotPanel } = (await load(
  'features/trading-bots/trading-bot-panel.tsx',
)) as typeof import('../trading-bot-panel.tsx')

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const analysis = (supportsSOL: boolean, supportsUSDC: boolean): TokenAnalysis => ({
  status: supportsSOL || supportsUSDC ? 'supported' : 'unsupported',
  error: null,
  location: null,
  supportsSOL,
  supportsUSDC,
  recommendations: ['Trade less at once.'],
})
/** The panel of another group for each test: unsaved text outlives its panel. */
let groups = 0
async function open(saved: BotParameters = BOT_DEFAULTS): Promise<void> {
  answer(getBotParameters, saved)
  answer(getBotStatus, { bots: [], unavailable: null })
  answer(analyzeToken, analysis(true, true))
  show(TradingBotPanel, { groupId: ++groups })
  await screen.findByText(/It is a simulation and runs on test networks only\.$/)
}
const field = (name: string, label: string) =>
  within(screen.getByRole('group', { name })).getByLabelText<HTMLInputElement>(label, { exact: false })
async function leave(input: HTMLInputElement, text: string, becomes: string): Promise<void> {
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  await until(() => input.value === becomes)
}
const says = (text: string) =>
  until(() => screen.queryAllByRole('alert').some((one) => one.textContent.includes(text)))

test('what is wrong with a configuration is said, and only what is saved is started', async () => {
  await open()
  await press('Start Bot')
  await says('Token mint address is required.')
  await press('Save Configuration')
  await says('Token mint address is required.')
  await press('BONK')
  await screen.findByText('Trades for SOL and USDC')
  await press('Start Bot')
  await says('Please save your configuration before starting the bot.')
  // It is clamped on blur; sent from within the field it is refused.
  const least = field('Whales', 'Shortest interval')
  await leave(least, '300', '600')
  await leave(least, '90000', '86400')
  fireEvent.change(least, { target: { value: '599' } })
  fireEvent.submit(least.form as HTMLFormElement)
  await says('Whale intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).')
  await leave(least, '700', '700')
  await leave(field('Whales', 'Longest interval'), '650', '650')
  await press('Save Configuration')
  await says('Whale interval minimum cannot be greater than maximum.')
  assert.equal(least.getAttribute('aria-invalid'), 'true')
  await leave(field('Whales', 'Longest interval'), '', '600')
  await leave(least, '600', '600')
  await leave(field('Retail', 'Smallest trade'), '25', '25')
  await press('Save Configuration')
  await says('Retail trade percentage minimum cannot be greater than maximum.')
  assert.deepEqual(sent(saveBotParameters), [])
})

test('fields left empty have their default, fractions are sent for percent, and what is saved is no longer unsaved', async () => {
  await open({ ...BOT_DEFAULTS, mint_address: BONK, status: 'active' })
  await userEvent.click(screen.getByText('Configuration'))
  await userEvent.click(await screen.findByText('Advanced'))
  fireEvent.click(await screen.findByRole('switch', { name: /^React to price changes/ }))
  const find = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false })
  await leave(field('Retail', 'Smallest trade'), '7', '7')
  await leave(await find('Volatility multiplier'), '', '5')
  await leave(await find('Volatility multiplier'), '12', '10')
  await leave(await find('1h threshold'), '', '1')
  await leave(await find('24h threshold'), '', '5')
  const slider = screen.getByRole('slider', { name: 'Aggressiveness' })
  slider.focus()
  await userEvent.keyboard('{ArrowRight}')
  assert.equal(slider.getAttribute('aria-valuenow'), '0.55')
  assert.ok(screen.getByText('Unsaved changes'))
  const saved: BotParameters = {
    ...BOT_DEFAULTS,
    mint_address: BONK,
    status: 'active',
    retail_trade_percent_min: 0.07,
    hour_threshold: 0.01,
    day_threshold: 0.05,
    aggressiveness: 0.55,
    volatility_multiplier: 10,
    use_advanced_settings: true,
  }
  block(saveBotParameters)
  await press('Save Configuration')
  await says('Failed to save parameters. Please try again.')
  assert.ok(screen.getByText('Unsaved changes'))
  await press('Start Bot')
  await says('Please save your configuration before starting the bot.')
  assert.ok(!screen.queryByRole('dialog'))
  answer(saveBotParameters, saved)
  answer(getBotParameters, saved)
  await press('Save Configuration')
  await screen.findByText('Configuration saved.')
  await isFocused('Save Configuration')
  const body = sent(saveBotParameters).at(-1)?.body
  assert.partialDeepStrictEqual(body, {
    groupId: groups,
    mint_address: BONK,
    status: 'active',
    whale_trade_percent_min: 0.02,
    retail_trade_percent_min: 0.07,
    retail_trade_percent_max: 0.2,
    whale_buy_probability: 0.7,
    hour_threshold: 0.01,
    day_threshold: 0.05,
    aggressiveness: 0.55,
    volatility_multiplier: 10,
    use_advanced_settings: true,
    use_usdc_trading: false,
  })
  await until(() => screen.queryByText('Unsaved changes') === null)
})

test('the currency follows what a token is traded for, and a late answer of another token is not heeded', async () => {
  await open()
  await userEvent.click(await screen.findByText('Advanced'))
  const usdc = await screen.findByLabelText<HTMLInputElement>('USDC trading', { exact: false })
  fireEvent.click(usdc)
  assert.ok(usdc.checked)
  answer(analyzeToken, analysis(true, false))
  await press('USDC')
  await until(() => !usdc.checked)
  // An answer about a token that is no longer in the field.
  const late = Promise.withResolvers<TokenAnalysis>()
  answer(analyzeToken, ({ params }) => (params.mint === BONK ? late.promise : analysis(false, true)))
  fireEvent.change(screen.getByLabelText('Token mint address', { exact: false }), { target: { value: BONK } })
  await until(() => sent(analyzeToken).some(({ params }) => params.mint === BONK))
  await press('JUP')
  await screen.findByText('Trades for USDC')
  await until(() => usdc.checked)
  late.resolve(analysis(true, false))
  await until(
    () =>
      screen.queryByRole('list', { name: 'Recommendations' })?.textContent.includes('Trade less') ?? false,
  )
  assert.ok(usdc.checked)
  answer(analyzeToken, analysis(false, false))
  await press('WIF')
  await screen.findByText('No trading options available')
  block(analyzeToken)
  await press('USDT')
  await screen.findByText('Failed to analyze token')
})
