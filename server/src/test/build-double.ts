/**
 * `GET /swap/v2/build` as its documents describe it (document 6, section 3): quotes any pair, and lies if a test says
 * so.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  AccountRole,
  type Address,
  createNoopSigner,
  type Instruction,
  isSignerRole,
  isWritableRole,
} from '@solana/kit'
import { associatedAccount } from '../kernel/solana/associated-account.ts'
import { type DoubleAnswer, type DoublePart, json } from './double.ts'

export type WireInstruction = {
  programId: string
  accounts: { pubkey: string; isWritable: boolean; isSigner: boolean }[]
  data: string
}
/** The parts of an answer that a lie may change. */
export type WireAnswer = {
  inputMint: string
  outputMint: string
  inAmount: string
  outAmount: string
  otherAmountThreshold: string
  swapMode: string
  slippageBps: number
  routePlan: { swapInfo: { label: string; inputMint: string; outputMint: string } }[]
  computeBudgetInstructions: WireInstruction[]
  setupInstructions: WireInstruction[]
  swapInstruction: WireInstruction
  cleanupInstruction: WireInstruction | null
  otherInstructions: WireInstruction[]
  tipInstruction: WireInstruction | null
  addressesByLookupTableAddress: Record<string, string[]> | null
}
export type BuildAsked = {
  inputMint: string
  outputMint: string
  inAmount: bigint
  taker: Address
  slippageBps: number
  maxAccounts: number
}
/** The swap's own instruction, in the form that `route` of a pool takes. */
export type BuildRoute = {
  trader: string
  from: string
  source: string
  destination: string
  inAmount: bigint
  quoted: bigint
  slippageBps: number
}
export type BuildDouble = {
  part: DoublePart
  /** Changes every answer from now on; null: the truth. */
  lie(change: ((answer: WireAnswer, asked: BuildAsked) => void) | null): void
  /** Gives this answer to every call; null: quotes again. */
  reply(answer: DoubleAnswer | null): void
  asked: BuildAsked[]
}
type Given = {
  /** Base units of the output; null: no route. */
  quote(asked: BuildAsked): bigint | null
  route?(route: BuildRoute, asked: BuildAsked): Instruction
  tables?: Record<string, string[]>
  /** Micro-lamports. */
  price?: bigint
  getProgram?(mint: string): Address
}

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const BPS = 10_000n

export const toWire = ({ programAddress, accounts = [], data }: Instruction): WireInstruction => ({
  programId: programAddress,
  accounts: accounts.map(({ address, role }) => ({
    pubkey: address,
    isWritable: isWritableRole(role),
    isSigner: isSignerRole(role),
  })),
  data: Buffer.from(data ?? new Uint8Array()).toString('base64'),
})

/** `route_v2` with the accounts that it names, and no pool behind them. */
export function bareRoute(route: BuildRoute, { inputMint, outputMint }: BuildAsked): Instruction {
  const data = Buffer.alloc(40)
  Buffer.from([187, 100, 250, 204, 49, 196, 175, 20]).copy(data)
  data.writeBigUInt64LE(route.inAmount, 8)
  data.writeBigUInt64LE(route.quoted, 16)
  data.writeUInt16LE(route.slippageBps, 24)
  const readonly = [inputMint, outputMint, TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS, JUPITER, JUPITER]
  return {
    programAddress: JUPITER,
    accounts: [
      { address: route.trader as Address, role: AccountRole.READONLY_SIGNER },
      { address: route.source as Address, role: AccountRole.WRITABLE },
      { address: route.destination as Address, role: AccountRole.WRITABLE },
      ...readonly.map((address) => ({ address: address as Address, role: AccountRole.READONLY })),
    ],
    data,
  }
}

const compute = (kind: number, bytes: Buffer): WireInstruction => ({
  programId: COMPUTE_BUDGET,
  accounts: [],
  data: Buffer.concat([Buffer.from([kind]), bytes]).toString('base64'),
})
export function computePrice(microLamports: bigint): WireInstruction {
  const price = Buffer.alloc(8)
  price.writeBigUInt64LE(microLamports)
  return compute(3, price)
}

