import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { getBotParameters, getBotStatus } from '@purser/contract/trading-bots/trading-bots.ts'
import { listGroups } from '@purser/contract/wallets/wallet-groups.ts'
import { generateBulk, listWallets } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { TradingBotPanel } = (await load(
  'features/trading-bots/trading-bot-panel.tsx',
)) as typeof import('./trading-bot-panel.tsx')

const { token } = user
await desk.call(generateBulk, {
  token,
  body: { count: 2, namePrefix: 'Runner', createNewGroup: true, newGroupName: 'Flow' },
})
const [group] = (await desk.call(listGroups, { token })).ok
const [whale] = (await desk.call(listWallets, { token })).ok.wallets
if (!group || !whale) throw new Error('a group with wallets was to be made')
await desk.call(requestFaucet, { token, body: { address: whale.address, sol: 10 } })
const query = { groupId: group.id }
const bots = async () => (await desk.call(getBotStatus, { token, query })).ok.bots
const saved = async () => (await desk.call(getBotParameters, { token, query })).ok

/** Calls of the panel that change something, by the end of their path, with their bodies. */
const sent: [path: string, body: Record<string, unknown>][] = []
const real = globalThis.fetch
/** A test's own answer in place of a call. */
let instead: ((url: string, init?: RequestInit) => Promise<Response> | undefined) | undefined
Object.assign(globalThis, {
  fetch: (url: string, init?: RequestInit) => {
    const other = instead?.(url, init)
    if (other) return other
    if (init?.method === 'POST' && url.startsWith('/api/trading-bot'))
      sent.push([url.split('/').at(-1) ?? '', JSON.parse(String(init.body)) as Record<string, unknown>])
    return real(url, init)
  },
})
const starts = () => sent.filter(([path, body]) => path === 'start' && !body.dryRun).length

afterEach(() => {
  cleanup()
  sent.length = 0
  instead = undefined
})

const press = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const inGroup = async (name: string, label: string) =>
  within(await screen.findByRole('group', { name })).getByLabelText<HTMLInputElement>(label, { exact: false })

test('a bot that was never started says what it is, and starts only once it is saved', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  await screen.findByText(/It is a simulation and runs on test networks only\.$/)
  // The second click of a double click on Stop Bot.
  fireEvent.click(await press('Start Bot'), { detail: 2 })
  assert.ok(!screen.queryByText('Token mint address is required.'))
  await person.click(await press('Start Bot'))
  await screen.findByText('Token mint address is required.')
  await person.click(await press('BONK'))
  // It is no longer true.
  assert.ok(!screen.queryByText('Token mint address is required.'))
  await person.click(await press('Start Bot'))
  await screen.findByText('Please save your configuration before starting the bot.')
  assert.deepEqual(sent, [])
  assert.ok(!screen.queryByRole('dialog'))
})

test('percent is sent as a fraction, an interval is clamped where its field is left', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  // It was chosen before, and is not lost with the panel: unsaved fields are open.
  assert.equal((await press('BONK')).getAttribute('aria-pressed'), 'true')
  const size = await inGroup('Whales', 'Largest trade')
  await person.clear(size)
  await person.type(size, '7')
  const interval = await inGroup('Retail', 'Longest interval')
  await person.clear(interval)
  await person.type(interval, '300')
  assert.equal(interval.value, '300')
  await person.tab()
  assert.equal(interval.value, '600')
  assert.ok(screen.getAllByRole('textbox', { name: 'Longest interval in seconds' }).includes(interval))
  await person.click(await press('Save Configuration'))
  await screen.findByText('Configuration saved.')
  const stored = await saved()
  assert.equal(stored.whale_trade_percent_max, 0.07)
  assert.equal(stored.whale_trade_percent_min, 0.02)
  assert.equal(stored.retail_interval_max, 600)
  assert.equal(stored.status, 'active')
})

