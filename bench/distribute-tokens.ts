/**
 * A token to 1,000 wallets through the whole desk against a raw client that packs, signs, sends and polls, in turns on the
 * same local network: to accounts that exist (59 in a transaction), and to wallets that have none yet (10). Both end when
 * all are confirmed. Limits: 1.5 times the raw client's time, 18 and 100 transactions.
 *
 * Run: node bench/distribute-tokens.ts
 */
import { distributeToken } from '@purser/contract/distributions/token-distributions.ts'
import { getOperation, listOperations } from '@purser/contract/transfers/transfers.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { toChunks } from '../server/src/kernel/chunks.ts'
import { createClient } from '../server/src/test/client.ts'
import { createIssuer } from '../server/src/test/mints.ts'
import { fund, makeWallets, SOL } from '../server/src/test/money.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { median, openBench, timed } from './processes.ts'
import { sendRaw } from './raw-client.ts'

const ROUNDS = 9
const POLL_MS = 25
const COUNT = 1_000
const DECIMALS = 6
const CHUNK = { existing: 59, opening: 10 }
const LIMITS = { ratio: 1.5, existing: 18, opening: 100 }
const SUPPLY = 10n ** 15n

const bench = openBench()
try {
  const network = await bench.network()
  const rpc = connectRpc(network.url)
  const { url } = await bench.desk(network)
  const call = createClient(url)
  const { token } = await signUp(call, 'bench@example.com')
  const issuer = await createIssuer(rpc)
  const [source, ...others] = await makeWallets(call, token, COUNT + 1)
  if (!source) throw new Error('there is no wallet')
  const payer = await generateKeyPairSigner()
  for (const address of [source.address, payer.address]) await fund(rpc, address, 1_000n * SOL)

  const newMint = async (): Promise<Address> => {
    const mint = await issuer.createMint([], DECIMALS)
    for (const address of [source.address, payer.address]) await issuer.mintTo(address, mint, SUPPLY)
    return mint
  }
  /** Resolves with the operation's id once all transfers have arrived. */
  const ours = async (mint: string): Promise<string> => {
    const { task_id: id = '' } = (
      await call(distributeToken, {
        token,
        body: {
          source_wallet: source.address,
          token_address: mint,
          target_wallets: others.map(({ address }) => address),
          total_amount: String(COUNT),
          variance: 0,
        },
      })
    ).ok
    for (;;) {
      const { operations } = (await call(listOperations, { token, query: { limit: 1 } })).ok
      const status = operations.find((one) => one.id === id)?.status ?? ''
      if (status === 'completed') return id
      if (['partial', 'failed'].includes(status)) throw new Error(status)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  const countTransactions = async (id: string) => {
    const { transfers } = (await call(getOperation, { token, params: { id } })).ok
    return new Set(transfers.map(({ signature }) => signature)).size
  }
  const deriveAccounts = (mint: Address) =>
    Promise.all(
      others.map(async ({ address }) => ({
        owner: address as Address,
        ata: await issuer.deriveAccount(address, mint),
      })),
    )
  /** It derives the accounts each time, since none are kept, unless it gets them. */
  const theirs = async (
    mint: Address,
    opens: boolean,
    given?: Awaited<ReturnType<typeof deriveAccounts>>,
  ) => {
    const from = await issuer.deriveAccount(payer.address, mint)
    const to = given ?? (await deriveAccounts(mint))
    const parts = toChunks(to, opens ? CHUNK.opening : CHUNK.existing).map((chunk) =>
      chunk.flatMap(({ owner, ata }) => [
        ...(opens
          ? [
              getCreateAssociatedTokenIdempotentInstruction({
                payer,
                ata,
                owner,
                mint,
                tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
              }),
            ]
          : []),
        getTransferCheckedInstruction({
          source: from,
          mint,
          destination: ata,
          authority: payer,
          amount: 1_000_000n,
          decimals: DECIMALS,
        }),
      ]),
    )
    await sendRaw(network.url, payer, parts, 1_400_000)
  }

  const [desk, raw, told]: [number[], number[], number[]] = [[], [], []]
  // Each round opens the accounts of two mints of its own.
  const opening: { desk: number[]; raw: number[] } = { desk: [], raw: [] }
  const last = { opening: '', existing: '' }
  for (let round = 0; round < ROUNDS; round++) {
    const [one, two] = [await newMint(), await newMint()]
    opening.raw.push(await timed(() => theirs(one, true)))
    opening.desk.push(await timed(async () => (last.opening = await ours(two))))
  }
  const mint = await newMint()
  await ours(mint)
  const given = await deriveAccounts(mint)
  await theirs(mint, false, given)
  for (let round = 0; round < ROUNDS; round++) {
    raw.push(await timed(() => theirs(mint, false)))
    told.push(await timed(() => theirs(mint, false, given)))
    desk.push(await timed(async () => (last.existing = await ours(mint))))
  }
  for (const [what, of] of [
    ['existing accounts', { desk, raw }],
    ['new accounts', opening],
  ] as const) {
    console.log(
      `${COUNT} ${what}: raw client ${median(of.raw).toFixed(2)} s, desk ${median(of.desk).toFixed(2)} s (medians of ${ROUNDS})`,
    )
    bench.report(
      `time for ${what} against the raw client`,
      median(of.desk) / median(of.raw),
      LIMITS.ratio,
      ' x',
    )
  }
  const ratio = median(desk) / median(told)
  console.log(`against a raw client that is given all derived accounts: ${ratio.toFixed(2)} x`)
  bench.report('transactions to existing accounts', await countTransactions(last.existing), LIMITS.existing)
  bench.report('transactions with creation', await countTransactions(last.opening), LIMITS.opening)
} finally {
  process.exitCode = bench.end()
}
