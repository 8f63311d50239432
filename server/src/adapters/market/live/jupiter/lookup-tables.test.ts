import { test } from 'node:test'
import assert from 'node:assert/strict'
import { type Address, generateKeyPairSigner, getAddressEncoder } from '@solana/kit'
import fc from 'fast-check'
import type { AccountState } from '../../../../ports/account-at.ts'
import { confirmedTables, readTable } from './lookup-tables.ts'

const PROGRAM = 'AddressLookupTab1e1111111111111111111111111' as Address
const [name, a, b, c] = (await Promise.all(
  Array.from({ length: 4 }, async () => (await generateKeyPairSigner()).address),
)) as [Address, Address, Address, Address]

function createTable(addresses: Address[], change?: (data: Buffer) => void): AccountState {
  const data = Buffer.alloc(56 + 32 * addresses.length)
  data.writeUInt32LE(1, 0)
  data.writeBigUInt64LE(2n ** 64n - 1n, 4)
  for (const [i, address] of addresses.entries()) data.set(getAddressEncoder().encode(address), 56 + 32 * i)
  change?.(data)
  return { lamports: 1n, program: PROGRAM, data }
}
const createChain = (state: AccountState | null) => ({ states: async () => [state] })

void test('the chain says what a table holds; one that has grown since is used as it is', async () => {
  const found = await confirmedTables(createChain(createTable([a, b, c])), { [name]: [a, b] })
  assert.deepEqual(found, { [name]: [a, b, c] })
  assert.deepEqual(await confirmedTables(createChain(null), null), {})
})

void test('a table that is not as it is said to be is none', async () => {
  for (const said of [[b, a], [a, b, c, a], [c]])
    assert.equal(await confirmedTables(createChain(createTable([a, b, c])), { [name]: said }), null)
  assert.equal(await confirmedTables(createChain(null), { [name]: [] }), null)
})

void test('what is given up, unset, cut off or not a table is refused', () => {
  assert.equal(readTable(createTable([a], (data) => data.writeBigUInt64LE(7n, 4))), null)
  assert.equal(readTable(createTable([a], (data) => data.writeUInt32LE(0, 0))), null)
  assert.equal(readTable({ ...createTable([a]), program: name }), null)
  assert.equal(readTable({ ...createTable([a]), data: new Uint8Array(55) }), null)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      readTable({ lamports: 1n, program: PROGRAM, data })
    }),
  )
})
