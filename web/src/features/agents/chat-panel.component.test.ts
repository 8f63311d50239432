import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createAgent, listChat, listStrategies, stopStrategy } from '@purser/contract/agents.ts'
import { requestFaucet } from '@purser/contract/tokens.ts'
import { generateWallet } from '@purser/contract/wallets.ts'
import { openConsole } from '../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { ChatPanel } = (await load('features/agents/chat-panel.tsx')) as typeof import('./chat-panel.tsx')

const { token } = user
const wallet = (await desk.call(generateWallet, { token, body: {} })).ok
await desk.call(requestFaucet, { token, body: { address: wallet.address, sol: 10 } })
const nothing = () => {}
const choice = {
  wallets: [wallet],
  known: true,
  groups: [],
  chosen: wallet,
  group: undefined,
  choose: nothing,
  chooseGroup: nothing,
  clearGroup: nothing,
  error: undefined,
}

/** A chat with a new agent, ready for a message. */
async function openChat() {
  const agent = (await desk.call(createAgent, { token, body: {} })).ok
  show(ChatPanel, { agent, active: false, choice })
  await screen.findByText(/^Welcome to Agent \d+!/)
  const person = userEvent.setup()
  const say = async (text: string) => {
    await person.type(screen.getByLabelText('Message'), `${text}{Enter}`)
  }
  const stored = async () =>
    (await desk.call(listChat, { token, params: { id: agent.id } })).ok.map(({ role, content }) => ({
      role,
      content,
    }))
  return { agent, person, say, stored }
}

afterEach(cleanup)

test('a message is shown at once, answered by the server, and both are stored in order', async () => {
  const { say, stored } = await openChat()
  await say('What is the price of BONK?')
  const messages = screen.getByRole('log', { name: 'Messages' })
  assert.ok(within(messages).getByText('What is the price of BONK?'))
  await waitFor(() => assert.ok(!within(messages).queryByRole('status')), { timeout: 20_000 })
  const shown = [...messages.querySelectorAll('[data-role]')].map((element) => ({
    role: element.getAttribute('data-role'),
    content: element.querySelector('span:nth-of-type(2)')?.textContent,
  }))
  assert.deepEqual(
    shown.map(({ role }) => role),
    ['system', 'user', 'system'],
  )
  await waitFor(async () => assert.deepEqual(await stored(), shown), { timeout: 10_000 })
})

test('an empty message, or one while another is worked on, is not sent', async () => {
  await openChat()
  const messages = screen.getByRole('log', { name: 'Messages' })
  const field = screen.getByLabelText<HTMLInputElement>('Message')
  const sayNow = (value: string) => {
    fireEvent.change(field, { target: { value } })
    if (field.form) fireEvent.submit(field.form)
  }
  const said = () => [...messages.querySelectorAll('[data-role=user]')].length
  sayNow('   ')
  assert.equal(said(), 0)
  sayNow('Show my wallets')
  sayNow('and again')
  assert.deepEqual([said(), field.value], [1, 'and again'])
  await within(messages).findByText(/^You have 1 wallet:/)
  assert.equal(said(), 1)
})

test('a plan is shown before it trades, and executed once however often it is confirmed', async () => {
  const { agent, person, say } = await openChat()
  const strategies = async () => (await desk.call(listStrategies, { token, params: { id: agent.id } })).ok
  await say('buy 0.02 SOL of BONK every 60 seconds, 3 times')
  const execute = await screen.findByRole('button', { name: 'Execute Strategy' }, { timeout: 20_000 })
  assert.deepEqual(await strategies(), [])
  await person.dblClick(execute)
  await screen.findByText(/^To adjust the strategy, stop it in the terminal first/, {}, { timeout: 20_000 })
  assert.equal(screen.getAllByText('Strategy confirmed! Deploying trading agent...').length, 1)
  assert.ok(!screen.queryByRole('button', { name: 'Execute Strategy' }))
  const [started, ...more] = await strategies()
  assert.ok(started)
  assert.deepEqual(more, [])
  await desk.call(stopStrategy, { token, params: { id: agent.id }, body: { strategyId: started.id } })
})
