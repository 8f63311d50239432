/** Pools of two mints that the program at Jupiter's address trades with, on a network of `openMainnet`. */
import type { Localnet } from '@purser/localnet/index.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import {
  AccountRole,
  type Address,
  generateKeyPairSigner,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import {
  JUPITER,
  toBytes,
  POOL_HONEST,
  POOL_SIZE,
  poolAuthority,
  ROUTE_ACCOUNTS,
  ROUTE_V2,
} from './route-program/route-program.ts'

/** One side; its program is by default that of plain tokens. */
export type PoolSide = { mint: string; amount: bigint; program?: string }

/** How a pool cheats, in ten-thousandths of the quote and of the input; honest by default. */
export type PoolTerms = { pays?: bigint; takes?: bigint; skipsThreshold?: boolean }

export type Route = {
  trader: string
  /** The mint that goes in. */
  from: string
  /** The trader's token accounts. */
  source: string
  destination: string
  /** Account 7: the recipient of the output instead. */
  otherDestination?: string
  inAmount: bigint
  quoted: bigint
  slippageBps: number
}

export type Pool = {
  /** All its addresses that a lookup table may contain. */
  addresses: Address[]
  /** In the order of the sides. */
  tokenAccounts: [Address, Address]
  set(terms: PoolTerms): Promise<void>
  /** `route_v2` in the form of the service's answer. */
  route(route: Route): Instruction
}

/** The rent of a token account (165 bytes); more would do no harm. */
const RENT = 2_039_280n

/** A token account as the token program keeps it (state.rs of spl-token: 165 bytes). */
function encodeHolding(mint: string, owner: string, amount: bigint): Buffer {
  const data = Buffer.alloc(165)
  toBytes(mint).copy(data, 0)
  toBytes(owner).copy(data, 32)
  data.writeBigUInt64LE(amount, 64)
  data[108] = 1
  if (mint === SOL_MINT) {
    // Wrapped SOL: everything above the rent is the amount.
    data.writeUInt32LE(1, 109)
    data.writeBigUInt64LE(RENT, 113)
  }
  return data
}

function encodeState({ pays = POOL_HONEST, takes = POOL_HONEST, skipsThreshold = false }: PoolTerms): Buffer {
  const data = Buffer.alloc(POOL_SIZE)
  data.writeBigUInt64LE(pays, 0)
  data.writeBigUInt64LE(takes, 8)
  data.writeBigUInt64LE(skipsThreshold ? 1n : 0n, 16)
  return data
}

/** The plan of a whole route with one step, through a pool called Whirlpool (17): the bytes after the fixed fields. */
const PLAN = Buffer.from([1, 0, 0, 0, 17, 1, 0x10, 0x27, 0, 1])

function encodeData({ inAmount, quoted, slippageBps }: Route): Buffer {
  const data = Buffer.alloc(30)
  ROUTE_V2.copy(data)
  data.writeBigUInt64LE(inAmount, 8)
  data.writeBigUInt64LE(quoted, 16)
  data.writeUInt16LE(slippageBps, 24)
  return Buffer.concat([data, PLAN])
}

export async function openPool(network: Pick<Localnet, 'place'>, sides: [PoolSide, PoolSide]): Promise<Pool> {
  const [[authority], [eventAuthority], ...signers] = await Promise.all([
    poolAuthority(),
    getProgramDerivedAddress({ programAddress: JUPITER, seeds: ['__event_authority'] }),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ])
  const [pool, first, second] = signers.map(({ address }) => address) as [Address, Address, Address]
  const tokenAccounts: [Address, Address] = [first, second]
  const set = (terms: PoolTerms) =>
    network.place([{ address: pool, owner: JUPITER, data: encodeState(terms) }])
  await set({})
  await network.place(
    sides.map(({ mint, amount, program = TOKEN_PROGRAM_ADDRESS }, i) => ({
      address: tokenAccounts[i] ?? '',
      owner: program,
      data: encodeHolding(mint, authority, amount),
      lamports: mint === SOL_MINT ? RENT + amount : RENT,
    })),
  )
  const mints = sides.map(({ mint }) => mint as Address)
  const programs = sides.map(({ program }) => (program ?? TOKEN_PROGRAM_ADDRESS) as Address)
  return {
    addresses: [pool, authority, eventAuthority, ...tokenAccounts, ...mints, ...new Set(programs)],
    tokenAccounts,
    set,
    route(route) {
      const [i, o] = route.from === mints[0] ? [0, 1] : [1, 0]
      const routeAddresses: Record<(typeof ROUTE_ACCOUNTS)[number], string | undefined> = {
        authority: route.trader,
        source: route.source,
        destination: route.destination,
        sourceMint: mints[i],
        destinationMint: mints[o],
        sourceProgram: programs[i],
        destinationProgram: programs[o],
        otherDestination: route.otherDestination ?? JUPITER,
        eventAuthority,
        program: JUPITER,
        pool,
        poolAuthority: authority,
        poolSource: tokenAccounts[i],
        poolDestination: tokenAccounts[o],
      }
      const WRITABLE = new Set(['source', 'destination', 'poolSource', 'poolDestination'])
      return {
        programAddress: JUPITER,
        accounts: ROUTE_ACCOUNTS.map((name) => ({
          address: (routeAddresses[name] ?? JUPITER) as Address,
          role:
            name === 'authority'
              ? AccountRole.READONLY_SIGNER
              : WRITABLE.has(name) || (name === 'otherDestination' && route.otherDestination !== undefined)
                ? AccountRole.WRITABLE
                : AccountRole.READONLY,
        })),
        data: encodeData(route),
      }
    },
  }
}
