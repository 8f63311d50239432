/**
 * The program that stands at Jupiter's address on a local network of tests. It takes `route_v2` as document 6, section 3,
 * lays it out: the input goes from the trader's account to the pool's, the quoted output from the pool's to the trader's,
 * each by the token program; less than the threshold fails with 6001. A pool's own account says how it betrays.
 *
 * Sources: solana-labs/solana sdk/sbf/c/inc/sol/{deserialize,entrypoint,cpi}.h for the layouts of input, SolAccountInfo,
 * SolInstruction, SolAccountMeta and SolSignerSeed; the same in firedancer src/flamenco/runtime/program/
 * fd_bpf_loader_serialization.c. Accounts 5, 6, 8 and 9 of `route_v2` as in Jupiter's published interface description.
 */
import { getAddressEncoder, getProgramDerivedAddress, type Address } from '@solana/kit'
import { assemble } from './assemble.ts'

/** Document 6, section 3. */
export const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address
export const ROUTE_V2 = Buffer.from([187, 100, 250, 204, 49, 196, 175, 20])

/** Its error codes, with the numbers of Jupiter and Anchor. */
export const ROUTE_ERRORS = { slippage: 6001, accounts: 6008, instruction: 101, data: 102 } as const

/** The accounts that Jupiter names, followed by those of our pool. */
export const ROUTE_ACCOUNTS = [
  'authority',
  'source',
  'destination',
  'sourceMint',
  'destinationMint',
  'sourceProgram',
  'destinationProgram',
  'otherDestination',
  'eventAuthority',
  'program',
  'pool',
  'poolAuthority',
  'poolSource',
  'poolDestination',
] as const
type RouteAccount = (typeof ROUTE_ACCOUNTS)[number]

/**
 * The pool's account: its payout and its input in ten-thousandths of the right amounts, and whether it skips the
 * threshold.
 */
export const POOL_SIZE = 24
export const POOL_HONEST = 10_000n

const SEED = 'pool'
/** The authority of all pools. */
export const poolAuthority = () => getProgramDerivedAddress({ programAddress: JUPITER, seeds: [SEED] })

/** Bytes of a SolAccountInfo, and the space for all of them on the stack. */
const INFO = 56
const INFOS = ROUTE_ACCOUNTS.length * INFO
const info = (name: RouteAccount) => -INFOS + ROUTE_ACCOUNTS.indexOf(name) * INFO
/** Positions on the stack, below the accounts. */
const AT = { taken: 8, paid: 16, data: 32, metas: 96, instruction: 136, seeds: 176, signer: 192, chosen: 200 }
const stack = (name: keyof typeof AT, plus = 0) => -INFOS - AT[name] + plus
const signed = (n: number) => (n < 0 ? String(n) : `+${n}`)
const at = (name: keyof typeof AT, plus = 0) => `[r10${signed(stack(name, plus))}]`
const field = (name: RouteAccount, plus: number) => `[r10${signed(info(name) + plus)}]`

/** Fills the accounts from the input in r1; leaves the instruction's data in r9 and its length in r8. */
const READ_INPUT = `
  mov r6, r1
  ldxdw r8, [r6+0]          ; how many accounts
  add r6, 8
  jlt r8, ${ROUTE_ACCOUNTS.length}, few
  mov r7, r10
  add r7, ${-INFOS}
  mov r5, 0
next:
  jge r5, r8, read
  ldxb r1, [r6+0]
  jne r1, 255, again
  jge r5, ${ROUTE_ACCOUNTS.length}, skip
  mov r2, r6
  add r2, 8
  stxdw [r7+0], r2          ; key
  add r2, 32
  stxdw [r7+32], r2         ; owner
  add r2, 32
  stxdw [r7+8], r2          ; lamports
  ldxdw r3, [r2+8]
  stxdw [r7+16], r3         ; length
  add r2, 16
  stxdw [r7+24], r2         ; data
  stdw [r7+40], 0
  ldxb r3, [r6+1]
  stxb [r7+48], r3
  ldxb r3, [r6+2]
  stxb [r7+49], r3
  ldxb r3, [r6+3]
  stxb [r7+50], r3
skip:
  ldxdw r3, [r6+80]         ; length of the data, which the runtime lets grow by 10,240
  add r6, ${88 + 10_240 + 7}
  add r6, r3
  and r6, -8
  ldxdw r4, [r6+0]          ; rent epoch
  add r6, 8
  jge r5, ${ROUTE_ACCOUNTS.length}, counted
  stxdw [r7+40], r4
  ja counted
again:                      ; an account that came before
  jge r5, ${ROUTE_ACCOUNTS.length}, skipped
  mul r1, ${INFO}
  mov r2, r10
  add r2, ${-INFOS}
  add r2, r1
${[0, 8, 16, 24, 32, 40, 48].map((n) => `  ldxdw r3, [r2+${n}]\n  stxdw [r7+${n}], r3`).join('\n')}
skipped:
  add r6, 8
counted:
  add r7, ${INFO}
  add r5, 1
  ja next
read:
  ldxdw r8, [r6+0]
  mov r9, r6
  add r9, 8
`

/**
 * Register `to` becomes `from` times r5 divided by 10,000, rounded up if requested; no product of 64 bits overflows.
 */
const share = (to: string, from: string, upwards: boolean) => `
  mov ${to}, ${from}
  div ${to}, 10000
  mul ${to}, r5
  mov r4, ${from}
  mod r4, 10000
  mul r4, r5
  ${upwards ? 'add r4, 9999' : 'mov r4, r4'}
  div r4, 10000
  add ${to}, r4
`

