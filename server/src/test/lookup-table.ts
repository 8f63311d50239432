/** Address lookup tables, made by their own program on a chain of tests. */
import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import type { Issuer } from './mints.ts'
import type { Rpc } from './rpc.ts'

/** The same address as in localnet/src/programs.ts. */
const PROGRAM = 'AddressLookupTab1e1111111111111111111111111' as Address
const SYSTEM = '11111111111111111111111111111111' as Address
/** Numbers of its instructions (solana-foundation/solana-web3.js src/programs/address-lookup-table). */
const CREATE = 0
const EXTEND = 2
/** The most that fit into one transaction. */
const AT_ONCE = 20

/** A table of these addresses; it can be used at once, since the slot of its creation is over when this resolves. */
export async function openTable(
  rpc: Rpc,
  { payer, execute }: Issuer,
  addresses: Address[],
): Promise<Address> {
  const encode = (address: Address): Buffer => Buffer.from(getAddressEncoder().encode(address))
  const slot = Buffer.alloc(8)
  slot.writeBigUInt64LE(BigInt(await rpc<number>('getSlot', { commitment: 'confirmed' })))
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: PROGRAM,
    seeds: [encode(payer.address), slot],
  })
  const accounts: Instruction['accounts'] = [
    { address: table, role: AccountRole.WRITABLE },
    { address: payer.address, role: AccountRole.READONLY_SIGNER },
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: SYSTEM, role: AccountRole.READONLY },
  ]
  const call = (...data: Buffer[]): Instruction => ({
    programAddress: PROGRAM,
    accounts,
    data: Buffer.concat(data),
  })
  const number = (n: number, bytes: 4 | 8): Buffer => {
    const data = Buffer.alloc(bytes)
    data.writeUInt32LE(n)
    return data
  }
  await execute([call(number(CREATE, 4), slot, Buffer.from([bump]))])
  for (let i = 0; i < addresses.length; i += AT_ONCE) {
    const some = addresses.slice(i, i + AT_ONCE)
    await execute([call(number(EXTEND, 4), number(some.length, 8), ...some.map(encode))])
  }
  return table
}
