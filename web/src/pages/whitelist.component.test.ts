import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestKeyCode } from '@purser/contract/accounts.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import {
  addWhitelistEntry,
  getWhitelistStats,
  listWhitelist,
  removeWhitelistEntry,
  type WhitelistEntry,
} from '@purser/contract/tokens/whitelist.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { openAnswers } from '../test/answers.ts'
import { dialogOf, fill, press, typeKeys, until } from '../test/person.ts'
import { addressOf, TIME } from '../test/values.ts'

const { answer, block, hold, load, refuse, sent, show } = await openAnswers()
const { screen, within } = await import('@testing-library/react')
const { WalletsPage } = (await load('pages/wallets.tsx')) as typeof import('./wallets.tsx')

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const EMPTY = /No whitelist entries yet\./
const entry = (id: number, wallet: string, mint = BONK): WhitelistEntry => ({
  id,
  wallet_address: wallet,
  mint_address: mint,
  timestamp: TIME,
})
const have = (data: WhitelistEntry[]) => {
  answer(listWhitelist, { success: true, data })
  const unique = (of: 'wallet_address' | 'mint_address') => new Set(data.map((one) => one[of])).size
  answer(getWhitelistStats, {
    success: true,
    data: {
      total_entries: data.length,
      unique_wallets: unique('wallet_address'),
      unique_mints: unique('mint_address'),
    },
  })
}
const open = () => show(WalletsPage, {}, '/wallets?tab=whitelist')
const form = async () => within(await screen.findByRole('region', { name: 'Add an entry' }))
const rows = () => within(screen.getByRole('group', { name: 'Whitelist entries' })).queryAllByRole('listitem')
async function add(wallet: string, mint: string): Promise<void> {
  const place = await form()
  fill('Wallet Address', wallet, place)
  fill('Token Mint Address', mint, place)
  await press('Add Entry', place)
}

test('a whitelist that loads, fails or is empty says so', async () => {
  have([])
  const release = hold(listWhitelist)
  open()
  await screen.findByRole('status', { name: 'Loading whitelist entries' })
  block(listWhitelist)
  release()
  await screen.findByText('Failed to fetch whitelist entries')
  have([])
  await press('Retry')
  await screen.findByText(EMPTY)
})

test('what is added is checked, and counted once it is there', async () => {
  have([])
  open()
  await screen.findByText(EMPTY)
  await add('', '')
  await screen.findByText('Please fill in both addresses')
  assert.deepEqual(sent(addWhitelistEntry), [])
  const [one, two] = [addressOf(1), addressOf(2)]
  refuse(addWhitelistEntry, 'unknown_mint', { mint: two })
  await add(one, two)
  await screen.findByText(`No token with the address ${two} exists on this network.`)
  refuse(addWhitelistEntry, 'whitelist_pair_exists')
  await add(one, BONK)
  await screen.findByText('This pair of wallet and token is on your whitelist already.')
  block(addWhitelistEntry)
  await add(one, BONK)
  await screen.findByText('Failed to add entry to whitelist')
  answer(addWhitelistEntry, { success: true, data: entry(3, two, SOL_MINT) })
  have([entry(3, two, SOL_MINT), entry(2, one, SOL_MINT), entry(1, one)])
  const place = await form()
  fill('Wallet Address', two, place)
  await press('Use SOL', place)
  assert.equal(place.getByLabelText<HTMLInputElement>('Token Mint Address').value, SOL_MINT)
  await press('Add Entry', place)
  await until(() => rows().length === 3)
  const count = (name: string) => screen.getByText(name).closest('div')?.querySelector('dd')?.textContent
  assert.deepEqual(['Total Entries', 'Unique Wallets', 'Unique Tokens'].map(count), ['3', '2', '2'])
  assert.deepEqual(sent(addWhitelistEntry).at(-1)?.body, { wallet_address: two, mint_address: SOL_MINT })
})

test('a code for an entry is asked for as one that loosens a limit, and sent with the entry', async () => {
  have([])
  open()
  await screen.findByText(EMPTY)
  const one = addressOf(1)
  refuse(addWhitelistEntry, 'key_code_needed', { purpose: 'limits' })
  answer(requestKeyCode, { success: true, message: 'Sent' })
  await add(one, BONK)
  await screen.findByText(codeNeeded.limits)
  await screen.findByText('A code is on its way to your email.')
  assert.deepEqual(
    sent(requestKeyCode).map(({ body }) => body),
    [{ purpose: 'limits' }],
  )
  answer(addWhitelistEntry, { success: true, data: entry(1, one) })
  fill('Verification Code', '123456', await form())
  await press('Add Entry', await form())
  await until(() => sent(addWhitelistEntry).length === 2)
  assert.deepEqual(sent(addWhitelistEntry)[1]?.body, {
    wallet_address: one,
    mint_address: BONK,
    code: '123456',
  })
})

test('an entry is removed after a question, and what is refused says so in it', async () => {
  const one = addressOf(1)
  have([entry(1, one), entry(2, addressOf(2))])
  open()
  const remove = await screen.findByRole('button', { name: `Remove ${one} with BONK` })
  remove.focus()
  await typeKeys('{Enter}')
  const dialog = await dialogOf('Remove Whitelist Entry')
  assert.ok(dialog.getByText('Are you sure you want to remove this entry from your whitelist?'))
  assert.ok(dialog.getByText(one))
  await typeKeys('{Escape}')
  await until(() => document.activeElement === remove)
  await typeKeys('{Enter}')
  const again = await dialogOf('Remove Whitelist Entry')
  block(removeWhitelistEntry)
  await press('Remove Entry', again)
  await again.findByText('Failed to remove entry')
  answer(removeWhitelistEntry, { success: true })
  have([entry(2, addressOf(2))])
  await press('Remove Entry', again)
  await screen.findByText('Entry removed.')
  await until(() => rows().length === 1)
  assert.deepEqual(
    sent(removeWhitelistEntry).map(({ params }) => params),
    [{ id: '1' }, { id: '1' }],
  )
})

test('ten thousand entries are a bounded list', async () => {
  have([...Array(10_000).keys()].map((n) => entry(n + 1, addressOf(n))))
  open()
  await until(() => screen.queryByRole('group', { name: 'Whitelist entries' }) !== null && rows().length > 0)
  assert.ok(rows().length < 60)
})
