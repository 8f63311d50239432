// Pages: all
/**
 * The whole product by the keyboard alone: every control is reached with Tab. A pressed button keeps the focus, a
 * dialog that closes gives it back.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { readCode } from './person.ts'

/** No page has more stops. */
const MOST_STOPS = 150

/** The focused element is not the page itself, is visible, and looks focused. */
async function expectSeen(page: Page, when: string): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const one = document.activeElement
          if (!(one instanceof HTMLElement) || one === document.body) return 'the focus is lost'
          const { width, height } = one.getBoundingClientRect()
          if (width < 1 || height < 1) return `nothing is seen of ${one.outerHTML.slice(0, 120)}`
          return 'seen'
        }),
      { message: when, timeout: 5_000 },
    )
    .toBe('seen')
}

const isRinged = (page: Page) =>
  page.evaluate(() => {
    // The mark is its own, or that of a layer that covers all of it.
    const marked = (element: Element | null): boolean =>
      element !== null &&
      [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      })
    const one = document.activeElement
    // A field shows the focus by its border, a hidden box by the one that is drawn in its place.
    if (one?.matches('input, textarea, select')) return true
    return marked(one) || marked(one?.parentElement ?? null)
  })

const isHere = (what: Locator) =>
  what.evaluateAll((found) => found.some((one) => one === document.activeElement)).catch(() => false)

/** Presses Tab, or Shift+Tab if that is nearer; every stop on the way shows the focus. */
async function walkTo(page: Page, what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(what.first()).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await isHere(what)) return
    await page.keyboard.press(key)
    const lost = await page.evaluate(() => document.activeElement === document.body)
    if (!lost)
      expect(await isRinged(page), await page.evaluate(() => document.activeElement?.outerHTML)).toBe(true)
  }
  throw new Error(`${String(what)} is not among the stops of this page`)
}

async function press(
  page: Page,
  what: Locator,
  key: 'Enter' | 'Space' = 'Enter',
  way?: 'Shift+Tab',
): Promise<void> {
  await walkTo(page, what, way)
  await page.keyboard.press(key)
}

