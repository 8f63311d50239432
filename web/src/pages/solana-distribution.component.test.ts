import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTicket } from '@purser/contract/accounts.ts'
import { listOperations } from '@purser/contract/activity.ts'
import {
  type DistributionGroup,
  type DistributionPreview,
  distributeSol,
  gatherSol,
  getMinimumRent,
  listGroupedWallets,
} from '@purser/contract/distributions/distributions.ts'
import { getPaymentSettings } from '@purser/contract/payments/payments.ts'
import { openAnswers } from '../test/answers.ts'
import { fill, isDisabled, press, until } from '../test/person.ts'
import { addressOf } from '../test/values.ts'

const { answer, block, load, refuse, sent, show } = await openAnswers()
const { fireEvent, screen, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { SolanaDistributionPage } = (await load(
  'pages/solana-distribution.tsx',
)) as typeof import('./solana-distribution.tsx')

let ids = 0
const aWallet = (name: string, balance: number, id = ++ids) => ({
  id,
  _id: id,
  name,
  publicKey: addressOf(id),
  balance,
})
const many = (name: string, count: number) =>
  [...Array(count).keys()].map((n) => aWallet(`${name} ${n + 1}`, 0))
const aGroup = (name: string, wallets: DistributionGroup['wallets'], id: number | null = ++ids) => ({
  id,
  name,
  color: '#9333EA',
  wallets,
})
/** Desk 1 with this much SOL, and more desks with none. */
const desks = (count: number, sol: number) => [
  aGroup('Ungrouped', [aWallet('Desk 1', sol), ...many('Desk', count).slice(1)], null),
]
async function open(
  groups: DistributionGroup[],
  tab = 'distribute',
  collects?: { id: number; name: string },
) {
  const wallet = collects ? { ...collects, address: addressOf(collects.id) } : null
  answer(getPaymentSettings, { tolerance_percent: 0, wallet })
  answer(listGroupedWallets, { success: true, data: { groups } })
  answer(getMinimumRent, { success: true, data: { sol: '0.00065024' } })
  answer(listOperations, { operations: [] })
  show(SolanaDistributionPage, {}, `/solana-distribution?tab=${tab}`)
  await screen.findAllByTestId('wallet-row')
}
const tile = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement
const group = (name: string) => within(screen.getByRole('region', { name: `Group ${name}` }))
const bar = () => screen.getByRole('region', { name: 'Summary' }).textContent
const settings = (name = 'Distribution Settings') => within(screen.getByRole('region', { name }))
const complains = (text: string) =>
  until(() => settings('Summary').queryByRole('alert')?.textContent === text)
const total = () => screen.getByLabelText<HTMLInputElement>('Total Amount (SOL)')
const pick = async (...names: string[]) => {
  for (const name of names) await userEvent.click(tile(name))
}

test('wallets that cannot be loaded say so and are asked for again', async () => {
  answer(listOperations, { operations: [] })
  block(listGroupedWallets)
  show(SolanaDistributionPage, {}, '/solana-distribution')
  await screen.findByText('Failed to load wallets')
  answer(listGroupedWallets, { success: true, data: { groups: desks(2, 1) } })
  await press('Retry')
  await until(() => screen.queryAllByTitle('1 SOL').length > 0)
})

test('groups fold by their size, and their wallets are chosen one by one and together', async () => {
  await open([
    aGroup('Twelve', many('Small', 12)),
    aGroup('Thirteen', many('Mid', 13)),
    aGroup('Ungrouped', many('Loner', 1), null),
  ])
  const folded = (name: string) =>
    group(name)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .getAttribute('aria-expanded')
  assert.deepEqual(['Twelve', 'Thirteen', 'Ungrouped'].map(folded), ['true', 'false', 'true'])
  // The first click is the source; a second one on it clears it.
  await pick('Small 1')
  assert.equal(screen.getAllByText('SRC').length, 1)
  await pick('Small 1')
  assert.ok(!screen.queryByText('SRC'))
  await pick('Small 2', 'Small 3')
  assert.equal(tile('Small 3').getAttribute('aria-pressed'), 'true')
  await userEvent.click(group('Twelve').getByText('Select All (1/11)'))
  assert.ok(group('Twelve').getByText('Unselect All'))
  assert.match(bar(), /Selected: 11/)
  await press('Change Source')
  await pick('Loner 1')
  assert.ok(group('Ungrouped').getByText('No Eligible Wallets'))
  assert.ok(group('Ungrouped').getByText('Its only wallet is the source.'))
})

test('the wallet in which payments are collected is marked, and no button selects it with others', async () => {
  const [desk, collects, other] = many('Till', 3)
  assert.ok(desk && collects && other)
  await open(
    [aGroup('Shop', [desk, collects, other]), aGroup('Apart', [collects], null)],
    'distribute',
    collects,
  )
  const mark = 'Payments are collected here. Select All leaves it out.'
  await until(() => screen.queryAllByTitle(mark).length > 0)
  await pick('Till 1')
  await userEvent.click(group('Shop').getByText('Select All'))
  assert.match(bar(), /Selected: 1Total/)
  assert.equal(tile('Till 2').getAttribute('aria-pressed'), 'false')
  assert.ok(group('Apart').getByText('No Eligible Wallets'))
  assert.ok(group('Apart').getByText('Its only wallet collects payments. Click it to select it.'))
  // A range leaves it out as well; a click takes it.
  await userEvent.click(group('Shop').getByText('Unselect All'))
  await userEvent.click(tile('Till 1'))
  await userEvent.click(tile('Till 1'))
  fireEvent.click(tile('Till 3'), { shiftKey: true })
  assert.equal(tile('Till 2').getAttribute('aria-pressed'), 'false')
  await pick('Till 2')
  assert.equal(tile('Till 2').getAttribute('aria-pressed'), 'true')
})

test('a wallet in two groups is one wallet', async () => {
  const [one, two] = [aWallet('Both 1', 0), aWallet('Both 2', 0)]
  await open([aGroup('First', [one, two]), aGroup('Second', [one, two])])
  await pick('Both 1')
  assert.equal(screen.getAllByText('SRC').length, 2)
  await pick('Both 2')
  assert.match(bar(), /Selected: 1/)
})

test('wallets are searched, and Shift selects a range of what is shown', async () => {
  await open([aGroup('Desks', many('Desk', 12)), aGroup('Vault', many('Cold', 5))])
  await pick('Cold 1', 'Desk 2')
  const person = userEvent.setup()
  await person.keyboard('{Shift>}')
  await person.click(tile('Desk 5'))
  assert.match(bar(), /Selected: 4/)
  // The range goes backwards over selected wallets: nothing is removed.
  await person.click(tile('Desk 1'))
  await person.keyboard('{/Shift}')
  assert.match(bar(), /Selected: 5/)
  fill('Search wallets', 'desk 1')
  await until(() => screen.getAllByTestId('wallet-row').length === 4)
  assert.ok(!screen.queryByRole('region', { name: 'Group Vault' }))
  // The button of a group selects the search results.
  await userEvent.click(group('Desks').getByText('Select All (1/4)'))
  assert.match(bar(), /Selected: 8/)
  fill('Search wallets', 'nobody')
  await screen.findByText('No wallets match your search')
  fill('Search wallets', '')
  await until(() => screen.getAllByTestId('wallet-row').length === 17)
  assert.match(bar(), /Selected: 8/)
})

test('amounts are asked for and checked against the balance', async () => {
  await open(desks(5, 1))
  await press('Execute Distribution')
  await complains('Please select a source wallet and at least one destination')
  await press('Calculate')
  await complains('Please enter a total amount to distribute')
  fill('Total Amount (SOL)', '1')
  await press('Calculate')
  await complains('Please select destination wallets first')
  await pick('Desk 1', 'Desk 2', 'Desk 3', 'Desk 4')
  await press('Execute Distribution')
  await complains('Please enter a total amount and click "Calculate" to set distribution amounts')
  fill('Total Amount (SOL)', '.')
  await press('Calculate')
  await complains('Please enter a valid positive amount')
  fill('Total Amount (SOL)', '1')
  await press('Calculate')
  await until(() =>
    /^Insufficient balance\. Source wallet has 1\.000000 SOL, but 1\.0\d{5} SOL is required \(1\.000000 to distribute \+ 0\.000015 fees \+ 0\.0\d{5} minimum balance\)\. Maximum distributable: 0\.99\d{4} SOL$/.test(
      settings('Summary').queryByRole('alert')?.textContent ?? '',
    ),
  )
  // The typed total must be an amount.
  await userEvent.clear(total())
  await userEvent.type(total(), 'a-0.5e,x1')
  assert.equal(total().value, '0.51')
  await userEvent.keyboard('{ArrowUp}')
  assert.equal(total().value, '0.510001')
})

test('amounts are split to the lamport, and stale ones are not sent', async () => {
  await open(desks(5, 1))
  await pick('Desk 1', 'Desk 2', 'Desk 3', 'Desk 4')
  fill('Total Amount (SOL)', '0.1')
  await press('Calculate')
  await until(() => screen.queryAllByText('0.033333333 SOL').length > 0)
  assert.deepEqual(
    [screen.getAllByText('0.033333333 SOL').length, screen.getAllByText('0.033333334 SOL').length],
    [2, 1],
  )
  assert.match(bar(), /Total: 0\.1 SOL/)
  const stale =
    'Wallet selection changed after calculation. Please click "Calculate" to update amounts before distributing.'
  const isStale = () => screen.queryAllByText(/Please click "Calculate" to update amounts/).length > 0
  assert.ok(!isStale())
  await pick('Desk 5')
  await screen.findByText(stale)
  assert.ok(isDisabled('Calculate First'))
  await press('Calculate')
  await until(() => !isStale())
  fill('Total Amount (SOL)', '0.2')
  assert.ok(isDisabled('Calculate First'))
  // The selection is not what has changed.
  assert.ok(isStale() && !screen.queryByText(stale))
  await press('Calculate')
  await press('Random Range')
  await until(isStale)
  const slider = screen.getByRole('slider', { name: 'Variance in percent' })
  assert.deepEqual(
    ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) => slider.getAttribute(name)),
    ['20', '1', '50'],
  )
  await press('Generate Random Distribution')
  await until(() => !isStale())
  assert.match(bar(), /Total: 0\.2 SOL/)
  // Custom amounts are never stale, but each must be positive.
  await press('Custom Amounts')
  for (const n of [2, 3, 4, 5]) fill(`Amount for Desk ${n}`, '')
  await press('Execute Distribution')
  await complains('Please enter positive amounts for all selected destinations')
  fill('Amount for Desk 2', '0.01')
  fill('Amount for Desk 3', '0')
  await press('Execute Distribution')
  await complains('3 destinations have invalid amounts. All amounts must be positive.')
  // Amounts edited by hand have to be calculated again before they are sent as an equal split.
  await press('Equal Distribution')
  assert.ok(isDisabled('Calculate First'))
  await press('Calculate')
  assert.match(bar(), /Total: 0\.2 SOL/)
})

