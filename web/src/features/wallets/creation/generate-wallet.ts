import {
  generateWallet as generate,
  generateWalletAlias,
  type GeneratedWallet,
} from '@purser/contract/wallets/wallets.ts'
import { call } from '#wire/api.ts'
import { WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'

/**
 * A new wallet; only this answer holds its private key. `key: false` if it is not shown: a key in an answer is out. The
 * alias is for servers without the first endpoint.
 */
export async function generateWallet(body: { key?: false } = {}): Promise<GeneratedWallet> {
  const request = { body, key: newKey() }
  try {
    return await call(generate, request)
  } catch (error) {
    if (!(error instanceof WireFault) || (error.status !== 404 && error.status !== 405)) throw error
    return call(generateWalletAlias, request)
  }
}
