import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { createAgent, listChat, listStrategies, parseInstruction } from '@purser/contract/agents/agents.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { createElement } = await import('react')
const { ChatPanel } = (await load('features/agents/chat/chat-panel.tsx')) as typeof import('./chat-panel.tsx')
const { useChatToken } = (await load(
  'features/agents/chat/use-chat-token.ts',
)) as typeof import('./use-chat-token.ts')
/** The panel with the settings that the desk keeps for its chart as well. */
const Chat = (props: Omit<Parameters<typeof ChatPanel>[0], 'setup'>) =>
  createElement(ChatPanel, { ...props, setup: useChatToken(props.agent.id) })

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
  show(Chat, { agent, active: false, choice })
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

/** Opens the fold of the last plan that has its reading and its fields. */
async function openDetails(person: ReturnType<typeof userEvent.setup>): Promise<void> {
  await screen.findAllByRole('article')
  await person.click(screen.getAllByText('Details').at(-1) as Element)
}

afterEach(cleanup)

test('a message is shown at once, answered by the server, and both are stored in order', async () => {
  const { say, stored } = await openChat()
  await say('What is the price of BONK?')
  const messages = screen.getByRole('log', { name: 'Messages' })
  assert.ok(within(messages).getByText('What is the price of BONK?'))
  await waitFor(() => assert.ok(!within(messages).queryByRole('status')))
  const shown = [...messages.querySelectorAll('[data-role]')].map((element) => ({
    role: element.getAttribute('data-role'),
    content: element.querySelector('span:nth-of-type(2)')?.textContent,
  }))
  assert.deepEqual(
    shown.map(({ role }) => role),
    ['system', 'user', 'system'],
  )
  await waitFor(async () => assert.deepEqual(await stored(), shown))
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
  const execute = await screen.findByRole('button', { name: 'Execute Strategy' })
  assert.deepEqual(await strategies(), [])
  await person.dblClick(execute)
  await screen.findByText(/^To adjust the strategy, stop it first/)
  assert.equal(screen.getAllByText('Strategy confirmed! Deploying trading agent...').length, 1)
  assert.ok(!screen.queryByRole('button', { name: 'Execute Strategy' }))
  const [started, ...more] = await strategies()
  assert.ok(started)
  assert.deepEqual(more, [])
  await say('stop it')
  await person.click(await screen.findByRole('button', { name: `Stop ${agent.name}` }))
  const stopped = await screen.findByRole('button', { name: `${agent.name} is stopped` })
  assert.ok((stopped as HTMLButtonElement).disabled)
  assert.notEqual((await strategies())[0]?.status, 'active')
})

test('agreeing starts nothing: Execute stands under its answer, and nowhere once the plan is withdrawn', async () => {
  const { agent, say } = await openChat()
  const messages = screen.getByRole('log', { name: 'Messages' })
  const buttons = () => within(messages).queryAllByRole('button', { name: 'Execute Strategy' }).length
  await say('buy 0.02 SOL of BONK every 60 seconds, 3 times')
  await within(messages).findByRole('button', { name: 'Execute Strategy' })
  assert.equal(buttons(), 1)
  await say('looks good, go')
  await within(messages).findByText('Press Execute Strategy to start it.')
  assert.equal(buttons(), 2)
  assert.deepEqual((await desk.call(listStrategies, { token, params: { id: agent.id } })).ok, [])
  await say('never mind')
  await within(messages).findByText('Dropped.')
  await waitFor(() => assert.equal(buttons(), 0))
})

test("a wallet that is named moves the plan, and the chat's settings with it", async () => {
  const other = (await desk.call(generateWallet, { token, body: {} })).ok
  const chosen: string[] = []
  const agent = (await desk.call(createAgent, { token, body: {} })).ok
  const choose = ({ address }: { address: string }) => void chosen.push(address)
  show(Chat, {
    agent,
    active: false,
    choice: { ...choice, wallets: [wallet, other], choose },
  })
  await screen.findByText(/^Welcome to Agent \d+!/)
  const field = screen.getByLabelText('Message')
  const person = userEvent.setup()
  await person.type(field, 'buy 0.02 SOL of BONK{Enter}')
  await screen.findByRole('button', { name: 'Execute Strategy' })
  await person.type(field, `use ${other.name} instead{Enter}`)
  await waitFor(() => assert.deepEqual(chosen, [other.address]))
})

test('a part of the last plan is changed in place, and of the plan before nothing is left to change or start', async () => {
  const { person, say } = await openChat()
  await say('buy 0.02 SOL of BONK every 60 seconds, 3 times')
  const messages = screen.getByRole('log', { name: 'Messages' })
  await openDetails(person)
  const part = await within(messages).findByRole('button', { name: 'every 60 seconds: Interval, change' })
  const before = within(messages).getAllByRole('button', { name: /, change$/ }).length
  await person.click(part)
  const editor = await screen.findByRole('dialog', { name: 'Change: Interval' })
  const field = await within(editor).findByLabelText('Interval')
  await person.clear(field)
  await person.type(field, 'soon{Enter}')
  assert.equal(within(editor).getByRole('alert').textContent, 'Interval must be a number, such as 0.5.')
  await person.clear(field)
  await person.type(field, '5{Enter}')
  await within(messages).findByText('interval from 1 minute to 5 minutes')
  // The card of the plan before comes first, and its details are another fold.
  const isOpen = within(messages)
    .getAllByText('Details')
    .map((summary) => summary.closest('details')?.open)
  assert.deepEqual(isOpen, [false, true])
  assert.equal(within(messages).getAllByText('Superseded').length, 1)
  assert.equal(within(messages).getAllByRole('button', { name: 'Execute Strategy' }).length, 1)
  const [changed, ...others] = within(messages).getAllByRole('button', { name: /^Interval: .*, change$/ })
  assert.deepEqual([changed?.textContent, others.length], ['5 minutes', 0])
  const left = within(messages).getAllByRole('button', { name: /, change$/ }).length
  assert.ok(left < before, 'the parts of the sentence say what was meant before')
})

