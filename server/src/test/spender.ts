/** Users of a desk whose funds count as real. */
import assert from 'node:assert/strict'
import { changeSpendingLimits, getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { importWallets } from '@purser/contract/wallets/wallets.ts'
import { generateSecret, toBase58 } from '../domains/wallets/keys/keys.ts'
import type { TestDesk, User } from './harness.ts'
import { fund, makeWallets, SOL } from './money.ts'

export function spenders(desk: TestDesk) {
  const { call, chain } = desk
  const readLimits = async ({ token }: User) => (await call(getSpendingLimits, { token })).ok.limits
  const change = ({ token }: User, body: object) => call(changeSpendingLimits, { token, body })

  async function raise(user: User, body: object) {
    const code = await desk.keyCode(user, 'limits')
    const raised = await change(user, { ...body, code })
    assert.equal(raised.status, 200, raised.text)
    return raised.ok.limits
  }
  /** A user whose sends may go anywhere, with this much in each of some wallets. */
  async function spender(wallets = 1, lamports = 5n * SOL) {
    const user = await desk.signUp()
    const purses = await makeWallets(call, user.token, wallets)
    for (const { address } of purses) await fund(chain, address, lamports)
    await raise(user, { sends_outside: 'anyone' })
    const [first] = purses
    assert.ok(first)
    return { user, token: user.token, purses, first }
  }
  /** A wallet whose key is imported now. */
  async function imported(user: User) {
    const { secret, address } = generateSecret()
    const body = { keys: toBase58(secret), code: await desk.keyCode(user, 'import') }
    const { ok } = await call(importWallets, { token: user.token, body })
    return { id: ok.wallets[0]?.id ?? 0, address }
  }
  return { readLimits, change, raise, spender, imported }
}
