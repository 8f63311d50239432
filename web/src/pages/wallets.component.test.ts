import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestKeyCode } from '@purser/contract/accounts.ts'
import { listBalances, valuesDayAgo } from '@purser/contract/balances/balances.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import {
  addToGroup,
  createGroup,
  deleteGroup,
  listGroupStatus,
  removeFromGroup,
  updateGroup,
} from '@purser/contract/wallets/wallet-groups.ts'
import {
  chatbotData,
  deleteWallet,
  exportSpreadsheet,
  exportWallets,
  generateBulk,
  getWallet,
  importWallets,
  listWallets,
  revealKey,
  updateWallet,
  type Wallet,
  type WalletGroup,
} from '@purser/contract/wallets/wallets.ts'
import { openAnswers } from '../test/answers.ts'
import { dialogOf, fill, isFocused, press } from '../test/person.ts'
import { aBalance, addressOf, aGroup, aWallet, LATER, TIME } from '../test/values.ts'

const { answer, block, forget, fresh, hold, load, refuse, sent, show } = await openAnswers()
const { cleanup, fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { WalletsPage } = (await load('pages/wallets.tsx')) as typeof import('./wallets.tsx')
const { KeysDownload } = (await load(
  'features/wallets/keys/keys-download.tsx',
)) as typeof import('../features/wallets/keys/keys-download.tsx')

const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${name}\\b`) }))

/** Opens the page with these wallets, each of them empty. */
async function open(wallets: Wallet[], groups: WalletGroup[] = [], path = '/wallets') {
  answer(listWallets, { wallets, groups })
  // A change waits until everything that it changes was read again.
  answer(listGroupStatus, [])
  answer(listBalances, ({ body }) => ({
    balances: (body as { walletIds: number[] }).walletIds.map((id) => aBalance(id, 0)),
  }))
  show(WalletsPage, {}, path)
  if (wallets.length > 0) await screen.findAllByText('Empty wallet')
  else await screen.findByText('No wallets found. Generate wallets to get started.')
}

/** Chooses an action in the menu of a group. */
async function actOn(group: string, action: string) {
  await press(`Actions of ${group}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: `${action}: ${group}` }))
}

test('wallets that cannot be loaded are told, counted nowhere, and asked for again', async () => {
  block(listWallets)
  show(WalletsPage, {})
  await screen.findByText('Failed to load wallets. Please try again.')
  assert.ok(screen.queryByText('Failed to load wallet groups. Please try again.'))
  assert.ok(!screen.queryByText(/No wallet groups found/))
  assert.ok(!screen.queryByText('No wallets found. Generate wallets to get started.'))
  assert.equal(screen.getByRole('button', { name: /^All Wallets/ }).textContent, 'All Wallets')
  assert.ok(!screen.queryByTestId('wallet-count'))
  assert.ok(!screen.queryByText('No Wallet Selected'))
  answer(listWallets, { wallets: [], groups: [] })
  await press('Retry')
  await screen.findByText('No wallets found. Generate wallets to get started.')
  assert.ok(screen.queryByText('No wallet groups found. Create one to organize your wallets.'))
})

test('a group is typed at once, and a refusal leaves the form as it was', async () => {
  await open([])
  await press('+ New Group')
  const field = await screen.findByLabelText('Group Name')
  await waitFor(() => assert.ok(document.activeElement === field))
  await press('Create Group')
  await screen.findByText('Group name is required')
  fill('Group Name', 'One')
  block(createGroup)
  await press('Create Group')
  await screen.findByText('Failed to create group. Please try again.')
  const one = aGroup(1, 'One')
  answer(createGroup, one)
  answer(listWallets, { wallets: [], groups: [one] })
  await press('Create Group')
  await screen.findByRole('button', { name: 'Actions of One' })
  assert.deepEqual(
    sent(createGroup).map(({ body }) => (body as { name: string }).name),
    ['One', 'One'],
  )
  await isFocused('+ New Group')
})

