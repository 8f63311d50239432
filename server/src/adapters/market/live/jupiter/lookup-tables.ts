/**
 * Lookup tables on the chain. A transaction names only a table and an index: the chain's entry is compared with the
 * service's before anything is signed.
 */
import { type Address, type AddressesByLookupTableAddress, getAddressDecoder } from '@solana/kit'
import type { AccountState } from '../../../../ports/account-at.ts'
import type { AccountReads } from '../../../../ports/chain.ts'

const PROGRAM = 'AddressLookupTab1e1111111111111111111111111' as Address
/**
 * Kind (u32), slot of deactivation (u64), and fields that are not needed here; then the addresses. Agave:
 * sdk/program/src/address_lookup_table/state.rs; Firedancer: fd_address_lookup_table_program.h,
 * FD_LOOKUP_TABLE_META_SIZE.
 */
const HEAD_BYTES = 56
const DEACTIVATED_AT = 4
const IS_TABLE = 1
const NEVER = 2n ** 64n - 1n
const ADDRESS_BYTES = 32

const decoder = getAddressDecoder()

/** null: no table, or one that is being deactivated. */
export function readTable(state: AccountState | null): Address[] | null {
  if (state === null || state.program !== PROGRAM || state.data.length < HEAD_BYTES) return null
  const { data } = state
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint32(0, true) !== IS_TABLE || view.getBigUint64(DEACTIVATED_AT, true) !== NEVER) return null
  const addresses: Address[] = []
  for (let at = HEAD_BYTES; at + ADDRESS_BYTES <= data.length; at += ADDRESS_BYTES)
    addresses.push(decoder.decode(data, at))
  return addresses
}

/** The chain's own contents; null if one differs from the service's. A table only ever grows. */
export async function confirmedTables(
  chain: Pick<AccountReads, 'states'>,
  said: Readonly<Record<Address, readonly Address[]>> | null,
): Promise<AddressesByLookupTableAddress | null> {
  const names = Object.keys(said ?? {}) as Address[]
  if (names.length === 0) return {}
  const states = await chain.states(names)
  const found: Record<Address, Address[]> = {}
  for (const [i, name] of names.entries()) {
    const addresses = readTable(states[i] ?? null)
    const isAsSaid = (said?.[name] ?? []).every((address, place) => addresses?.[place] === address)
    if (addresses === null || !isAsSaid) return null
    found[name] = addresses
  }
  return found
}
