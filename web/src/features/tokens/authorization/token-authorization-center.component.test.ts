import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToken, listNamedTokens } from '@purser/contract/tokens/created-tokens.ts'
import {
  authorizeToken,
  listAuthorizableTokens,
  listGrants,
  revokeGrant,
  type AuthorizableToken,
  type TokenGrant,
} from '@purser/contract/tokens/token-authorization.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import { openAnswers } from '../../../test/answers.ts'
import { dialogOf, fill, isDisabled, isFocused, press, typeKeys, until } from '../../../test/person.ts'
import { addressOf, aWallet, TIME } from '../../../test/values.ts'

const { answer, block, hold, load, sent, show, user } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { TokenAuthorizationCenter } = (await load(
  'features/tokens/authorization/token-authorization-center.tsx',
)) as typeof import('./token-authorization-center.tsx')

const EMPTY =
  'You have not created a token yet. A token that you create is listed here with its price, and you can let other accounts use it by name.'
const token: AuthorizableToken = {
  id: 7,
  name: 'Poor Shares',
  ticker: 'PRSH',
  description: '',
  cover_image: '',
  ip_type: 'token',
  token_info: {
    symbol: 'PRSH',
    name: 'Poor Shares',
    mint: addressOf(7),
    price: null,
    market_cap: null,
    on_exchange: false,
    cover_url: '',
    description: '',
    decimals: 6,
    supply: 5,
    holders: 1,
  },
  isAuthorized: false,
  authorizedTo: null,
  authorizedAt: null,
}
const grant: TokenGrant = {
  id: 3,
  token_id: 7,
  mint: addressOf(7),
  symbol: 'PRSH',
  name: 'Poor Shares',
  email: 'somebody@example.com',
  status: 'pending',
  created_at: TIME,
}
function have(tokens: AuthorizableToken[], grants: TokenGrant[]): void {
  answer(listAuthorizableTokens, {
    data: { code: 200, data: { data: tokens, count: tokens.length } },
    stats: { totalTokens: tokens.length, activeAuthorizations: 0, pendingRequests: grants.length },
  })
  answer(listGrants, { grants })
  answer(listNamedTokens, { tokens: [] })
  answer(listWallets, { wallets: [aWallet(1, 'Desk 1')], groups: [] })
}

test('tokens and grants that load or fail say so, and are asked for again', async () => {
  have([], [])
  const release = hold(listAuthorizableTokens)
  show(TokenAuthorizationCenter, {})
  await screen.findByRole('status', { name: 'Loading your tokens' })
  block(listAuthorizableTokens)
  block(listGrants)
  release()
  await screen.findByText('Failed to fetch your tokens')
  have([], [])
  await press('Retry')
  await screen.findByText(EMPTY)
})

test('a token is not created before it can be paid, and what fails can be asked for again', async () => {
  have([], [])
  show(TokenAuthorizationCenter, {})
  await screen.findByText(EMPTY)
  await userEvent.click(screen.getAllByRole('button', { name: 'Create token' })[0] as Element)
  const dialog = await dialogOf('Create token')
  await press('Preview', dialog)
  for (const text of ['Name is required', 'Ticker is required', 'Supply is required'])
    await dialog.findByText(text)
  fill('Name', 'Poor Shares', dialog)
  fill('Ticker', 'prsh', dialog)
  fill('Supply', '5', dialog)
  block(createToken)
  await press('Preview', dialog)
  await dialog.findByText('Failed to create the token')
  const error = 'Insufficient balance. Desk 1 has 0 SOL, but 0.0042 SOL is required.'
  const preview = {
    dryRun: true as const,
    rent: { mint: '0.003', account: '0.001' },
    fee: '0.000005',
    fee_at_most: '0.000005',
    total: '0.004005',
    keep: '0.00065',
    wallet: { id: 1, name: 'Desk 1', address: addressOf(1), balance: 0, after: 0 },
    supply: 5,
    error,
  }
  answer(createToken, preview)
  await press('Preview', dialog)
  assert.equal((await dialog.findByRole('alert')).textContent, error)
  assert.ok(isDisabled('Confirm and create', dialog))
  await press('Back', dialog)
  answer(createToken, { ...preview, error: null })
  await press('Preview', dialog)
  block(createToken)
  await press('Confirm and create', dialog)
  await dialog.findByText('Failed to create the token')
})

test('a grant is checked before it is sent, and one that is refused or not revoked says so', async () => {
  have([token], [])
  show(TokenAuthorizationCenter, {})
  await press('Grant Access: PRSH')
  const granting = await dialogOf('Grant Access')
  await press('Grant Access', granting)
  const says = async (text: string) => until(() => granting.queryByRole('alert')?.textContent === text)
  await says('Please fill in all fields')
  const enter = (email: string, again = email) => {
    fill('Email Address', email, granting)
    fill('Confirm Email Address', again, granting)
  }
  enter('somebody@example.com', 'nobody@example.com')
  await press('Grant Access', granting)
  await says('Email addresses do not match')
  enter(user.email)
  await press('Grant Access', granting)
  await says('You cannot grant access to yourself')
  assert.deepEqual(sent(authorizeToken), [])
  await typeKeys('{Escape}')
  await isFocused('Grant Access: PRSH')
  await press('Grant Access: PRSH')
  const again = await dialogOf('Grant Access')
  fill('Email Address', 'somebody@example.com', again)
  fill('Confirm Email Address', 'somebody@example.com', again)
  block(authorizeToken)
  await press('Grant Access', again)
  await until(() => again.queryByRole('alert')?.textContent === 'Failed to authorize token access')
  answer(authorizeToken, { success: true, message: 'Granted', grant_id: 3 })
  have([{ ...token, isAuthorized: true, authorizedTo: grant.email, authorizedAt: TIME }], [grant])
  await press('Grant Access', again)
  await press('Revoke: PRSH for somebody@example.com')
  const revoking = await dialogOf('Revoke Access')
  block(revokeGrant)
  await press('Revoke Access', revoking)
  await until(() => revoking.queryByRole('alert')?.textContent === 'Failed to revoke the authorization')
  answer(revokeGrant, { success: true })
  have([token], [])
  await press('Revoke Access', revoking)
  await until(() => screen.queryByRole('dialog', { name: 'Revoke Access' }) === null)
  assert.deepEqual(sent(revokeGrant).at(-1)?.params, { id: '3' })
})
