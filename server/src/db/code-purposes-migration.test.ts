/** Codes of a database of before, after the migration that names their purposes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBefore } from '../test/old-database.ts'

test('codes that sign in still do, and codes for keys, which named no purpose, serve nothing', async () => {
  const { run, migrate, close } = await openBefore('0022_code-purposes')
  const codes = [
    ['sign-in', 'login', true],
    ['sign-in', 'register', false],
    ['keys', 'keys', true],
    ['keys', 'keys', false],
  ]
  for (const [purpose, intent, isMailed] of codes)
    await run(
      `insert into sign_in_codes (email, purpose, intent, tries_left, mailed_at)
       values ('old@example.com', $1, $2, 5, case when $3::boolean then now() end)`,
      [purpose, intent, isMailed],
    )
  await migrate()
  // One that waited for its mail could not say what it is for; one that was mailed expires.
  assert.deepEqual(await run('select purpose, mailed_at is not null from sign_in_codes order by purpose'), [
    ['keys', true],
    ['login', true],
    ['register', false],
  ])
  await close()
})