test('a change of a group that is refused is told, and the focus stays where it was pressed', async () => {
  await open([], [aGroup(1, 'One'), aGroup(2, 'Two')])
  await actOn('One', 'Edit group')
  fill('Group Name', 'Other')
  const release = hold(updateGroup)
  block(updateGroup)
  const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update Group' })
  update.focus()
  await userEvent.keyboard('{Enter}')
  release()
  await screen.findByText('Failed to update group. Please try again.')
  await isFocused('Update Group')
  await press('Cancel')
  await press('Colour of One')
  await userEvent.click(await screen.findByRole('button', { name: 'Colour #DC2626' }))
  await press('Done')
  await screen.findByText('Failed to update group color. Please try again.')
  await userEvent.keyboard('{Escape}')
  await actOn('Two', 'Set as default')
  await screen.findByText('Failed to update default group. Please try again.')
  block(deleteGroup)
  await actOn('Two', 'Delete group')
  const dialog = await dialogOf('Delete Group')
  dialog.getByRole('button', { name: 'Delete Group' }).focus()
  await userEvent.keyboard('{Enter}')
  await dialog.findByText('Failed to delete group. Please try again.')
  await waitFor(() =>
    assert.ok(document.activeElement === dialog.getByRole('button', { name: 'Delete Group' })),
  )
  assert.ok(screen.queryByRole('button', { name: /^One/ }))
  assert.ok(screen.queryByRole('button', { name: /^Two/ }))
})

test('wallets that are not generated or exported say so', async () => {
  await open([aWallet(1, 'Wallet 1')])
  block(generateBulk)
  await press('+ Generate')
  const dialog = await dialogOf('Generate Wallets')
  for (const wrong of ['0', '1001', '1.5', '']) {
    fill('Number of wallets', wrong, dialog)
    await press('Generate', dialog)
    await dialog.findByText('Please enter a valid number between 1 and 1000')
  }
  fill('Number of wallets', '3', dialog)
  fill('Name prefix', ' ', dialog)
  await press('Generate', dialog)
  await dialog.findByText('Name prefix is required')
  fill('Name prefix', 'Desk', dialog)
  await press('Generate', dialog)
  await dialog.findByText('Failed to generate wallets. Please try again.')
  await userEvent.keyboard('{Escape}')
  block(exportWallets)
  block(exportSpreadsheet)
  await press('Export')
  const exporting = await dialogOf('Export Wallets')
  await press(/Excel/, exporting)
  await exporting.findByText('Failed to export wallets. Please try again.')
})

test('an export with keys says what it means for the limits, where there are any', async () => {
  const COUNT = /^For 24 hours after the export, moves to these wallets count towards your limits/
  const limits = { per_day: 1, per_order: 0.5, used: 0, left: 0.5, sends_outside: 'whitelist' as const }
  answer(getSpendingLimits, { limits })
  await open([aWallet(1, 'Wallet 1')])
  await press('Export')
  const dialog = await dialogOf('Export Wallets')
  assert.ok(!dialog.queryByText(COUNT))
  await userEvent.click(dialog.getByLabelText('With private keys'))
  await dialog.findByText(COUNT)
  cleanup()
  forget()
  answer(getSpendingLimits, { limits: null })
  await open([aWallet(1, 'Wallet 1')])
  await press('Export')
  const free = await dialogOf('Export Wallets')
  await userEvent.click(free.getByLabelText('With private keys'))
  await waitFor(() => assert.equal(sent(getSpendingLimits).length, 2))
  assert.ok(!free.queryByText(COUNT))
})

test('a code for keys is asked for by what it is for', async () => {
  await open([aWallet(1, 'Wallet 1')])
  answer(requestKeyCode, { success: true, message: 'Sent' })
  const purposes = () => sent(requestKeyCode).map(({ body }) => (body as { purpose: string }).purpose)
  refuse(exportWallets, 'key_code_needed', { purpose: 'export' })
  await press('Export')
  const exporting = await dialogOf('Export Wallets')
  await press(/Excel/, exporting)
  await waitFor(() => assert.equal(sent(exportWallets).length, 1))
  assert.deepEqual(sent(exportWallets)[0]?.query, { ...sent(exportWallets)[0]?.query, keys: 'false' })
  await userEvent.click(exporting.getByLabelText('With private keys'))
  await press(/Excel/, exporting)
  await exporting.findByText(codeNeeded.export)
  await exporting.findByText('A code is on its way to your email.')
  assert.deepEqual(purposes(), ['export'])
  await userEvent.keyboard('{Escape}')

  refuse(importWallets, 'key_code_needed', { purpose: 'import' })
  await press('Import')
  const importing = await dialogOf('Import Wallets')
  fill('One private key per line', 'a key', importing)
  await press('Import', importing)
  await importing.findByText(codeNeeded.import)
  assert.deepEqual(purposes(), ['export', 'import'])
  cleanup()

  refuse(chatbotData, 'key_code_needed', { purpose: 'export' })
  show(KeysDownload, { file: { filename: 'wallet_keys.xlsx', walletIds: 'all' } })
  await press('Download wallet_keys.xlsx')
  await screen.findByText(codeNeeded.export)
  assert.deepEqual(purposes(), ['export', 'import', 'export'])
})