test('a key in a message is struck out before it is shown, sent or marked', async () => {
  await openChat()
  const key = '5Kd3NBUAdUnh'.repeat(7) + '5Kd3'
  const field = screen.getByLabelText<HTMLInputElement>('Message')
  fireEvent.change(field, { target: { value: `buy 0.02 SOL of BONK ${key} every hour` } })
  if (field.form) fireEvent.submit(field.form)
  const messages = screen.getByRole('log', { name: 'Messages' })
  assert.ok(within(messages).getByText('buy 0.02 SOL of BONK [REDACTED] every hour'))
  const reading = await within(messages).findByRole('group', { name: 'How your message was read' })
  for (const part of ['buy', '0.02 SOL', 'of BONK', 'REDACTED', 'every hour'])
    assert.ok(within(reading).getByText(part), part)
  assert.ok(!document.body.innerHTML.includes(key))
})

test('the choices of a question answer it, and are gone once anything is said', async () => {
  const { person, say, stored } = await openChat()
  await say('every hour buy 0.5 SOL of BONK over 2 days')
  const choices = await screen.findByRole('group', { name: 'Likely answers' })
  await person.click(within(choices).getByRole('button', { name: '0.5 SOL in total' }))
  assert.ok(!screen.queryByRole('group', { name: 'Likely answers' }))
  await waitFor(async () =>
    assert.deepEqual(
      (await stored()).filter(({ role }) => role === 'user').map(({ content }) => content),
      ['every hour buy 0.5 SOL of BONK over 2 days', 'in total'],
    ),
  )
})

test('a change of a plan that another tab replaced is refused beside its field, with the plan that is the last', async () => {
  const { agent, person, say } = await openChat()
  await say('buy 0.02 SOL of BONK every 60 seconds, 3 times')
  const messages = screen.getByRole('log', { name: 'Messages' })
  await openDetails(person)
  await person.click(
    await within(messages).findByRole('button', { name: 'every 60 seconds: Interval, change' }),
  )
  const other = (
    await desk.call(parseInstruction, {
      token,
      params: { id: agent.id },
      body: { instruction: 'buy 0.03 SOL of WIF', wallet_addresses: [wallet.address] },
    })
  ).ok
  assert.ok(other.parsedPlan)
  const editor = await screen.findByRole('dialog', { name: 'Change: Interval' })
  const field = await within(editor).findByLabelText('Interval')
  await person.clear(field)
  await person.type(field, '5{Enter}')
  const alert = await within(editor).findByRole('alert')
  assert.equal(
    alert.textContent,
    `This is no longer the latest plan of this agent, so nothing was changed. The latest one is: ${other.parsedPlan.goal}`,
  )
  assert.equal(within(messages).queryByText('Superseded'), null)
})

test('the interpreter asks first, and the need for a token is told with its question where none is known', async () => {
  const { person, say } = await openChat()
  await say('sell my coins')
  const messages = screen.getByRole('log', { name: 'Messages' })
  const asked = await within(messages).findByText(/^Which token should be traded\?/)
  assert.match(asked.textContent, /\n\nTo execute a trading strategy, I need a token address\./)
  await screen.findByLabelText('Token Address')
  await person.click(screen.getByRole('button', { name: 'Hide Settings' }))
  // Escape closes the settings from the button that opened them too, and the button keeps the focus.
  await person.click(screen.getByRole('button', { name: 'Show Settings' }))
  await screen.findByLabelText('Token Address')
  await person.keyboard('{Escape}')
  assert.equal(screen.queryByLabelText('Token Address'), null)
  assert.equal(document.activeElement, screen.getByRole('button', { name: 'Show Settings' }))
  // The question about a token that the console does not know has its name.
  await say('buy 1 SOL of popcat')
  await within(messages).findByText(/^Which token is "popcat"/)
  await say('dca into BONK')
  const amount = await within(messages).findByText(/^How much SOL should each order spend/)
  assert.doesNotMatch(amount.textContent, /I need a token address/)
})

test('the chat shows the key of a new wallet, and while keys need a code it says how to see it instead', async () => {
  const { say } = await openChat()
  const messages = within(screen.getByRole('log', { name: 'Messages' }))
  await say('create a wallet')
  await messages.findByText(/^Wallet generated\. .* Private key: [1-9A-HJ-NP-Za-km-z]{80,90} Keep/)
  await desk.call(updateProfile, { token, body: { keys_need_code: true } })
  await say('create a new wallet')
  await messages.findByText(/Its private key was withheld: it takes a code from your email\. Open the wallet/)
  assert.equal(messages.getAllByText(/Private key: /).length, 1)
})
