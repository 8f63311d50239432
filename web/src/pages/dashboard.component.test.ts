import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addChat,
  type Agent,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  listChat,
  listTerminalLogs,
  parseInstruction,
} from '@purser/contract/agents/agents.ts'
import { getStrategyTotals } from '@purser/contract/strategies/strategies.ts'
import { getBalance, listBalances } from '@purser/contract/balances/balances.ts'
import { renameAgent } from '@purser/contract/agents/agent-desk.ts'
import {
  connectWallet,
  disconnectWallet,
  generateBulk,
  generateWallet,
  listWallets,
  revealKey,
  type Wallet,
  type WalletGroup,
} from '@purser/contract/wallets/wallets.ts'
import { openAnswers } from '../test/answers.ts'
import { dialogOf, fill, isDisabled, isFocused, press, typeKeys, until } from '../test/person.ts'
import { aGroup, aWallet, TIME } from '../test/values.ts'

const { answer, block, forget, fresh, hold, load, refuse, sent, show } = await openAnswers()
const { cleanup, fireEvent, screen, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { DashboardPage } = (await load('pages/dashboard.tsx')) as typeof import('./dashboard.tsx')

const WELCOME =
  'Welcome to Agent 1! How can I help you today? You can ask me to trade cryptocurrency, view your wallets, or generate new wallets for you.'
const anAgent = (id: number, name = `Agent ${id}`): Agent => ({
  id,
  name,
  external_id: `external-${id}`,
  active: false,
  status: 'stopped',
  strategies: [],
  created_at: TIME,
})
const welcome = { id: 1, agent_id: 1, role: 'system' as const, content: WELCOME, timestamp: TIME }

/** The dashboard with these agents, none of which has run, and these wallets, which hold nothing. */
async function open(
  agents: Agent[],
  wallets: Wallet[] = [],
  groups: WalletGroup[] = [],
  path = '/dashboard',
) {
  answer(listAgents, agents)
  answer(getAgent, ({ params }) => ({
    ...(agents.find(({ id }) => String(id) === params.id) ?? anAgent(1)),
    strategies: [],
  }))
  answer(listChat, [welcome])
  answer(listTerminalLogs, [])
  answer(listWallets, { wallets, groups })
  answer(getBalance, { solBalance: 0, tokens: [] })
  answer(listBalances, { balances: [] })
  answer(disconnectWallet, { success: true, message: 'Disconnected' })
  answer(connectWallet, { success: true, message: 'Connected' })
  show(DashboardPage, {}, path)
  if (agents.length > 0) await screen.findByText(WELCOME)
}
const NO_STRATEGIES = { strategies: 0, more: false, pnl: null, current: [] }
const list = () => within(screen.getByRole('navigation', { name: 'My Agents' }))
const area = () => within(screen.getByRole('region', { name: 'Wallet' }))

test('an empty dashboard says so, and an agent that is not made is told', async () => {
  await open([])
  await list().findByText('No agents found')
  assert.ok(screen.getByRole('heading', { name: 'Trading Agent Dashboard' }))
  assert.ok(screen.getByRole('heading', { name: 'Welcome to Trading Agent' }))
  assert.ok(
    screen.getByText('Create a new agent or select an existing one to get started with automated trading.'),
  )
  block(createAgent)
  await press('Create Agent', list())
  await screen.findByText('Failed to create agent. Please try again.')
})

test('agents that cannot be loaded are told, and asked for until they come', async () => {
  block(listAgents)
  show(DashboardPage, {}, '/dashboard')
  await screen.findByText('Failed to load agents. Please try again.')
  const asked = sent(listAgents).length
  await press('Retry')
  await until(() => sent(listAgents).length > asked)
  await screen.findByText('Failed to load agents. Please try again.')
  answer(listAgents, [])
  await press('Retry')
  await list().findByText('No agents found')
  assert.ok(!screen.queryByText('Failed to load agents. Please try again.'))
})

test('an agent is deleted after a question, and a refusal is told in it', async () => {
  await open([anAgent(1), anAgent(2)], [], [], '/dashboard?agent=2')
  assert.equal(
    list()
      .getByRole('button', { name: /^Agent 2/ })
      .getAttribute('aria-current'),
    'true',
  )
  await press('Delete Agent 2')
  const dialog = await dialogOf('Delete Agent')
  assert.ok(
    dialog.getByText(
      'Are you sure you want to delete Agent 2? This will stop any running strategies and remove the agent from your account.',
    ),
  )
  block(deleteAgent)
  await press('Delete', dialog)
  await dialog.findByText('Failed to delete agent. Please try again.')
  answer(deleteAgent, { success: true })
  const release = hold(deleteAgent)
  await press('Delete', dialog)
  await dialog.findByRole('button', { name: 'Deleting...' })
  assert.deepEqual([isDisabled('Deleting...', dialog), isDisabled('Cancel', dialog)], [true, true])
  answer(listAgents, [anAgent(1)])
  release()
  await until(() => !screen.queryByRole('dialog', { name: 'Delete Agent' }))
  assert.equal(list().getAllByRole('listitem').length, 1)
  assert.equal(
    list()
      .getByRole('button', { name: /^Agent 1/ })
      .getAttribute('aria-current'),
    'true',
  )
})

test('a name that is refused leaves the focus on Rename, and one that is taken is shown', async () => {
  await open([anAgent(1)])
  await press('Rename Agent 1')
  const dialog = await dialogOf('Rename Agent')
  fill('Name', "Ada's Agent 7", dialog)
  await dialog.findByText('It is shown as Agent 7.')
  fill('Name', 'Night watch', dialog)
  refuse(renameAgent, 'changed_meanwhile', { what: 'agent' })
  const release = hold(renameAgent)
  dialog.getByRole('button', { name: 'Rename' }).focus()
  await typeKeys('{Enter}')
  await dialog.findByRole('button', { name: 'Saving...' })
  assert.ok(isDisabled('Saving...', dialog))
  release()
  assert.match((await dialog.findByRole('alert')).textContent, /^This agent has changed in the meantime/)
  await isFocused('Rename', dialog)
  answer(renameAgent, { ...anAgent(1, 'Night watch') })
  answer(listAgents, [anAgent(1, 'Night watch')])
  await typeKeys('{Enter}')
  await screen.findByRole('heading', { name: 'Night watch' })
  assert.ok(list().getByRole('button', { name: /^Night watch/ }))
  await isFocused('Rename Night watch')
  assert.deepEqual(sent(renameAgent).at(-1)?.body, { name: 'Night watch' })
})

test('without wallets nothing is connected, and each failure of the wallet has its own words', async () => {
  await open([anAgent(1)])
  await press('Connect Wallet', area())
  await screen.findByText(
    'No wallets found. Please create a wallet first by going to the Wallet Groups page.',
  )
  await press('Wallet: Select a wallet', area())
  await screen.findByText('No wallets available')
  await typeKeys('{Escape}')
  block(generateWallet)
  await press('Generate wallet')
  await screen.findByText('Failed to generate wallet')
  const wallet = aWallet(1, 'Wallet 1')
  answer(generateWallet, wallet)
  answer(listWallets, { wallets: [wallet], groups: [] })
  const release = hold(generateWallet)
  await userEvent.click(screen.getAllByRole('button', { name: 'Generate wallet' })[0] as Element)
  await until(() => area().queryAllByRole('button', { name: 'Generating...' }).length > 0)
  for (const one of area().getAllByRole('button', { name: 'Generating...' }))
    assert.equal(one.ariaDisabled, 'true')
  release()
  await screen.findByText('Wallet 1 was generated.')
  assert.deepEqual(sent(generateWallet).at(-1)?.body, { key: false })
  await screen.findByText('No other tokens found')
  await screen.findByText('Connected')
  assert.deepEqual(
    sent(connectWallet).map(({ body }) => body),
    [{ walletAddress: wallet.address }],
  )
})

test('a connection, a balance and a group that are refused say so', async () => {
  const traders = aGroup(1, 'Traders', { wallet_count: 1 })
  await open([anAgent(1)], [aWallet(1, 'Wallet 1', [traders]), aWallet(2, 'Wallet 2')], [traders])
  await screen.findByText('Connected')
  cleanup()
  forget()
  block(getBalance)
  show(DashboardPage, {}, '/dashboard')
  await screen.findByText('Failed to fetch wallet balance')
  await press('Show Settings')
  await press(/^Wallet to trade with/)
  block(listWallets)
  await press(/^Traders/)
  await screen.findByText('Failed to select group.')
  await typeKeys('{Escape}')
  block(connectWallet)
  await press(/^Wallet: /)
  await userEvent.click((await screen.findAllByRole('button', { name: /^Wallet 2/ })).at(-1) as Element)
  await screen.findByText('Failed to connect wallet: Unknown error')
})

test('wallets that cannot be loaded are told where they are chosen', async () => {
  await open([anAgent(1)])
  cleanup()
  forget()
  block(listWallets)
  show(DashboardPage, {}, '/dashboard')
  await screen.findByText('Failed to load wallets.')
  await press('Show Settings')
  const settings = within(await screen.findByRole('region', { name: 'Trading Settings' }))
  await settings.findByText('Failed to load wallets.')
  assert.ok(settings.getByText('Enter your wallet address or generate a new one'))
})

test('the chat tells every failure with wallets and files by its reason', async () => {
  await open([anAgent(1)])
  answer(addChat, ({ body }) => ({
    id: 2,
    agent_id: 1,
    timestamp: TIME,
    ...(body as { role: 'user'; content: string }),
  }))
  const chat = within(screen.getByRole('log', { name: 'Messages' }))
  const say = async (text: string) => {
    fill('Message', text)
    fireEvent.submit(screen.getByLabelText<HTMLTextAreaElement>('Message').form as HTMLFormElement)
  }
  refuse(generateWallet, 'wallet_limit', { limit: 10_000 })
  await say('create a wallet')
  await chat.findByText(/^Failed to generate wallet: .*10,?000/)
  refuse(generateBulk, 'wallet_limit', { limit: 10_000 })
  await say('make 2 wallets')
  await chat.findByText(/^Failed to generate wallets: .*10,?000/)
  for (const wrong of ['generate 0 wallets', 'create 11 wallets', 'make 1.5 wallets']) await say(wrong)
  await until(() => chat.queryAllByText('Please specify a valid number between 1 and 10').length === 3)
  await say('show my wallets')
  await chat.findByText("You don't have any wallets yet. Would you like me to generate one for you?")
  await say('export wallets')
  await chat.findByText('Failed to export wallets: No wallets found to export')
  block(listWallets)
  await say('list wallets')
  await chat.findByText('Failed to fetch wallets')
  await say('export wallets')
  await chat.findByText('Failed to export wallets to Excel')
  await say('   ')
  const said = () => screen.getByRole('log', { name: 'Messages' }).querySelectorAll('[data-role=user]').length
  assert.equal(said(), 9)
  block(parseInstruction)
  await say('hello')
  await chat.findByText('Sorry, I encountered an error: Unknown error')
  refuse(parseInstruction, 'too_many_requests', { retryAfterSeconds: 60 })
  await say('buy 0.1 SOL of it')
  await chat.findByText(
    'The trading service is experiencing high traffic. Please wait a moment and try again.',
  )
  const parsed = {
    success: true,
    parsedPlan: null,
    plan_hash: null,
    explanation: '',
    feasible: false,
    isQuestion: false,
    isProcessing: false,
    assumptions: [],
    reading: [],
    question: null,
  }
  answer(parseInstruction, parsed)
  await say('buy something')
  await chat.findByText('Unable to come up with trading strategy, please retry.')
  answer(parseInstruction, { ...parsed, explanation: "Sorry, I couldn't process that" })
  await say('buy something else')
  await chat.findByText("Sorry, I couldn't process that")
})

test('an agent that is made while the list is still on its way is opened all the same', async () => {
  let lists = 0
  answer(getAgent, { ...anAgent(1), strategies: [] })
  answer(listChat, [welcome])
  answer(listTerminalLogs, [])
  answer(listWallets, { wallets: [], groups: [] })
  answer(createAgent, anAgent(1))
  // It is answered before the agent is created, and its answer takes longer.
  answer(listAgents, () => (lists++ === 0 ? [] : [anAgent(1)]))
  const release = hold(listAgents)
  show(DashboardPage, {}, '/dashboard')
  await press('Create Agent', list())
  await until(() => sent(createAgent).length === 1)
  release()
  await screen.findByText(WELCOME)
})

test('the first steps are put away for good', async () => {
  answer(getStrategyTotals, NO_STRATEGIES)
  await open([])
  const steps = () => screen.queryByRole('region', { name: 'First steps' })
  await until(() => steps() !== null)
  await press('Dismiss the first steps')
  await until(() => steps() === null)
  cleanup()
  fresh()
  show(DashboardPage, {}, '/dashboard')
  await list().findByText('No agents found')
  assert.ok(!steps())
})

test('the first steps make a wallet without asking for its key', async () => {
  answer(getStrategyTotals, NO_STRATEGIES)
  answer(generateWallet, aWallet(1, 'Wallet 1'))
  await open([])
  await press('Create wallet')
  await until(() => sent(generateWallet).length === 1)
  assert.deepEqual(sent(generateWallet)[0]?.body, { key: false })
})

test('what fails of the agents leaves the focus where it can be tried again', async () => {
  await open([])
  const welcome_ = within(await screen.findByRole('region', { name: 'Welcome' }))
  block(createAgent)
  for (const place of [welcome_, list()]) {
    place.getByRole('button', { name: 'Create Agent' }).focus()
    const release = hold(createAgent)
    await typeKeys('{Enter}')
    release()
    await screen.findByText('Failed to create agent. Please try again.')
    await isFocused('Create Agent', place)
  }
  cleanup()
  forget()
  block(listAgents)
  show(DashboardPage, {}, '/dashboard')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  retry.focus()
  // Both have the same place, and the same words, during a retry.
  refuse(listAgents, 'changed_meanwhile', { what: 'list' })
  await typeKeys('{Enter}')
  await screen.findByText(/^This list has changed in the meantime/)
  await isFocused('Retry')
  answer(listAgents, [])
  await typeKeys('{Enter}')
  await until(() => screen.queryByRole('button', { name: 'Retry' }) === null)
})

test('what was not understood is marked, and a question is answered by a choice', async () => {
  await open([anAgent(1)])
  answer(addChat, ({ body }) => ({
    id: 2,
    agent_id: 1,
    timestamp: TIME,
    ...(body as { role: 'user'; content: string }),
  }))
  const sentence = 'once popcat is down to 0.3 buy a total of 12 SOL of BONK please'
  const part = (text: string) => ({ from: sentence.indexOf(text), to: sentence.indexOf(text) + text.length })
  const choices = [
    { label: 'A total of 12 SOL', reply: 'a total of 12 SOL' },
    { label: '12 SOL for each order', reply: '12 SOL each' },
  ]
  const asked = {
    success: true,
    parsedPlan: null,
    plan_hash: null,
    explanation: 'Is 12 SOL the total, or is it for each order?',
    feasible: false,
    isQuestion: false,
    isProcessing: false,
    assumptions: [],
    reading: [
      { ...part('once popcat'), kind: 'unknown' as const },
      { ...part('is down to 0.3'), kind: 'field' as const, field: 'min_price_usd' },
      { ...part('buy'), kind: 'field' as const, field: 'trade_direction' },
      { ...part('a total of 12 SOL'), kind: 'field' as const, field: 'total_amount' },
      { ...part('of BONK'), kind: 'field' as const, field: 'token_address' },
      { ...part('please'), kind: 'filler' as const },
    ],
    question: { code: 'total_or_each' as const, choices },
  }
  answer(parseInstruction, asked)
  const say = (text: string) => {
    fill('Message', text)
    fireEvent.submit(screen.getByLabelText<HTMLTextAreaElement>('Message').form as HTMLFormElement)
  }
  say(sentence)
  const chat = within(screen.getByRole('log', { name: 'Messages' }))
  const offered = () => chat.queryByRole('group', { name: 'Likely answers' })
  await until(() => offered() !== null)
  const reading = within(await chat.findByRole('group', { name: 'How your message was read' }))
  assert.ok(reading.getByText('not understood'))
  assert.ok(reading.getByText('Not below'))
  assert.equal(reading.queryAllByRole('button').length, 0)
  // Any words answer it, and then the choices are gone.
  answer(parseInstruction, { ...asked, question: null, reading: [] })
  say('0.1 SOL each')
  await until(() => offered() === null)
  answer(parseInstruction, asked)
  say(sentence)
  await until(() => offered() !== null)
  answer(parseInstruction, { ...asked, question: null, reading: [] })
  await press('A total of 12 SOL', within(offered() as HTMLElement))
  await until(() => offered() === null)
  await until(() => sent(parseInstruction).length === 4)
  assert.deepEqual(
    sent(parseInstruction).map(({ body }) => (body as { instruction: string }).instruction),
    [sentence, '0.1 SOL each', sentence, 'a total of 12 SOL'],
  )
})