async function answerTo(given: Given, asked: BuildAsked, outAmount: bigint) {
  const { inputMint, outputMint, inAmount, taker, slippageBps } = asked
  const { route = bareRoute, getProgram = () => TOKEN_PROGRAM_ADDRESS } = given
  const trader = createNoopSigner(taker)
  const deriveAccount = (mint: string) =>
    associatedAccount(taker, { mint: mint as Address, program: getProgram(mint) })
  const [source, destination] = [await deriveAccount(inputMint), await deriveAccount(outputMint)]
  const create = (mint: string, ata: Address) =>
    getCreateAssociatedTokenIdempotentInstruction({
      payer: trader,
      ata,
      owner: taker,
      mint: mint as Address,
      tokenProgram: getProgram(mint),
    })
  const wrapping = inputMint === SOL_MINT ? source : outputMint === SOL_MINT ? destination : null
  const routed = { trader: taker, from: inputMint, source, destination, inAmount, quoted: outAmount }
  const wrap =
    inputMint === SOL_MINT
      ? [
          create(inputMint, source),
          getTransferSolInstruction({ source: trader, destination: source, amount: inAmount }),
          getSyncNativeInstruction({ account: source }),
        ]
      : []
  const unwrap = wrapping
    ? toWire(getCloseAccountInstruction({ account: wrapping, destination: taker, owner: trader }))
    : null
  return {
    inputMint,
    outputMint,
    inAmount: inAmount.toString(),
    outAmount: outAmount.toString(),
    otherAmountThreshold: ((outAmount * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS).toString(),
    swapMode: 'ExactIn',
    slippageBps,
    priceImpactPct: '0.00012345678901234567890123',
    routePlan: [{ swapInfo: { label: 'Orca', inputMint, outputMint }, percent: 100.5, bps: 10_000 }],
    computeBudgetInstructions: [computePrice(given.price ?? 0n)],
    setupInstructions: [...wrap, create(outputMint, destination)].map(toWire),
    swapInstruction: toWire(route({ ...routed, slippageBps }, asked)),
    cleanupInstruction: unwrap,
    otherInstructions: [],
    tipInstruction: null,
    addressesByLookupTableAddress: given.tables ?? null,
    blockhashWithMetadata: {
      blockhash: Array.from({ length: 32 }, (_, i) => i),
      lastValidBlockHeight: 1,
      fetchedAt: { secs_since_epoch: 1, nanos_since_epoch: 1 },
    },
    aFieldOfTomorrow: { any: 'thing' },
  }
}

export function buildDouble(given: Given): BuildDouble {
  let change: Parameters<BuildDouble['lie']>[0] = null
  let fixed: DoubleAnswer | null = null
  const all: BuildAsked[] = []
  return {
    asked: all,
    lie: (next) => void (change = next),
    reply: (next) => void (fixed = next),
    async part(url) {
      if (url.pathname !== '/swap/v2/build') return undefined
      const text = (name: string) => url.searchParams.get(name) ?? ''
      const asked: BuildAsked = {
        inputMint: text('inputMint'),
        outputMint: text('outputMint'),
        inAmount: BigInt(text('amount')),
        taker: text('taker') as Address,
        slippageBps: Number(text('slippageBps')),
        maxAccounts: Number(text('maxAccounts') || '64'),
      }
      all.push(asked)
      if (fixed !== null) return fixed
      const out = given.quote(asked)
      if (out === null) return json({ error: 'No routes found' }, 400)
      const answer = await answerTo(given, asked, out)
      change?.(answer, asked)
      return json(answer)
    },
  }
}

/** A lie: every route out of this token pays a hundredth, and shows no impact. */
export const payingHundredth =
  (mint: string) =>
  (answer: WireAnswer, { inputMint, slippageBps }: BuildAsked): void => {
    if (inputMint !== mint) return
    const out = BigInt(answer.outAmount) / 100n
    const data = Buffer.from(answer.swapInstruction.data, 'base64')
    data.writeBigUInt64LE(out, 16)
    answer.swapInstruction.data = data.toString('base64')
    const least = (out * BigInt(10_000 - slippageBps) + 9_999n) / 10_000n
    Object.assign(answer, {
      outAmount: out.toString(),
      otherAmountThreshold: least.toString(),
      priceImpactPct: '0',
    })
  }
