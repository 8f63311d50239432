import { toAddress, keyBytes, keyFrom, type Key } from '../base58.ts'
import type { Bank } from '../chain/bank.ts'
import { associatedTokenKey, GENESIS_MINTS } from '../chain/genesis.ts'
import { DEVELOPMENT_KEY, FAUCET_KEY, signWith, type TestKey } from '../chain/keys.ts'
import { MAX_AIRDROP } from '../constants.ts'
import { ASSOCIATED_TOKEN, COMPUTE_BUDGET, SYSTEM, TOKEN } from '../programs.ts'
import { parseTransaction } from '../wire/parse.ts'
import { invalidParams, RpcError } from './errors.ts'
import type { Methods } from './context.ts'
import { keyAtIndex, stringAt, toU64 } from './params.ts'

interface Instruction {
  program: Key
  /** Indexes into the message's keys. */
  accounts: number[]
  data: Uint8Array
}

const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

let serial = 0
/** Differs from call to call, so that equal airdrops in one slot have different signatures. */
function distinctLimit(): Instruction {
  serial = (serial + 1) % 1_000_000
  const data = Buffer.alloc(5)
  data[0] = 2
  data.writeUInt32LE(400_000 + serial, 1)
  return { program: COMPUTE_BUDGET, accounts: [], data }
}

/** A signed legacy transaction of one signer; keys are the signer, then writable ones, then read-only ones. */
function signTransaction(
  signer: TestKey,
  writable: Key[],
  readonly: Key[],
  blockhash: Key,
  instructions: Instruction[],
): Buffer {
  const keys = [signer.key, ...writable, ...readonly]
  const message = Buffer.concat([
    Buffer.from([1, 0, readonly.length, keys.length]),
    ...keys.map(keyBytes),
    keyBytes(blockhash),
    Buffer.from([instructions.length]),
    ...instructions.flatMap((ix) => [
      Buffer.from([keys.indexOf(ix.program), ix.accounts.length, ...ix.accounts, ix.data.length]),
      ix.data,
    ]),
  ])
  return Buffer.concat([Buffer.from([1]), signWith(signer, message), message])
}

function execute(bank: Bank, wire: Buffer): string {
  const tx = parseTransaction(wire)
  bank.announce(tx.signature)
  const result = bank.submit(tx)
  if (typeof result === 'string' || !('signature' in result))
    throw new RpcError(-32603, `Internal error: the airdrop was refused: ${JSON.stringify(result)}`)
  return result.signature
}

/** Airdrops, as real transactions. */
export const airdropMethods: Methods = {
  requestAirdrop({ bank }, params) {
    const to = keyAtIndex(params, 0)
    const lamports = toU64(params[1], 'lamports')
    if (lamports > MAX_AIRDROP)
      throw invalidParams(`Invalid params: at most ${MAX_AIRDROP} lamports an airdrop`)
    const data = Buffer.concat([Buffer.from([2, 0, 0, 0]), u64(lamports)])
    const transfer = { program: SYSTEM, accounts: [0, 1], data }
    const blockhash = bank.blockhashes.of(bank.slot)
    // Sent to itself the faucet appears once only.
    if (to === FAUCET_KEY.key) transfer.accounts = [0, 0]
    const writable = to === FAUCET_KEY.key ? [] : [to]
    return execute(
      bank,
      signTransaction(FAUCET_KEY, writable, [SYSTEM, COMPUTE_BUDGET], blockhash, [distinctLimit(), transfer]),
    )
  },

  async requestTokenAirdrop({ bank }, params) {
    const owner = keyAtIndex(params, 0)
    const mint = keyAtIndex(params, 1)
    const text = stringAt(params, 2)
    const isOurs =
      GENESIS_MINTS.some((m) => keyFrom(m.address) === mint) ||
      bank.settings.mirrored.some(({ key }) => key === mint)
    if (!isOurs)
      throw invalidParams(`Invalid params: ${toAddress(mint)} is not a token of this network's genesis`)
    if (!/^\d{1,20}$/.test(text))
      throw invalidParams('Invalid params: the amount is a decimal string of base units')
    const amount = toU64(BigInt(text), 'amount')
    if (amount === 0n) throw invalidParams('Invalid params: the amount must be positive')
    const account = await associatedTokenKey(owner, mint, TOKEN)
    const self = owner === DEVELOPMENT_KEY.key
    const writable = [account, mint]
    const readonly = [...(self ? [] : [owner]), SYSTEM, TOKEN, ASSOCIATED_TOKEN, COMPUTE_BUDGET]
    const index = (key: Key): number => [DEVELOPMENT_KEY.key, ...writable, ...readonly].indexOf(key)
    const create = {
      program: ASSOCIATED_TOKEN,
      accounts: [0, index(account), index(owner), index(mint), index(SYSTEM), index(TOKEN)],
      data: Buffer.from([1]),
    }
    const mintTo = {
      program: TOKEN,
      accounts: [index(mint), index(account), 0],
      data: Buffer.concat([Buffer.from([7]), u64(amount)]),
    }
    const blockhash = bank.blockhashes.of(bank.slot)
    return execute(
      bank,
      signTransaction(DEVELOPMENT_KEY, writable, readonly, blockhash, [distinctLimit(), create, mintTo]),
    )
  },
}