test('a CSV with a wrong line is refused by line, and one that is mended is taken', async () => {
  await open(desks(4, 10))
  await pick('Desk 1')
  await press('Import CSV')
  await screen.findByLabelText('CSV')
  fill('CSV', 'Desk 2,0.5\nNobody,1\nDesk 3,-1\nDesk 1,1')
  await press('Import amounts')
  const problems = (await screen.findByRole('alert', { name: 'Problems' })).textContent
  for (const text of [
    'Nothing was imported. 3 rows are invalid:',
    "Line 2: No wallet of yours is called or addressed 'Nobody'",
    "Line 3: '-1' is not an amount of SOL",
    'Line 4: This wallet is on the other side of the transfers',
  ])
    assert.ok(problems.includes(text), text)
  fill('CSV', 'Desk 2,0.5')
  await press('Import amounts')
  await until(() => bar().includes('Selected: 1'))
  assert.match(bar(), /Total: 0\.5 SOL/)
})

const preview = (amount: number): DistributionPreview => ({
  transactions: 1,
  format: 1,
  total: amount,
  fees: '0.000005',
  rent: { accounts: 0, amount: 0 },
  sourceWallet: { initialBalance: 10, finalBalance: 9 },
  destinationWallet: { initialBalance: 10, finalBalance: 9 },
  transfers: [
    { walletId: 1, walletName: 'Desk 2', amount, finalBalance: amount, newAccount: false, error: null },
  ],
  wouldFail: 0,
})