const DECIDE = `
  jlt r8, 30, bad
  ldxdw r1, [r9+0]
  lddw r2, 0x${ROUTE_V2.readBigUInt64LE().toString(16)}
  jne r1, r2, unknown
  ldxdw r6, ${field('pool', 24)}
  ldxdw r1, ${field('pool', 16)}
  jlt r1, ${POOL_SIZE}, bad
  ldxdw r7, [r9+8]          ; what goes in
  ldxdw r5, [r6+8]
  ${share('r3', 'r7', false)}
  stxdw ${at('taken')}, r3
  ldxdw r7, [r9+16]         ; what was quoted
  ldxdw r5, [r6+0]
  ${share('r3', 'r7', false)}
  stxdw ${at('paid')}, r3
  ldxdw r1, [r6+16]
  jne r1, 0, choose
  ldxh r1, [r9+24]          ; slippage in ten-thousandths
  jgt r1, 10000, bad
  mov r5, 10000
  sub r5, r1
  ${share('r2', 'r7', true)}
  ldxdw r3, ${at('paid')}
  jlt r3, r2, slipped
choose:                     ; the Jupiter program as account 7 is 'none'; one account has one key in the input
  mov r3, r10
  add r3, ${info('destination')}
  ldxdw r1, ${field('otherDestination', 0)}
  ldxdw r2, ${field('program', 0)}
  jeq r1, r2, chosen
  mov r3, r10
  add r3, ${info('otherDestination')}
chosen:
  ldxdw r1, [r3+0]
  stxdw ${at('chosen')}, r1
`

/** One account of the call to come. Flags: writable, signer. */
const meta = (i: number, key: string, writable: 0 | 1, signer: 0 | 1) => `
  ldxdw r1, ${key}
  stxdw ${at('metas', i * 16)}, r1
  stb ${at('metas', i * 16 + 8)}, ${writable}
  stb ${at('metas', i * 16 + 9)}, ${signer}
`

type Leg = {
  program: RouteAccount
  from: RouteAccount
  mint: RouteAccount
  to: string
  by: RouteAccount
  amount: 'taken' | 'paid'
  seeds: number
}

/** TransferChecked (12) of the token program: amount and decimals, which are at 44 in the mint. */
const transfer = ({ program, from, mint, to, by, amount, seeds }: Leg) => `
  stb ${at('data')}, 12
  ldxdw r1, ${at(amount)}
  stxdw ${at('data', 1)}, r1
  ldxdw r1, ${field(mint, 24)}
  ldxb r1, [r1+44]
  stxb ${at('data', 9)}, r1
  ${meta(0, field(from, 0), 1, 0)}
  ${meta(1, field(mint, 0), 0, 0)}
  ${meta(2, to, 1, 0)}
  ${meta(3, field(by, 0), 0, 1)}
  ldxdw r1, ${field(program, 0)}
  stxdw ${at('instruction')}, r1
  mov r1, r10
  add r1, ${stack('metas')}
  stxdw ${at('instruction', 8)}, r1
  stdw ${at('instruction', 16)}, 4
  mov r1, r10
  add r1, ${stack('data')}
  stxdw ${at('instruction', 24)}, r1
  stdw ${at('instruction', 32)}, 10
  mov r1, r10
  add r1, ${stack('instruction')}
  mov r2, r10
  add r2, ${-INFOS}
  mov r3, ${ROUTE_ACCOUNTS.length}
  mov r4, r10
  add r4, ${stack('signer')}
  mov r5, ${seeds}
  call sol_invoke_signed_c
  jne r0, 0, end
`

/** The seeds by which the pools' authority signs: a text and the bump, in the eight bytes below `taken`. */
const signer = (bump: number) => `
  lddw r1, 0x${Buffer.concat([Buffer.from(SEED), Buffer.from([bump, 0, 0, 0])])
    .readBigUInt64LE()
    .toString(16)}
  mov r2, r10
  add r2, ${stack('chosen', -8)}
  stxdw [r2+0], r1
  stxdw ${at('seeds')}, r2
  stdw ${at('seeds', 8)}, ${SEED.length}
  add r2, ${SEED.length}
  stxdw ${at('seeds', 16)}, r2
  stdw ${at('seeds', 24)}, 1
  mov r2, r10
  add r2, ${stack('seeds')}
  stxdw ${at('signer')}, r2
  stdw ${at('signer', 8)}, 2
`

const failure = (label: string, code: number) => `
${label}:
  mov r0, ${code}
  exit
`

const LEGS: Leg[] = [
  {
    program: 'sourceProgram',
    from: 'source',
    mint: 'sourceMint',
    to: field('poolSource', 0),
    by: 'authority',
    amount: 'taken',
    seeds: 0,
  },
  {
    program: 'destinationProgram',
    from: 'poolDestination',
    mint: 'destinationMint',
    to: at('chosen'),
    by: 'poolAuthority',
    amount: 'paid',
    seeds: 1,
  },
]

/** The program's file. */
export async function routeProgram(): Promise<Uint8Array> {
  const [, bump] = await poolAuthority()
  return assemble(`
    ${READ_INPUT}
    ${DECIDE}
    ${signer(bump)}
    ${LEGS.map(transfer).join('')}
    mov r0, 0
    end:
    exit
    ${failure('slipped', ROUTE_ERRORS.slippage)}
    ${failure('few', ROUTE_ERRORS.accounts)}
    ${failure('unknown', ROUTE_ERRORS.instruction)}
    ${failure('bad', ROUTE_ERRORS.data)}
  `)
}

export const toBytes = (address: string): Buffer =>
  Buffer.from(getAddressEncoder().encode(address as Address))