async function type(page: Page, what: Locator, text: string): Promise<void> {
  await walkTo(page, what)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Opens another page, by the palette. */
async function goTo(page: Page, words: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(words)
  // It is the first result of the typed text: the whole list has a first one, too.
  await expect(palette.getByRole('status')).toContainText(new RegExp(`^${words}, 1 of `, 'i'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

test('from sign-in to logout without a pointer', async ({ page }) => {
  const email = `keys-${Date.now()}@example.test`
  await page.goto('/register')
  await type(page, page.getByLabel('Email Address'), email)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Verification Code')
  await expect(field).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').or(page.locator('[data-error]')).first()).toBeVisible()
  await expect(field).toBeFocused()
  await type(page, field, await readCode(page, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  // The first steps: each takes away the button that was pressed.
  const steps = page.getByRole('region', { name: 'First steps' })
  await press(page, button(steps, 'Create wallet'))
  await expect(button(steps, 'Create wallet')).toBeHidden()
  await press(page, button(steps, 'Add test funds'))
  await expect(button(steps, 'Add test funds')).toBeHidden()
  await press(
    page,
    button(page.getByRole('region', { name: 'Welcome' }), 'Create Agent'),
    'Enter',
    'Shift+Tab',
  )
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  await expectSeen(page, 'after an agent')

  const message = page.getByLabel('Message', { exact: true })
  await type(page, message, 'buy 0.02 SOL of BONK every 2 seconds, 200 times')
  await page.keyboard.press('Enter')
  await press(page, button(page, 'Execute Strategy'), 'Enter', 'Shift+Tab')
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await expectSeen(page, 'after Execute')
  const bar = page.getByTestId('desk-bar')
  await press(page, button(bar, 'Pause'), 'Space', 'Shift+Tab')
  await expect(page.getByTestId('strategy-status')).toHaveText('Paused')
  await press(page, button(bar, 'Resume'))
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await press(page, button(bar, 'Rename Agent 1'), 'Enter', 'Shift+Tab')
  const renaming = page.getByRole('dialog', { name: 'Rename Agent' })
  await type(page, renaming.getByLabel('Name'), 'Night watch')
  await page.keyboard.press('Enter')
  await expect(renaming).toBeHidden()
  await expect(button(bar, 'Rename Night watch')).toBeFocused()
  // Tabs: one stop, and the arrows walk among them.
  await walkTo(page, page.getByRole('tab', { name: 'Terminal' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Trades' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Trades' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
  await press(page, button(bar, 'Stop'), 'Enter', 'Shift+Tab')
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')

  await goTo(page, 'wallet groups', 'Wallet Management')
  await press(page, button(page, '+ Generate'))
  const generating = page.getByRole('dialog', { name: 'Generate Wallets' })
  await type(page, generating.getByLabel('Number of wallets'), '3')
  await type(page, generating.getByLabel(/prefix/i), 'Desk')
  await page.keyboard.press('Enter')
  await expect(generating).toBeHidden()
  await expect(button(page, '+ Generate')).toBeFocused()
  await press(page, button(page, 'Value'))
  await expect(page.getByRole('columnheader', { name: /Value/ })).toHaveAttribute('aria-sort', /ending/)
  await press(page, button(page, 'Select Multiple'), 'Enter', 'Shift+Tab')
  await press(page, page.getByLabel('Select Desk 1'), 'Space')
  await walkTo(
    page,
    page.getByRole('group', { name: 'Selected wallets' }).getByRole('button').first(),
    'Shift+Tab',
  )
  await press(page, button(page, 'Cancel'), 'Enter', 'Shift+Tab')
  await press(page, button(page, 'Desk 2'))
  const detail = page.getByRole('dialog', { name: 'Wallet detail' })
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(button(page, 'Desk 2')).toBeFocused()
  await press(page, button(page, 'Delete Desk 3'))
  const deleting = page.getByRole('dialog', { name: 'Delete Wallet' })
  await press(page, deleting.getByRole('checkbox'), 'Space')
  await press(page, button(deleting, 'Delete Wallet'))
  await expect(deleting).toBeHidden()

  await goTo(page, 'sol distribution', 'Solana Distribution Center')
  await press(page, button(page, /^Wallet 1|^Main/))
  await press(page, button(page, 'Desk 1'), 'Space')
  await type(page, page.getByLabel('Total Amount (SOL)'), '0.5')
  await press(page, button(page, 'Calculate'))
  await press(page, button(page, 'Execute Distribution'))
  const preview = page.getByRole('dialog', { name: /Distribut/ })
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(button(page, 'Execute Distribution')).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, button(preview, 'Confirm and send'))
  await expect(page.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await expectSeen(page, 'after a distribution')

  await goTo(page, 'payments', 'Payment Dashboard')
  await type(page, page.getByLabel('Amount (USD)'), '12.5')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Copy')).toBeFocused()

  await goTo(page, 'wallet groups', 'Wallet Management')
  await walkTo(page, page.getByRole('tab', { name: 'Wallets', exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Whitelist' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Token Authorization Center' })).toBeVisible()
  await press(page, button(page, 'Create token'))
  const creating = page.getByRole('dialog', { name: 'Create token' })
  await type(page, creating.getByLabel('Name'), 'Galaxy Credits')
  await type(page, creating.getByLabel('Ticker'), 'MYTK')
  await type(page, creating.getByLabel('Supply'), '1000000')
  await press(page, button(creating, 'Preview'))
  await press(page, button(creating, 'Confirm and create'))
  await press(page, button(creating, 'Done'))
  await expect(creating).toBeHidden()
  await expectSeen(page, 'after a token')

  await press(page, page.getByRole('link', { name: /^Hello, / }), 'Enter', 'Shift+Tab')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible()
  await type(page, page.getByLabel('First Name'), 'Ada')
  await type(page, page.getByLabel('Last Name'), 'Lovelace')
  await press(page, button(page, 'Save Changes'))
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expectSeen(page, 'after saving')
  await press(page, button(page, 'Logout'), 'Enter', 'Shift+Tab')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email Address')).toBeFocused()
})
