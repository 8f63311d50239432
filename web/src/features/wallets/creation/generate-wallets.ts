import { NAME_PREFIX_DEFAULT } from '@purser/contract/limits.ts'
import { generateBulk, type Wallet } from '@purser/contract/wallets/wallets.ts'
import { call } from '#wire/api.ts'
import { newKey } from '#wire/idempotency.ts'

/** New wallets in no group, named Wallet and a free number; the answer holds no keys. */
export async function generateWallets(count: number): Promise<Wallet[]> {
  const body = {
    count,
    namePrefix: NAME_PREFIX_DEFAULT,
    groupId: null,
    createNewGroup: false,
    newGroupName: null,
  }
  return (await call(generateBulk, { body, key: newKey() })).wallets
}