test('what is refused of several wallets says so, and they stay selected', async () => {
  const home = aGroup(1, 'Home', { wallet_count: 1 })
  await open([aWallet(1, 'Wallet 1', [home]), aWallet(2, 'Wallet 2')], [home])
  await press('Select Multiple')
  await userEvent.click(await screen.findByLabelText('Select Wallet 1'))
  const bar = within(screen.getByRole('group', { name: 'Selected wallets' }))
  await userEvent.selectOptions(bar.getByLabelText('Group'), 'Home')
  block(addToGroup)
  await press('Add to group', bar)
  await screen.findByText('Failed to add wallets to group. Please try again.')
  await press('Move to group', bar)
  await screen.findByText('Failed to move wallets. Please try again.')
  assert.ok(screen.queryByText('1 selected'))
})

/** Opens the pane of a picked wallet. */
async function pick(name: string) {
  await userEvent.click(within(screen.getByRole('table', { name: 'Wallets' })).getByRole('button', { name }))
  return dialogOf('Wallet detail')
}

test('what is refused of one wallet is told in its pane, and the focus stays', async () => {
  const home = aGroup(1, 'Home')
  const purse = aWallet(1, 'Purse')
  await open([purse], [home])
  block(getWallet)
  let pane = await pick('Purse')
  await pane.findByText('Failed to load wallet details.')
  await userEvent.keyboard('{Escape}')
  answer(getWallet, purse)
  pane = await pick('Purse')
  await pane.findByRole('heading', { name: 'Purse' })
  await press('Manage Groups', pane)
  await userEvent.selectOptions(await pane.findByLabelText('Group to add to'), 'Home')
  block(addToGroup)
  await press('Add', pane)
  await pane.findByText('Failed to add wallet to group.')
  block(revealKey)
  await press('Show private key', pane)
  await pane.findByText('Failed to load private key.')
  block(updateWallet)
  await press('Edit', pane)
  fill('Name', 'Savings', pane)
  pane.getByRole('button', { name: 'Save' }).focus()
  await userEvent.keyboard('{Enter}')
  await pane.findByText('Failed to update wallet.')
  await waitFor(() => assert.ok(document.activeElement === pane.getByRole('button', { name: 'Save' })))
  // It was changed in another tab: it cannot be saved before it was loaded anew.
  refuse(updateWallet, 'changed_meanwhile', { what: 'wallet' })
  const release = hold(updateWallet)
  await userEvent.keyboard('{Enter}')
  await pane.findByRole('button', { name: 'Saving...' })
  release()
  await pane.findByText(/has changed in the meantime, possibly in another tab/)
  await waitFor(() => assert.ok(document.activeElement === pane.getByRole('button', { name: 'Reload' })))
  answer(getWallet, { ...purse, name: 'Elsewhere', updated_at: LATER })
  await press('Reload', pane)
  await waitFor(() => assert.equal(pane.getByLabelText<HTMLInputElement>('Name').value, 'Elsewhere'))
  assert.deepEqual(
    sent(updateWallet).map(({ body }) => body),
    [1, 2].map(() => ({ name: 'Savings', updated_at: TIME })),
  )
})