for (const { way, endpoint, tab, execute, title, wallets, nonsense } of [
  {
    way: 'a distribution',
    endpoint: distributeSol,
    tab: 'distribute',
    execute: 'Execute Distribution',
    title: 'Preview Distribution',
    wallets: desks(2, 10),
    nonsense: 'Error processing distribution response',
  },
  {
    way: 'a gather',
    endpoint: gatherSol,
    tab: 'gather',
    execute: 'Execute Gather',
    title: 'Preview Gather',
    wallets: [aGroup('Ungrouped', [aWallet('Desk 1', 1), aWallet('Desk 2', 0.5)], null)],
    nonsense: 'Error processing gather response',
  },
] as const)
  test(`${way} that is refused without a channel says so`, async () => {
    await open([...wallets], tab)
    block(createTicket)
    await pick('Desk 1', 'Desk 2')
    if (tab === 'distribute') {
      await press('Custom Amounts')
      fill('Amount for Desk 2', '1')
    }
    answer(endpoint, { success: true, preview: preview(1) })
    await press(execute)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await until(() => !isDisabled('Confirm and send', dialog))
    refuse(endpoint, 'funds_in_flight')
    await press('Confirm and send', dialog)
    await screen.findByText('This wallet is already sending funds.')
    await press('Dismiss')
    answer(endpoint, { success: true, preview: preview(1) })
    await press(execute)
    const again = within(await screen.findByRole('dialog', { name: title }))
    await until(() => !isDisabled('Confirm and send', again))
    // Anything but an answer of the server leaves open whether it began.
    block(endpoint)
    await press('Confirm and send', again)
    await screen.findByText(nonsense)
    assert.ok(isDisabled('Processing...'))
    const keys = () =>
      sent(endpoint).flatMap(({ body, key }) => ((body as { dryRun?: boolean }).dryRun ? [] : [key]))
    const [first, lost] = keys()
    assert.notEqual(first, lost)
    // Its outcome is known then: nothing is left for the page of the next test.
    refuse(endpoint, 'funds_in_flight')
    await press('Ask again')
    await screen.findByText('This wallet is already sending funds.')
    assert.equal(keys().length, 3)
    assert.equal(keys()[2], lost)
  })

