// Pages: dashboard
/** A language model reads instructions: the chat while it works, when it fails, and when the line breaks meanwhile. */
import { watchChannel } from './channels.ts'
import { expect, test } from './fixtures.ts'
import { error, type ModelServer, startModelServer, streamed } from '../server/src/test/model-server.ts'
import { BONK, createAgent, fundWallet, signUp, say, setToken } from './person.ts'
import { startProduct } from './product.ts'

let model: ModelServer
test.use({
  async product({}, use) {
    model = await startModelServer()
    const product = await startProduct({
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'some-model',
      AI_API_KEY: 'sk-needle',
    })
    await use(product)
    await product.remove()
    await model.close()
  },
})

const swap = (value: number) =>
  JSON.stringify({
    kind: 'plan',
    plan: { strategy_type: 'swap', trade_direction: 'buy', amount: { value, unit: 'SOL' } },
  })

test('a model reads, fails, reads on over a broken line, and what it read runs once it is confirmed', async ({
  page,
  product,
}) => {
  /** The last outcome from a channel. */
  let outcome: object | undefined
  const lines = await watchChannel(page, '/ws/agent_chat/', {
    onMessage(message) {
      if (/"data":\{/.test(JSON.stringify(message))) outcome = message as object
    },
  })
  await signUp(page, 'reader')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)

  model.answer(error(401, { error: { message: 'Incorrect API key: sk-needle' } }))
  await say(page, 'buy 0.01 SOL')
  await expect(page.getByText(/its provider rejects the key of this desk/)).toBeVisible()

  model.answer(
    streamed(
      JSON.stringify({
        kind: 'plan',
        plan: {
          strategy_type: 'grid',
          upper_price_usd: '15',
          lower_price_usd: '10',
          grid_levels: 3,
          total_amount: { value: 1000, unit: 'USDC' },
        },
      }),
    ),
  )
  await say(page, 'trade SOL for me')
  await expect(
    page.getByText(
      'Unable to connect to the trading AI. The service is experiencing issues with market data. Please try again later.',
    ),
  ).toBeVisible()

  let answerNow: (() => void) | undefined
  model.answer((response, asked) => {
    answerNow = () => streamed(swap(0.02))(response, asked)
  })
  await say(page, 'buy 0.02 SOL')
  await expect(page.getByText('Analyzing your instruction...')).toBeVisible()
  await expect.poll(() => answerNow !== undefined).toBe(true)
  // The line breaks, the plan reaches nobody, the line is back.
  const before = lines.length
  lines.at(-1)?.close(3000)
  answerNow?.()
  await expect.poll(() => lines.length).toBeGreaterThan(before)
  await expect(page.getByText('Buy BONK for 0.02 SOL, once.').first()).toBeVisible()
  await expect(page.getByText('Analyzing your instruction...')).toHaveCount(0)

  // The answer for an agent that is not on screen is saved for it and shown to no other.
  answerNow = undefined
  model.answer((response, asked) => {
    answerNow = () => streamed(swap(0.03))(response, asked)
  })
  await say(page, 'buy 0.03 SOL')
  await expect.poll(() => answerNow !== undefined).toBe(true)
  await page.getByRole('button', { name: 'Create Agent' }).click()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  const saved = page.waitForRequest((request) => /0\.03 SOL, once/.test(request.postData() ?? ''))
  ;(answerNow as (() => void) | undefined)?.()
  await saved
  await expect(page.getByText(/0\.03 SOL, once/)).toHaveCount(0)
  await page.getByTestId('agents').getByRole('button', { name: 'Agent 1' }).click()
  await expect(page.getByText(/0\.03 SOL, once/).first()).toBeVisible()
  // A user who comes back before the answer still gets it with its button.
  answerNow = undefined
  model.answer((response, asked) => {
    answerNow = () => streamed(swap(0.02))(response, asked)
  })
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL')
  await expect.poll(() => answerNow !== undefined).toBe(true)
  await page.getByTestId('agents').getByRole('button', { name: 'Agent 2' }).click()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  await page.getByTestId('agents').getByRole('button', { name: 'Agent 1' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  ;(answerNow as (() => void) | undefined)?.()

  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByLabel('Terminal log').getByText(/Bought .+ BONK for 0\.02 SOL/)).toBeVisible()

  // A user who opens another agent meanwhile, or reloads, finds the plan on coming back.
  const meanwhile = async (amount: number, elsewhere: () => Promise<void>, back: () => Promise<void>) => {
    let tell: (() => void) | undefined
    const working = page.getByText(/^(?:Working on it|Analyzing your instruction\.\.\.)/)
    model.answer((response, asked) => {
      tell = () => streamed(swap(amount))(response, asked)
    })
    await say(page, `buy ${amount} SOL of ${BONK}`)
    await expect.poll(() => tell !== undefined).toBe(true)
    // A copy of the earlier answer is no answer to this.
    if (outcome) for (const line of lines) line.send(outcome)
    await expect(working).toBeVisible()
    await elsewhere()
    tell?.()
    await back()
    const plan = page.getByText(`Buy BONK for ${amount} SOL, once.`)
    await expect(plan.first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Execute Strategy' }).last()).toBeEnabled()
    await expect(working).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Welcome to Agent 3!')).toBeVisible()
  const open = (name: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click()
  await meanwhile(
    0.03,
    async () => {
      await open('Agent 1')
      await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
    },
    () => open('Agent 3'),
  )
  const reload = async () => void (await page.reload())
  await meanwhile(0.04, reload, async () => {
    if (!(await page.getByText('Welcome to Agent 3!').isVisible())) await open('Agent 3')
  })
  await page.getByRole('button', { name: 'Execute Strategy' }).last().click()
  await expect(page.getByLabel('Terminal log').getByText(/Bought .+ BONK for 0\.04 SOL/)).toBeVisible()
  expect(product.output()).not.toContain('sk-needle')
  expect(product.output()).not.toMatch(/"level":"error"/)
})
