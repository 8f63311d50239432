// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatbotData, generateWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { signUp } from '../../../test/sign-up.ts'

const mail = await startMailServer()
const desk = await startTestDesk({ network: 'none', env: { SMTP_URL: mail.url } })

void test('a mail about keys counts as told once the mail server has taken it, also after a restart', async () => {
  const email = 'keeper@example.com'
  const { token } = await signUp(desk.call, email, (to) => mail.code(to, 0))
  await desk.call(generateWallet, { token })
  const told = async () =>
    (
      (await desk.database.db.execute(sql`select mailed_at is not null as told from key_exports`)) as {
        rows: { told: boolean }[]
      }
    ).rows.map((row) => row.told)

  mail.behave('refuse')
  const before = mail.asked()
  assert.equal((await desk.call(chatbotData, { token })).status, 200)
  await until('the mail server was asked', () => mail.asked() > before)
  assert.deepEqual(await told(), [false])
  assert.deepEqual(mail.to(email), [])

  await desk.stop()
  mail.behave('well')
  desk.clock.move(60_000)
  await desk.start()
  await until('the mail is told', async () => (await told())[0] === true)
  const [letter, ...others] = mail.to(email)
  assert.match(letter?.subject ?? '', /Private keys were exported/)
  assert.deepEqual(others, [])
})
