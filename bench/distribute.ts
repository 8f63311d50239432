/**
 * SOL to 1,000 and to 10,000 wallets through the whole desk (HTTP, reservation, journal in database and fsynced file,
 * status of every transfer) against a raw client that packs, signs, sends and polls, in turns on the same local network.
 * Both pack 61 transfers in a transaction of version 1, send with preflight, 32 calls at once, and end when all are
 * confirmed. Limits: 1.5 times the raw client's time; 17 transactions, 85,000 lamports and 60 calls for 1,000; 64 MB
 * above idle for 10,000; a gather of 1,000 in 91 transactions.
 *
 * Run: node bench/distribute.ts
 */
import { readFileSync } from 'node:fs'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { toChunks } from '../server/src/kernel/chunks.ts'
import { createClient } from '../server/src/test/client.ts'
import { fund, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import { tapLine } from '../server/src/test/tap.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { signUp as register } from '../server/src/test/sign-up.ts'
import { median, openBench, timed } from './processes.ts'
import { sendRaw } from './raw-client.ts'

const ROUNDS = 5
const CHUNK = 61
const AMOUNT = 1_000_000n
const LIMITS = { ratio: 1.5, calls: 60, megabytes: 64, transactions: 17, fees: 85_000n, gather: 91 }

const raw = (url: string, payer: KeyPairSigner, to: string[]) => {
  const pay = (destination: string) =>
    getTransferSolInstruction({ source: payer, destination: destination as Address, amount: AMOUNT })
  const parts = toChunks(to, CHUNK).map((chunk) => chunk.map(pay))
  return sendRaw(url, payer, parts, 40_000)
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const bench = openBench()
const { report } = bench
let calls: string[] = []
try {
  const network = await bench.network()
  const tap = await tapLine(network.url, (method) => void calls.push(method))
  const rpc = connectRpc(network.url)
  const signUp = async (url: string) => {
    const call = createClient(url)
    const email = 'bench@example.com'
    return { call, token: (await register(call, email)).token }
  }

  const main = await bench.desk(network)
  const { call, token } = await signUp(main.url)
  const [source, ...others] = await makeWallets(call, token, 10_001)
  if (!source) throw new Error('there is no wallet')
  await fund(rpc, source.address, 100_000n * SOL)
  const payer = await generateKeyPairSigner()
  await fund(rpc, payer.address, 100_000n * SOL)
  const post = async (n: number) => {
    const destinations = others.slice(0, n).map((w) => ({ walletId: w.id, amount: '0.001' }))
    const { ok } = await call(distributeSol, { token, body: { sourceWalletId: source.id, destinations } })
    if (ok.data?.summary.successfulTransfers !== n) throw new Error(JSON.stringify(ok).slice(0, 500))
    return ok.data.summary
  }
  const addresses = others.map((w) => w.address)
  // Both are warm before anything is measured.
  await post(1_000)
  await raw(network.url, payer, addresses.slice(0, 1_000))
  for (const n of [1_000, 10_000]) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    const pid = main.child.pid ?? 0
    const idle = residentMegabytes(pid)
    let peak = idle
    const probe = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 20)
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await timed(() => raw(network.url, payer, addresses.slice(0, n))))
      ours.push(await timed(() => post(n)))
    }
    clearInterval(probe)
    console.log(
      `${n} destinations: raw client ${median(theirs).toFixed(2)} s, desk ${median(ours).toFixed(2)} s (medians of ${ROUNDS})`,
    )
    report(`time for ${n} against the raw client`, median(ours) / median(theirs), LIMITS.ratio, ' x')
    if (n === 10_000) report('memory above idle for 10,000', peak - idle, LIMITS.megabytes, ' MB')
  }
  const [before = 0n] = await readBalances(rpc, [payer.address])
  if (before === 0n) throw new Error('the raw client has nothing left')

  // Counted in a round of its own: the proxy would slow the measured ones.
  const counted = await bench.desk(network, tap.url)
  const second = await signUp(counted.url)
  const [from, ...targets] = await makeWallets(second.call, second.token, 1_001)
  if (!from) throw new Error('there is no wallet')
  await fund(rpc, from.address, 100n * SOL)
  calls = []
  const destinations = targets.map((w) => ({ walletId: w.id, amount: '0.01' }))
  const one = (
    await second.call(distributeSol, {
      token: second.token,
      body: { sourceWalletId: from.id, destinations },
    })
  ).ok
  report('calls to the chain for 1,000', calls.length, LIMITS.calls)
  report('transactions for 1,000', one.data?.summary.transactions ?? 0, LIMITS.transactions)
  const [left = 0n] = await readBalances(rpc, [from.address])
  report('lamports of fees for 1,000', Number(100n * SOL - 10n * SOL - left), Number(LIMITS.fees))
  const gathered = (
    await second.call(gatherSol, {
      token: second.token,
      body: { destinationWalletId: from.id, sources: targets.map((w) => w.id), gatherAll: true },
    })
  ).ok
  report('transactions for a gather of 1,000', gathered.data?.summary.transactions ?? 0, LIMITS.gather)
  await tap.close()
} finally {
  process.exitCode = bench.end()
}