test('a wallet that is not removed from its group or not deleted says so', async () => {
  const home = aGroup(1, 'Home', { wallet_count: 1 })
  const purse = aWallet(1, 'Purse', [home])
  await open([purse], [home])
  answer(getWallet, purse)
  const pane = await pick('Purse')
  block(removeFromGroup)
  await userEvent.click(await pane.findByRole('button', { name: 'Manage Groups' }))
  await userEvent.click(await pane.findByRole('button', { name: 'Remove from Home' }))
  await pane.findByText('Failed to remove wallet from group.')
  await userEvent.keyboard('{Escape}')
  block(deleteWallet)
  await press('Delete Purse')
  const dialog = await dialogOf('Delete Wallet')
  assert.ok(dialog.getByText('Warning: This action cannot be undone!'))
  const remove = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete Wallet' })
  assert.equal(remove().disabled, true)
  await userEvent.click(dialog.getByLabelText(/I understand that deleting this wallet is permanent/))
  await userEvent.click(remove())
  await dialog.findByText('Failed to delete wallet. Please try again.')
  assert.deepEqual(sent(deleteWallet)[0]?.params, { id: '1' })
})

test('balances that cannot be loaded say so in their rows', async () => {
  answer(listWallets, { wallets: [aWallet(1, 'Wallet 1')], groups: [] })
  block(listBalances)
  show(WalletsPage, {}, '/wallets')
  await screen.findByText('Failed to load balances')
})

test('balances of the last visit are shown at once, and the new ones as they arrive', async () => {
  const wallets = [1, 2].map((n) => aWallet(n, `Purse ${n}`))
  answer(listWallets, { wallets, groups: [] })
  answer(listBalances, { balances: [aBalance(1, 2), aBalance(2, 0)] })
  show(WalletsPage, {}, '/wallets')
  await screen.findByText('2.0000 SOL')
  cleanup()
  fresh()
  const release = hold(listBalances)
  show(WalletsPage, {}, '/wallets')
  const purse = await rowOf('Purse 1')
  assert.ok(purse.getByText('2.0000 SOL'))
  assert.ok((await rowOf('Purse 2')).getByText('Empty wallet'))
  assert.ok(!screen.queryByText('Loading balances...'))
  // They are no balances of now.
  assert.ok(screen.getByText('0 of 2 balances loaded'))
  assert.equal(screen.getByTestId('portfolio-usd').textContent, '—')
  answer(listBalances, { balances: [aBalance(1, 3), aBalance(2, 0)] })
  release()
  await purse.findByText('3.0000 SOL')
  await waitFor(() => assert.match(screen.getByTestId('portfolio-usd').textContent, /^\$/))
})

test('the bot of a group opens on request; in a wide window by itself while it runs, until it is closed', async () => {
  const flow = aGroup(1, 'Flow', { wallet_count: 1 })
  const panel = () => screen.queryByRole('region', { name: 'Trading Bot' })
  await open([aWallet(1, 'Wallet 1', [flow])], [flow])
  assert.ok(!screen.queryByRole('button', { name: 'Trading Bot' }))
  await press(/^Flow/)
  assert.ok(!panel())
  await press('Trading Bot')
  await screen.findByRole('region', { name: 'Trading Bot' })
  await press('Close trading bot')
  assert.ok(!panel())
  await isFocused('Trading Bot')
  cleanup()
  fresh()
  const { matchMedia } = window
  Object.assign(window, {
    matchMedia: (media: string) => ({ ...matchMedia(media), matches: media.includes('min-width') }),
  })
  try {
    answer(listGroupStatus, [{ ...flow, has_active_bot: true, bot_status: 'active' }])
    show(WalletsPage, {}, '/wallets?group=1')
    await screen.findByRole('region', { name: 'Trading Bot' })
    assert.equal(
      (await screen.findByRole('button', { name: 'Trading Bot' })).getAttribute('aria-expanded'),
      'true',
    )
    await press('Close trading bot')
    assert.ok(!panel())
  } finally {
    Object.assign(window, { matchMedia })
  }
})

test('a sum while some balances are missing is told as the least that there is', async () => {
  answer(listWallets, { wallets: [1, 2, 3].map((n) => aWallet(n, `Purse ${n}`)), groups: [] })
  answer(listBalances, { balances: [aBalance(1, 2), aBalance(2, 0)] })
  show(WalletsPage, {}, '/wallets')
  await screen.findByText('2 of 3 balances loaded')
  assert.equal(screen.getByTestId('portfolio-sol').textContent, 'at least 2.00 SOL')
  assert.match(screen.getByTestId('portfolio-usd').textContent, /^at least \$/)
  answer(listBalances, { balances: [aBalance(1, 2), aBalance(2, 0), aBalance(3, 0)] })
  await press('Refresh balances')
  await waitFor(() => assert.equal(screen.getByTestId('portfolio-sol').textContent, '2.00 SOL'))
  assert.match(screen.getByTestId('portfolio-usd').textContent, /^\$/)
})

