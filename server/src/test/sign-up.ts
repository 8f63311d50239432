/** New accounts of a desk with an outbox, by its API. */
import { randomUUID } from 'node:crypto'
import { readOutbox, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import type { Call } from './client.ts'

export type User = { token: string; id: number; email: string }

/** The newest code in the outbox for this address. */
export async function readCode(call: Call, email: string): Promise<string> {
  const { ok: mails } = await call(readOutbox, { query: { to: email } })
  const code = mails.map((mail) => /\b\d{6}\b/.exec(mail.text)?.[0]).find((found) => found !== undefined)
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** Signs up through registration, outbox and verification; `getCode` if the mails are not in the outbox. */
export async function signUp(
  call: Call,
  email = `${randomUUID()}@example.com`,
  getCode: (email: string) => Promise<string> = (to) => readCode(call, to),
): Promise<User> {
  const sent = await call(requestRegisterCode, { body: { email } })
  if (sent.status !== 200) throw new Error(sent.text)
  const { ok } = await call(verifyCode, { body: { email, code: await getCode(email) } })
  return { token: ok.token, id: ok.user.id, email }
}
