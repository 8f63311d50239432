// Pages: wallets, profile
/** Wallets as files: exported, opened, imported again, and behind a code if the profile requires one. */
import { expect, test } from './fixtures.ts'
import { ask, readCode, createGroup, generate, readWallets } from './person.ts'
import { readCsv, readSheet } from './sheet.ts'
import { button, readBytes, count, getDialog, open } from './wallets-page.ts'

test('what is exported opens as a spreadsheet and as text, imports again, and leaves behind a code where the profile asks for one', async ({
  page,
}) => {
  await open(page, 'export')
  await createGroup(page, 'Cold')
  await generate(page, 3, 'Cold')
  const wallets = await readWallets(page)
  await ask(page, 'PUT', `/wallets/${wallets[0]?.id}`, { name: '=1+1' })
  const day = /\d{4}-\d\d-\d\d/.source
  const save = async (which: string, kind: string) => {
    await button(page, 'Export').click()
    const dialog = getDialog(page, 'Export Wallets')
    await dialog.getByLabel('Wallets').selectOption({ label: which })
    await dialog.getByLabel('With private keys').check()
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, kind).click()])
    await expect(dialog).toBeHidden()
    return download
  }
  const all = await save('All wallets', 'Export Excel')
  expect(all.suggestedFilename()).toMatch(new RegExp(`^wallets_all_${day}\\.xlsx$`))
  const rows = readSheet(await readBytes(all))
  expect(rows).toHaveLength(4)
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(wallets.map((wallet) => wallet.address))
  expect(rows[1]?.[0]).toBe("'=1+1")
  const group = await save('Cold', 'Export Excel')
  expect(group.suggestedFilename()).toMatch(new RegExp(`^wallets_group_\\d+_${day}\\.xlsx$`))
  const text = await save('All wallets', 'Export CSV')
  expect(text.suggestedFilename()).toMatch(new RegExp(`^all_wallets_${day}\\.csv$`))
  const csv = readCsv((await readBytes(text)).toString())
  expect(csv.slice(1).map((cells) => cells[2])).toEqual(rows.slice(1).map((cells) => cells[2]))

  await page.getByRole('button', { name: 'Logout' }).click()
  const email = await open(page, 'import')
  await button(page, 'Import').click()
  const dialog = getDialog(page, 'Import Wallets')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('Enter at least one private key')).toBeVisible()
  const keys = dialog.getByLabel('One private key per line')
  await keys.fill('nonsense')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('0 of 1 wallet imported')).toBeVisible()
  const [one = '', two = '', three = ''] = rows.slice(1).map((cells) => cells[2])
  await keys.fill(`${one}\nnonsense\n${two}\n${one}`)
  await dialog.getByLabel('Name prefix (optional)').fill('Old')
  await button(dialog, 'Import 4 wallets').click()
  await expect(dialog.getByText('2 of 4 wallets imported; 2 lines were not.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(/not a private key/i)
  await button(dialog, 'Import more').click()
  await expect(keys).toHaveValue('')
  await keys.fill(three)
  await dialog.getByLabel('Name (optional)').fill('Third')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('1 of 1 wallet imported.')).toBeVisible()
  await button(dialog, 'Done').click()
  await expect(count(page)).toHaveText('3')
  expect((await readWallets(page)).map((w) => w.address)).toEqual(wallets.map((w) => w.address))
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const key of [one, two, three]) expect(kept).not.toContain(key)

  // A profile that requires a code gets it before keys leave.
  await ask(page, 'PUT', '/users/me', { keys_need_code: true })
  await button(page, 'Export').click()
  const coded = getDialog(page, 'Export Wallets')
  await coded.getByLabel('With private keys').check()
  await button(coded, 'Export Excel').click()
  await expect(coded.getByText('A code is on its way to your email.')).toBeVisible()
  await coded.getByLabel('Verification Code').fill(await readCode(page, email))
  const [behind] = await Promise.all([page.waitForEvent('download'), button(coded, 'Export Excel').click()])
  expect(readSheet(await readBytes(behind))).toHaveLength(4)
})