test('a group that the address names is open while the wallets are still asked for, and one that is not there is told', async () => {
  const alpha = aGroup(1, 'Alpha', { wallet_count: 1 })
  await open([aWallet(1, 'Purse 1', [alpha])], [alpha])
  cleanup()
  fresh()
  // Only this browser's memory of the last visit is there now.
  const release = hold(listWallets)
  show(WalletsPage, {}, '/wallets?group=1')
  const isOpen = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  await screen.findByRole('button', { name: /^Alpha/ })
  assert.deepEqual([isOpen(/^Alpha/), isOpen(/^All Wallets/)], ['true', 'false'])
  cleanup()
  release()
  show(WalletsPage, {}, '/wallets?group=999999')
  await screen.findByText('There is no such group. All wallets are shown.')
  assert.equal(screen.getByTestId('wallet-count').textContent, '1')
})

test('names that are taken are asked about once', async () => {
  const traders = aGroup(1, 'Traders')
  await open(
    [1, 2, 3].map((n) => aWallet(n, `Desk ${n}`)),
    [traders],
  )
  await press('+ New Group')
  const color = await screen.findByLabelText<HTMLInputElement>('Group Color, as # and six hex digits')
  assert.equal(color.value, '#F87171')
  fireEvent.change(color, { target: { value: '#12' } })
  await screen.findByText('Use # followed by 6 hex digits')
  fireEvent.change(color, { target: { value: '#F87171' } })
  fill('Group Name', ' traders ')
  await press('Create Group')
  assert.match((await screen.findByRole('alert')).textContent, /There is already a group called traders\./)
  fill('Group Name', 'Others')
  assert.ok(!screen.queryByRole('alert'))
  // The question was asked already.
  fill('Group Name', 'Traders')
  answer(createGroup, aGroup(2, 'Traders'))
  await press('Create Group anyway')
  await waitFor(() => assert.ok(!screen.queryByLabelText('Group Name')))
  assert.deepEqual(
    sent(createGroup).map(({ body }) => body),
    [{ name: 'Traders', description: '', color: '#F87171' }],
  )
  await press('+ Generate')
  const dialog = await dialogOf('Generate Wallets')
  fill('Number of wallets', '3', dialog)
  fill('Name prefix', 'Desk', dialog)
  await press('Generate', dialog)
  assert.equal(
    (await dialog.findByRole('alert')).textContent,
    'There are already 3 wallets called Desk and a number. The new ones will be Desk 4 to Desk 6.',
  )
  assert.deepEqual(sent(generateBulk), [])
  answer(generateBulk, { success: true, count: 3, group_id: null, wallets: [] })
  await press('Generate anyway', dialog)
  await waitFor(() => assert.equal(sent(generateBulk).length, 1))
})

