import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { listed, strangeMint, tokenService } from '../../../../server/src/test/token-service.ts'
import { openConsole } from '../../test/console.ts'

const service = tokenService()
const { load, show } = await openConsole({ tokenSearch: service })
const { cleanup, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { createElement, useState } = await import('react')
const { TokenField } = (await load('features/tokens/token-field.tsx')) as typeof import('./token-field.tsx')

const [good, bad] = [strangeMint('good'), strangeMint('bad')]
service.list(
  listed({
    mint: bad,
    symbol: 'FROGGO',
    name: 'Froggo',
    verified: false,
    liquidityUsd: 312,
    freezable: true,
  }),
  listed({ mint: good, symbol: 'FROGGO', name: 'Froggo of old', liquidityUsd: 6.2e8 }),
)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

/** The field with a parent's state. */
function Held() {
  const [mint, setMint] = useState('')
  return createElement(TokenField, { value: mint, onChange: setMint })
}
const real = globalThis.fetch
let instead: ((url: string, init?: RequestInit) => Promise<Response> | undefined) | undefined
Object.assign(globalThis, {
  fetch: (url: string, init?: RequestInit) => instead?.(url, init) ?? real(url, init),
})
afterEach(() => {
  cleanup()
  instead = undefined
  service.state = 'answers'
})
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Token Address' })
const WRONG = 'This is not a Solana address'

test('a name finds tokens, the verified first, each with its warnings; keys choose, and nothing is chosen unasked', async () => {
  const person = userEvent.setup()
  show(Held, {})
  await person.type(field(), 'froggo')
  const list = await screen.findByRole('listbox', { name: 'Tokens found' })
  const options = await within(list).findAllByRole('option')
  assert.deepEqual(
    options.map((one) => /Careful: (.*)/.exec(one.textContent)?.[1]),
    [
      '1 other token is called FROGGO as well',
      'not verified; accounts can be frozen; low liquidity; 1 other token is called FROGGO as well',
    ],
  )
  assert.match(options[0]?.textContent ?? '', /Froggo of old.*verified, \$620M liquidity, first traded \d/)
  await screen.findByText('2 tokens found')
  assert.equal(field().getAttribute('aria-expanded'), 'true')
  assert.ok(!screen.queryByText(WRONG))
  // Nothing is marked: Enter chooses nothing.
  await person.keyboard('{Enter}')
  assert.equal(field().value, 'froggo')
  await person.keyboard('{ArrowDown}')
  assert.equal(field().getAttribute('aria-activedescendant'), options[0]?.id)
  await person.keyboard('{ArrowDown}')
  assert.equal(field().getAttribute('aria-activedescendant'), options[1]?.id)
  await person.keyboard('{Enter}')
  assert.equal(field().value, bad)
  await waitFor(() => assert.ok(!screen.queryByRole('listbox')))
  // The facts of the chosen token are beside its address.
  await screen.findByText(/^Careful: not verified; accounts can be frozen/)
  assert.ok(!screen.queryByText(WRONG))
})

test('the pointer chooses too, Escape closes, and a name that is left says that it is no address', async () => {
  const person = userEvent.setup()
  show(Held, {})
  await person.type(field(), 'frogg')
  await screen.findAllByRole('option')
  await person.keyboard('{Escape}')
  await waitFor(() => assert.ok(!screen.queryByRole('listbox')))
  await screen.findByText(WRONG)
  await person.type(field(), 'o')
  const [first] = await screen.findAllByRole('option')
  if (!first) throw new Error('there was to be one')
  await person.click(first)
  assert.equal(field().value, good)
  await person.clear(field())
  await person.type(field(), 'no such token')
  await screen.findByText('No token of that name was found')
  await person.tab()
  await screen.findByText(WRONG)
})

test('an address and the buttons of known tokens work as before, and search nothing', async () => {
  const person = userEvent.setup()
  show(Held, {})
  const before = service.asked.length
  await person.click(field())
  await person.paste(BONK)
  const button = screen.getByRole('button', { name: 'BONK' })
  assert.equal(button.getAttribute('aria-pressed'), 'true')
  await person.click(button)
  assert.equal(field().value, '')
  await person.click(button)
  assert.equal(field().value, BONK)
  assert.ok(!screen.queryByText(WRONG))
  assert.equal(service.asked.length, before)
})

test('a live market that gives no answer is said to, and what is known is found', async () => {
  service.state = 'away'
  const person = userEvent.setup()
  show(Held, {})
  await person.type(field(), 'bonk')
  await screen.findByText(/^The live market gives no answer now/)
  assert.equal((await screen.findAllByRole('option')).length, 1)
})

test('what is typed further cancels the search before it, and a failure is shown with a Retry', async () => {
  const person = userEvent.setup()
  show(Held, {})
  const signals: AbortSignal[] = []
  instead = (url, init) => {
    if (!url.includes('/tokens/search')) return undefined
    if (init?.signal) signals.push(init.signal)
    return new Promise((_, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))))
  }
  await person.type(field(), 'frogs')
  await waitFor(() => assert.equal(signals.length, 1))
  await screen.findByText('Searching...')
  await person.type(field(), 'x')
  await waitFor(() => assert.ok(signals[0]?.aborted))
  instead = (url) =>
    url.includes('/tokens/search') ? Promise.resolve(Response.json({}, { status: 500 })) : undefined
  await person.type(field(), 'y')
  const retry = await screen.findByRole('button', { name: /retry/i })
  assert.ok(!screen.queryByRole('listbox'))
  instead = undefined
  await person.clear(field())
  await person.type(field(), 'froggo')
  assert.equal((await screen.findAllByRole('option')).length, 2)
  assert.ok(!retry.isConnected)
})
