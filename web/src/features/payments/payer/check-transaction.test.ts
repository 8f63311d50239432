import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAddMemoInstruction } from '@solana-program/memo'
import { getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessagePriorityFeeLamports,
} from '@solana/kit'
import { checkedTransaction, type Shown } from './check-transaction.ts'

const named = (letter: string) => address(letter.repeat(43))
const [ACCOUNT, RECIPIENT, REFERENCE, OTHER] = [named('A'), named('B'), named('C'), named('D')]
const lifetime = { blockhash: named('E') as string as Blockhash, lastValidBlockHeight: 1n }
const shown = (version: 0 | 1): Shown => ({
  account: ACCOUNT,
  recipient: RECIPIENT,
  reference: REFERENCE,
  lamports: 89_392_456n,
  version,
})

type Changes = {
  from?: ReturnType<typeof address>
  to?: ReturnType<typeof address>
  reference?: ReturnType<typeof address> | null
  amount?: bigint
  payer?: ReturnType<typeof address>
  more?: Instruction[]
}

function instructions({ from = ACCOUNT, to = RECIPIENT, reference = REFERENCE, amount, more = [] }: Changes) {
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(from),
    destination: to,
    amount: amount ?? 89_392_456n,
  })
  const accounts = [
    ...transfer.accounts,
    ...(reference === null ? [] : [{ address: reference, role: AccountRole.READONLY }]),
  ]
  return [getAddMemoInstruction({ memo: 'Payment CCCCCCCC' }), { ...transfer, accounts }, ...more]
}

function encoded(version: 0 | 1, changes: Changes = {}): string {
  const { payer = ACCOUNT } = changes
  const message = pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayer(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions(changes), m),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

test('a transaction that pays what is shown is signed, in both formats', () => {
  for (const version of [0, 1] as const) {
    const transaction = encoded(version)
    const bytes = checkedTransaction(transaction, shown(version))
    assert.equal(bytes && Buffer.from(bytes).toString('base64'), transaction)
  }
})

const transferTo = (to: ReturnType<typeof address>) =>
  getTransferSolInstruction({ source: createNoopSigner(ACCOUNT), destination: to, amount: 1n })

const WRONG: [what: string, changes: Changes][] = [
  ['another recipient', { to: OTHER }],
  ['another amount', { amount: 89_392_457n }],
  ['no reference', { reference: null }],
  ['another reference', { reference: OTHER }],
  ['another account, as a second signer', { from: OTHER }],
  ['another fee payer', { payer: OTHER }],
  ['a second transfer', { more: [transferTo(OTHER)] }],
  ['a second transfer to the recipient', { more: [transferTo(RECIPIENT)] }],
  ['another program', { more: [{ programAddress: OTHER, accounts: [], data: new Uint8Array() }] }],
]
for (const [what, changes] of WRONG)
  test(`a transaction with ${what} is not signed`, () => {
    for (const version of [0, 1] as const)
      assert.equal(checkedTransaction(encoded(version, changes), shown(version)), null)
  })

test('a transaction that gives away more than a small fee is not signed', () => {
  const price = (microLamports: bigint) => [getSetComputeUnitPriceInstruction({ microLamports })]
  assert.notEqual(checkedTransaction(encoded(0, { more: price(1_000n) }), shown(0)), null)
  assert.equal(checkedTransaction(encoded(0, { more: price(10_000_000n) }), shown(0)), null)
  const offering = (lamports: bigint) => {
    const message = pipe(
      createTransactionMessage({ version: 1 }),
      (m) => setTransactionMessageFeePayer(ACCOUNT, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) => appendTransactionMessageInstructions(instructions({}), m),
      (m) => setTransactionMessagePriorityFeeLamports(lamports, m),
    )
    return getBase64EncodedWireTransaction(compileTransaction(message))
  }
  assert.notEqual(checkedTransaction(offering(5_000n), shown(1)), null)
  assert.equal(checkedTransaction(offering(1_000_000_000n), shown(1)), null)
})

test('a transaction whose accounts cannot all be read, of another format, or that is none is not signed', () => {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(ACCOUNT, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions({}), m),
    (m) => compressTransactionMessageUsingAddressLookupTables(m, { [OTHER]: [RECIPIENT] }),
  )
  const hidden = getBase64EncodedWireTransaction(compileTransaction(message))
  for (const transaction of [hidden, encoded(1), '', 'AAAA', 'no base64'])
    assert.equal(checkedTransaction(transaction, shown(0)), null)
})