test('the heads sort both ways, and say so', async () => {
  const traders = aGroup(1, 'Traders')
  const wallets = [1, 2, 3, 4, 5].map((n) => aWallet(n, `Wallet ${n}`, n > 3 ? [traders] : []))
  answer(listWallets, { wallets, groups: [traders] })
  answer(listGroupStatus, [])
  answer(valuesDayAgo, { at: null, values: [] })
  const bonk = { mint: addressOf(900), symbol: 'BONK', amount: 100, decimals: 5, usd: 1 }
  const held = [
    aBalance(1, 0),
    aBalance(2, 3),
    aBalance(3, 0, { tokens: [bonk], total_usd: 1 }),
    aBalance(4, 7),
    aBalance(5, 0),
  ]
  answer(listBalances, { balances: held })
  show(WalletsPage, {}, '/wallets')
  await screen.findByText('7.0000 SOL')
  assert.ok(screen.getByText('100.0000 BONK'))
  // A balance of zero has the digits of its column, with tokens and without.
  assert.equal(screen.getAllByText('0.0000 SOL').length, 3)
  const table = within(screen.getByRole('table', { name: 'Wallets' }))
  const head = (name: string) => table.getByRole('columnheader', { name })
  const sortBy = (name: string) => userEvent.click(within(head(name)).getByRole('button', { name }))
  const names = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((one) => Number(/Wallet (\d)/.exec(one.textContent)?.[1]))
  const sorted = (order: number[]) => waitFor(() => assert.deepEqual(names().slice(0, order.length), order))
  assert.equal(head('Name').getAttribute('aria-sort'), 'ascending')
  await sortBy('SOL')
  assert.equal(head('SOL').getAttribute('aria-sort'), 'descending')
  await sorted([4, 2])
  await sortBy('SOL')
  assert.equal(head('SOL').getAttribute('aria-sort'), 'ascending')
  await waitFor(() => assert.deepEqual(names().slice(3), [2, 4]))
  await sortBy('Tokens')
  assert.equal(head('Tokens').getAttribute('aria-sort'), 'ascending')
  await sortBy('Tokens')
  await sorted([3])
  await sortBy('Value')
  await sorted([4, 2])
  await sortBy('Groups')
  await sorted([4, 5])
  await sortBy('Name')
  await sortBy('Name')
  await sorted([5, 4, 3, 2, 1])
  // Nothing was recorded a day ago: a dash, with the reason.
  assert.ok(screen.getAllByTitle('Known once values have been recorded for 24 hours').length > 0)
})

test('Shift selects a range of rows, and all of them at once', async () => {
  await open([...Array(14).keys()].map((n) => aWallet(n + 1, `Wallet ${n + 1}`)))
  await press('Select Multiple')
  const person = userEvent.setup()
  const tick = (n: number) => screen.findByLabelText(`Select Wallet ${n}`)
  await person.click(await tick(3))
  await person.keyboard('{Shift>}')
  await person.click(await tick(9))
  await person.keyboard('{/Shift}')
  await screen.findByText('7 selected')
  // The range goes backwards; the earlier selection stays.
  await person.click(await tick(12))
  await person.keyboard('{Shift>}')
  await person.click(await tick(11))
  await person.keyboard('{/Shift}')
  await screen.findByText('9 selected')
  await person.click(screen.getByLabelText('Select all shown wallets'))
  await screen.findByText('14 selected')
  await person.click(screen.getByLabelText('Select all shown wallets'))
  await screen.findByText('0 selected')
})

test('several wallets are added to a group, moved to it and removed from it', async () => {
  const [one, two] = [aGroup(1, 'One', { wallet_count: 2 }), aGroup(2, 'Two')]
  await open(
    [aWallet(1, 'Wallet 1', [one]), aWallet(2, 'Wallet 2', [one]), aWallet(3, 'Wallet 3')],
    [one, two],
  )
  answer(addToGroup, { success: true, added: 2 })
  answer(removeFromGroup, { success: true, removed: 2 })
  await press(/^One/)
  await press('Select Multiple')
  for (const n of [1, 2]) await userEvent.click(await screen.findByLabelText(`Select Wallet ${n}`))
  const bar = within(screen.getByRole('group', { name: 'Selected wallets' }))
  await userEvent.selectOptions(bar.getByLabelText('Group'), 'Two')
  await press('Add to group', bar)
  await waitFor(() => assert.equal(sent(addToGroup).length, 1))
  assert.deepEqual(sent(removeFromGroup), [])
  await userEvent.click(await screen.findByLabelText('Select all shown wallets'))
  await press('Move to group', bar)
  await waitFor(() => assert.equal(sent(removeFromGroup).length, 1))
  await userEvent.click(await screen.findByLabelText('Select all shown wallets'))
  await press('Remove from group', bar)
  await waitFor(() => assert.equal(sent(removeFromGroup).length, 2))
  const calls = (of: typeof addToGroup | typeof removeFromGroup) =>
    sent(of).map(({ params, body }) => [params.id, body])
  assert.deepEqual(calls(addToGroup), [
    ['2', { walletIds: [1, 2] }],
    ['2', { walletIds: [1, 2] }],
  ])
  assert.deepEqual(calls(removeFromGroup), [
    ['1', { walletIds: [1, 2] }],
    ['1', { walletIds: [1, 2] }],
  ])
})
