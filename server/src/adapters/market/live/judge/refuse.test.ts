import { after, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { UnsafeRoute } from '@purser/contract/market/unsafe-route-texts.ts'
import { type Address, createNoopSigner, generateKeyPairSigner } from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import fc from 'fast-check'
import {
  type BuildAsked,
  buildDouble,
  computePrice,
  toWire,
  type WireAnswer,
} from '../../../../test/build-double.ts'
import { json, openDouble } from '../../../../test/double.ts'
import { plainService } from '../../../../test/plain-service.ts'
import { associatedAccount } from '../../../../kernel/solana/associated-account.ts'
import { createBuilds, isNoQuote } from '../jupiter/build.ts'
import { readBuildAnswer } from '../jupiter/build-answer.ts'
import { refuse } from './refuse.ts'
import { readSwapData } from '../jupiter/swap-data.ts'

const BONK = KNOWN_TOKENS[2]?.mint ?? ''
const taker = (await generateKeyPairSigner()).address
const stranger = (await generateKeyPairSigner()).address
const SOL_FOR_USDC = { inputMint: SOL_MINT, outputMint: USDC_MINT, inAmount: 10n ** 9n, slippageBps: 50 }
const USDC_FOR_SOL = { ...SOL_FOR_USDC, inputMint: USDC_MINT, outputMint: SOL_MINT }

const double = buildDouble({ quote: ({ inAmount }) => (inAmount * 14n) / 100n })
const server = await openDouble(double.part)
after(() => server[Symbol.asyncDispose]())
let now = 0
const builds = createBuilds({
  service: plainService(server.url),
  clock: { now: () => now, monotonic: () => now },
})
beforeEach(() => {
  now += 10_000
  double.lie(null)
  double.reply(null)
  double.asked.length = 0
})

const at = (answer: WireAnswer, change: (data: Buffer) => void) => {
  const data = Buffer.from(answer.swapInstruction.data, 'base64')
  change(data)
  answer.swapInstruction.data = data.toString('base64')
}
const swapAccount = (answer: WireAnswer, place: number, pubkey: string) => {
  const account = answer.swapInstruction.accounts[place]
  if (account) account.pubkey = pubkey
}
const first = <T>(list: T[]): T => {
  const [one] = list
  assert.ok(one)
  return one
}
const theirs = await associatedAccount(stranger, {
  mint: USDC_MINT as Address,
  program: TOKEN_2022_PROGRAM_ADDRESS,
})
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** Accounts of the wallet, and of tokens outside the request. */
const strangeTokens = await Promise.all(
  Array.from({ length: 8 }, async (_, i) => {
    const mint = (await generateKeyPairSigner()).address
    const tokenProgram = i % 2 === 0 ? TOKEN_PROGRAM_ADDRESS : TOKEN_2022_PROGRAM_ADDRESS
    const [ata, payer] = [
      await associatedAccount(taker, { mint, program: tokenProgram }),
      createNoopSigner(taker),
    ]
    const creation = { payer, ata, owner: taker, mint, tokenProgram }
    return { mint, instruction: toWire(getCreateAssociatedTokenIdempotentInstruction(creation)) }
  }),
)
const open = (answer: WireAnswer, tokens: typeof strangeTokens) =>
  void answer.setupInstructions.push(...tokens.map(({ instruction }) => instruction))

type Lie = [what: string, rule: UnsafeRoute, change: (answer: WireAnswer, asked: BuildAsked) => void]
const LIES: Lie[] = [
  ['another input', 'other_mints', (a) => void (a.inputMint = BONK)],
  ['another output', 'other_mints', (a) => void (a.outputMint = BONK)],
  ['another amount', 'other_amount', (a) => void (a.inAmount = '1000000001')],
  ['another mode', 'other_amount', (a) => void (a.swapMode = 'ExactOut')],
  ['another slippage', 'other_slippage', (a) => void (a.slippageBps = 51)],
  ['a low threshold', 'low_threshold', (a) => void (a.otherAmountThreshold = '139299999')],
  [
    'a second signer of the swap',
    'foreign_signer',
    (a) => a.swapInstruction.accounts.push({ pubkey: stranger, isSigner: true, isWritable: false }),
  ],
  [
    'a second signer of the setup',
    'foreign_signer',
    (a) => first(a.setupInstructions).accounts.push({ pubkey: stranger, isSigner: true, isWritable: false }),
  ],
  ['another program to set up', 'foreign_program', (a) => void (first(a.setupInstructions).programId = MEMO)],
  ['another program to swap', 'foreign_program', (a) => void (a.swapInstruction.programId = MEMO)],
  [
    'another program to clean up',
    'foreign_program',
    (a) => void (a.cleanupInstruction = { programId: MEMO, accounts: [], data: '' }),
  ],
  [
    'another program behind it all',
    'foreign_program',
    (a) => void a.otherInstructions.push({ programId: MEMO, accounts: [], data: '' }),
  ],
  [
    'another program as its compute budget',
    'foreign_program',
    (a) => void (first(a.computeBudgetInstructions).programId = MEMO),
  ],
  ['a tip', 'tip', (a) => void (a.tipInstruction = first(a.setupInstructions))],
  [
    'an account for somebody else',
    'setup',
    (a) => void (first(first(a.setupInstructions).accounts.slice(2)).pubkey = stranger),
  ],
  [
    'an account at another address',
    'setup',
    (a) => void (first(first(a.setupInstructions).accounts.slice(1)).pubkey = theirs),
  ],
  [
    'an account creation that is not idempotent',
    'setup',
    (a) => void (first(a.setupInstructions).data = 'AA=='),
  ],
  ['an account of a token that the route does not touch', 'setup', (a) => open(a, strangeTokens.slice(0, 1))],
  ['eight accounts of strange tokens', 'setup', (a) => open(a, strangeTokens)],
  [
    'SOL to somebody else',
    'setup',
    (a) => void (first(first(a.setupInstructions.slice(1)).accounts.slice(1)).pubkey = stranger),
  ],
  [
    'more SOL than goes in',
    'setup',
    (a) => {
      const data = Buffer.alloc(12)
      data.writeUInt32LE(2)
      data.writeBigUInt64LE(10n ** 9n + 1n, 4)
      first(a.setupInstructions.slice(1)).data = data.toString('base64')
    },
  ],
  ['the SOL twice', 'setup', (a) => void a.setupInstructions.push(first(a.setupInstructions.slice(1)))],
  [
    'an assignment of the wallet',
    'setup',
    (a) => void (first(a.setupInstructions.slice(1)).data = Buffer.alloc(12, 1).toString('base64')),
  ],
  [
    'a sync of another account',
    'setup',
    (a) => void (first(first(a.setupInstructions.slice(2)).accounts).pubkey = theirs),
  ],
  [
    'an approval behind it all',
    'setup',
    (a) => {
      const sync = first(a.setupInstructions.slice(2))
      a.otherInstructions.push({ ...sync, data: Buffer.from([4, 1, 0, 0, 0, 0, 0, 0, 0]).toString('base64') })
    },
  ],
  [
    'what is unwrapped goes to somebody else',
    'cleanup',
    (a) => void (first(a.cleanupInstruction?.accounts.slice(1) ?? []).pubkey = stranger),
  ],
  [
    'another account is closed',
    'cleanup',
    (a) => void (first(a.cleanupInstruction?.accounts ?? []).pubkey = theirs),
  ],
  [
    'cleaning up by another instruction',
    'cleanup',
    (a) => {
      if (a.cleanupInstruction) a.cleanupInstruction.data = 'Bg=='
    },
  ],
  ['an unknown discriminator', 'unknown_swap', (a) => at(a, (data) => data.writeUInt8(0))],
  [
    'a swap that is cut off',
    'unknown_swap',
    (a) =>
      void (a.swapInstruction.data = Buffer.from(a.swapInstruction.data, 'base64')
        .subarray(0, 29)
        .toString('base64')),
  ],
  ['another amount in the swap', 'swap_amount', (a) => at(a, (data) => data.writeUInt8(1, 15))],
  ['a lower quote in the swap', 'swap_amount', (a) => at(a, (data) => data.writeUInt8(1, 16))],
  ['another slippage in the swap', 'swap_slippage', (a) => at(a, (data) => data.writeUInt8(51, 24))],
  ['a platform fee', 'platform_fee', (a) => at(a, (data) => data.writeUInt8(1, 26))],
  ['a share of the good luck', 'platform_fee', (a) => at(a, (data) => data.writeUInt8(1, 29))],
  [
    'another authority',
    'swap_accounts',
    (a) => {
      swapAccount(a, 0, stranger)
      Object.assign(first(a.swapInstruction.accounts), { isSigner: false })
    },
  ],
  ['another source', 'swap_accounts', (a) => swapAccount(a, 1, theirs)],
  ['another destination', 'swap_accounts', (a) => swapAccount(a, 2, theirs)],
  ['another input mint in the swap', 'swap_accounts', (a) => swapAccount(a, 3, BONK)],
  ['another output mint in the swap', 'swap_accounts', (a) => swapAccount(a, 4, BONK)],
  ['an optional destination of somebody else', 'swap_accounts', (a) => swapAccount(a, 7, theirs)],
]
for (const [what, rule, change] of LIES)
  void test(`refused: ${what}`, async () => {
    double.lie(change)
    assert.deepEqual(await builds.build(SOL_FOR_USDC, taker), { unavailable: { code: 'unsafe_route', rule } })
  })

void test('wrapping is refused where SOL is not what goes in', async () => {
  const sol: WireAnswer[] = []
  double.lie((answer) => void sol.push(structuredClone(answer)))
  await builds.build(SOL_FOR_USDC, taker)
  double.lie(
    (answer) => void answer.setupInstructions.push(first((sol[0]?.setupInstructions ?? []).slice(1))),
  )
  assert.deepEqual(await builds.build(USDC_FOR_SOL, taker), {
    unavailable: { code: 'unsafe_route', rule: 'setup' },
  })
})

void test('an account of a token that the route goes through is no lie; a plan that cannot be read names none', async () => {
  const [token] = strangeTokens
  assert.ok(token)
  const through = (answer: WireAnswer) => {
    open(answer, [token])
    const hop = { label: 'Orca', inputMint: SOL_MINT, outputMint: token.mint }
    answer.routePlan = [
      { swapInfo: hop },
      { swapInfo: { ...hop, inputMint: token.mint, outputMint: USDC_MINT } },
    ]
  }
  double.lie(through)
  assert.ok(!isNoQuote(await builds.build(SOL_FOR_USDC, taker)))
  now += 10_000
  double.lie((answer) => {
    through(answer)
    Object.assign(answer, { routePlan: [{ swapInfo: null }] })
  })
  const unread = await builds.build(SOL_FOR_USDC, taker)
  assert.deepEqual(unread, { unavailable: { code: 'unsafe_route', rule: 'setup' } })
})

void test('nothing to clean up, no tables and no other instructions are no lie', async () => {
  double.lie((answer) =>
    Object.assign(answer, {
      cleanupInstruction: null,
      addressesByLookupTableAddress: null,
      otherInstructions: null,
    }),
  )
  assert.ok(!isNoQuote(await builds.build(SOL_FOR_USDC, taker)))
})

void test('an absurd price for compute does not matter here: ours takes its place', async () => {
  double.lie((answer) => void (answer.computeBudgetInstructions = [computePrice(82_000_000_000n)]))
  assert.ok(!isNoQuote(await builds.build(SOL_FOR_USDC, taker)))
})

/** The shared route: an id of one byte before the amounts, the wallet's accounts elsewhere. */
async function toShared(answer: WireAnswer): Promise<void> {
  const old = Buffer.from(answer.swapInstruction.data, 'base64')
  const data = Buffer.concat([Buffer.from([209, 152, 83, 147, 124, 254, 216, 233, 7]), old.subarray(8)])
  const [authority, source, destination, inputMint, outputMint] = answer.swapInstruction.accounts
  const nobody = { pubkey: stranger, isWritable: false, isSigner: false }
  answer.swapInstruction.data = data.toString('base64')
  answer.swapInstruction.accounts = [
    nobody,
    authority,
    source,
    nobody,
    nobody,
    destination,
    inputMint,
    outputMint,
  ].map((account) => account ?? nobody)
}

void test('the shared route is read one byte later, and its accounts at their own places', async () => {
  double.lie((answer) => void toShared(answer))
  assert.ok(!isNoQuote(await builds.build(SOL_FOR_USDC, taker)))
  for (const [place, rule] of [
    [1, 'swap_accounts'],
    [2, 'swap_accounts'],
    [5, 'swap_accounts'],
    [6, 'swap_accounts'],
    [7, 'swap_accounts'],
  ] as const) {
    now += 10_000
    double.lie((answer) => {
      void toShared(answer)
      swapAccount(answer, place, theirs)
      for (const account of answer.swapInstruction.accounts) account.isSigner = false
    })
    const answer = await builds.build(SOL_FOR_USDC, taker)
    assert.deepEqual(answer, { unavailable: { code: 'unsafe_route', rule } }, `account ${place}`)
  }
})

async function honestBody(): Promise<WireAnswer> {
  let seen: WireAnswer | undefined
  double.lie((answer) => void (seen = structuredClone(answer)))
  await builds.build(SOL_FOR_USDC, taker)
  assert.ok(seen)
  return seen
}

void test('no bytes of a swap pass but those that say what was asked', async () => {
  const honest = await honestBody()
  const head = Buffer.from(honest.swapInstruction.data, 'base64').subarray(0, 30)
  const routes = fc.uint8Array({ minLength: 0, maxLength: 60 }).map((tail) => Buffer.from(tail))
  const heads = fc.oneof(
    fc.uint8Array({ minLength: 0, maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 255 })).map(([place, by]) => {
      const changed = Buffer.from(head)
      changed.writeUInt8(((changed[place] ?? 0) + by) % 256, place)
      return changed
    }),
  )
  await fc.assert(
    fc.asyncProperty(heads, routes, async (start, tail) => {
      const bytes = Buffer.concat([start, tail])
      const body = {
        ...honest,
        swapInstruction: { ...honest.swapInstruction, data: bytes.toString('base64') },
      }
      const answer = readBuildAnswer(JSON.stringify(body))
      assert.ok(answer)
      const isHonest = bytes.subarray(0, 30).equals(head)
      assert.equal((await refuse(answer, SOL_FOR_USDC, taker)) === null, isHonest)
    }),
    { numRuns: 500 },
  )
})

void test('no body makes the readers throw', () => {
  fc.assert(fc.property(fc.string(), (body) => void readBuildAnswer(body)))
  fc.assert(fc.property(fc.json(), (body) => assert.equal(readBuildAnswer(body), null)))
  const programId = SOL_MINT as Address
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      (data) => void readSwapData({ programId, accounts: [], data }),
    ),
  )
})