test('an edit that is not saved counts as not saved, one that is taken back does not', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  const size = await inGroup('Whales', 'Largest trade')
  assert.equal(size.value, '7')
  await person.type(size, '.5')
  await screen.findByText('Unsaved changes')
  await person.click(await press('Start Bot'))
  await screen.findByText('Please save your configuration before starting the bot.')
  assert.deepEqual(sent, [])
  await person.clear(size)
  await person.type(size, '7.0')
  await waitFor(() => assert.ok(!screen.queryByText('Unsaved changes')))
})

test('a start is shown first, happens once however often it is confirmed, and a stop is on screen at once', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  await person.click(await press('Start Bot'))
  const dialog = await screen.findByRole('dialog', { name: 'Start the trading bot' })
  await within(dialog).findByText('Trades a day')
  assert.ok(within(dialog).getByText('localnet'))
  // It holds none of the token yet.
  assert.ok(within(dialog).getByRole('row', { name: /^Runner 1 .* SOL Nothing$/ }))
  assert.equal(starts(), 0)
  assert.deepEqual(
    (await bots()).filter(({ status }) => status !== 'inactive'),
    [],
  )
  await person.dblClick(within(dialog).getByRole('button', { name: 'Confirm and start' }))
  await press('Stop Bot')
  assert.equal(starts(), 1)
  assert.deepEqual(
    (await bots()).map(({ status }) => status),
    ['active'],
  )
  await person.dblClick(await press('Stop Bot'))
  await press('Start Bot')
  assert.ok(screen.getByText('inactive'))
  assert.equal(sent.filter(([path]) => path === 'stop').length, 1)
  assert.deepEqual(
    (await bots()).map(({ status }) => status),
    ['inactive'],
  )
})

const isStart = (url: string, init?: RequestInit) =>
  url.endsWith('/bot/start') && !String(init?.body).includes('dryRun')

async function start(person: ReturnType<typeof userEvent.setup>) {
  await person.click(await press('Start Bot'))
  const dialog = await screen.findByRole('dialog', { name: 'Start the trading bot' })
  await within(dialog).findByText('Trades a day')
  await person.click(within(dialog).getByRole('button', { name: 'Confirm and start' }))
  return dialog
}

test('a stop that got no answer does not stand for the stop of the next run', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  await start(person)
  instead = (url, init) =>
    url.endsWith('/bot/stop') ? real(url, init).then(() => Promise.reject(new TypeError())) : undefined
  await person.click(await press('Stop Bot'))
  await screen.findByRole('button', { name: 'Start Bot' })
  // The bot is stopped, as requested.
  assert.ok(!screen.queryByText(/^Failed to stop bot/))
  // The next run is stopped before the console has read when it began.
  let read = () => {}
  const held = new Promise<void>((resolve) => (read = resolve))
  instead = (url, init) => (url.includes('/bot/status') ? held.then(() => real(url, init)) : undefined)
  await start(person)
  await person.click(await press('Stop Bot'))
  await press('Start Bot')
  read()
  assert.deepEqual(
    (await bots()).map(({ status }) => status),
    ['inactive'],
  )
})

test('a start that fails after its dialog was left is told, and the status is asked for again', async () => {
  const person = userEvent.setup()
  show(TradingBotPanel, { groupId: group.id })
  let refuse = () => {}
  let asked = 0
  instead = (url, init) => {
    if (url.includes('/bot/status')) asked++
    if (!isStart(url, init)) return undefined
    const refused = { error: 'The bot is stopping.', code: 'bot_not_inactive' }
    return new Promise((resolve) => (refuse = () => resolve(Response.json(refused, { status: 409 }))))
  }
  const dialog = await start(person)
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => assert.ok(!screen.queryByRole('dialog')))
  const before = asked
  refuse()
  await screen.findByText('Failed to start bot: The bot is stopping.')
  await waitFor(() => assert.ok(asked > before))
})
