/** A new wallet with test funds, by the API of a desk. */
import assert from 'node:assert/strict'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import type { Call } from './client.ts'

/** Returns its address, once the funds have arrived. */
export async function fundedWallet(call: Call, token: string, sol = 2): Promise<string> {
  const { address } = (await call(generateWallet, { token })).ok
  const paid = await call(requestFaucet, { token, body: { address, sol } })
  assert.equal(paid.status, 200, paid.text)
  return address
}