const BELOW = 'Below the rent minimum: the wallet holds no SOL, so it must receive at least 0.00065024 SOL'
const refused = (n: number) => ({
  walletId: n,
  walletName: `Desk ${n}`,
  error: BELOW,
  refusal: 'below_rent' as const,
})

/** Runs a distribution without a channel, from Desk 1 to the others; this many of its transfers arrive. */
async function distribute(arrived: number, failed: number): Promise<void> {
  await open(desks(arrived + failed + 1, 10))
  block(createTicket)
  await pick('Desk 1')
  for (let n = 2; n <= arrived + failed + 1; n++) await pick(`Desk ${n}`)
  await press('Custom Amounts')
  for (let n = 2; n <= arrived + failed + 1; n++) fill(`Amount for Desk ${n}`, '0.0001')
  answer(distributeSol, ({ body }) =>
    (body as { dryRun?: boolean }).dryRun
      ? { success: true, preview: preview(0.0001) }
      : {
          success: arrived > 0,
          operationId: 'd4d9d4a6-0000-4000-8000-000000000002',
          status: arrived === 0 ? ('failed' as const) : ('partial' as const),
          data: {
            summary: {
              totalDistributed: arrived * 0.0001,
              successfulTransfers: arrived,
              failedTransfers: failed,
              transactions: 1,
              fees: '0.000005',
            },
            errors: [...Array(failed).keys()].map((n) => refused(n + 2)),
            sourceWallet: { initialBalance: 10, finalBalance: '9.9' },
          },
        },
  )
  await press('Execute Distribution')
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview Distribution' }))
  await until(() => !isDisabled('Confirm and send', dialog))
  await press('Confirm and send', dialog)
}

test('what failed is told in plain words, few of many, and can be tried again alone', async () => {
  await distribute(1, 5)
  await screen.findByRole('heading', { name: 'Partially Completed' })
  await screen.findByText('Completed with 1/6 successful transfers')
  const result = within(screen.getByRole('region', { name: 'Result' }))
  assert.equal(result.getAllByText(BELOW, { exact: false }).length, 3)
  assert.ok(result.getByText('+ 2 more wallets with similar issues'))
  assert.match(screen.getByRole('region', { name: 'Result' }).textContent, /Success rate16\.6%/)
  assert.ok(result.getByRole('button', { name: 'Retry only what failed' }))
})

test('when nothing arrives the result says so and what may help, and leaves with its tab', async () => {
  await distribute(0, 1)
  await screen.findByRole('heading', { name: 'Operation Failed' })
  await screen.findByText('All transfers failed - check balance and try fewer wallets')
  await screen.findByText('Failed during blockchain transaction processing')
  const result = within(screen.getByRole('region', { name: 'Result' }))
  for (const hint of ['Add more SOL', 'Reduce the amount', 'Use fewer wallets', 'Check that the addresses'])
    assert.ok(result.getByText(hint, { exact: false }), hint)
  // Nothing moved: the selection is still there to be corrected.
  assert.match(bar(), /Selected: 1/)
  await userEvent.click(screen.getByRole('tab', { name: 'Gather SOL' }))
  await until(() => screen.queryByRole('region', { name: 'Result' }) === null)
  assert.ok(!screen.queryByText('All transfers failed', { exact: false }))
})
