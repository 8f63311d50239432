import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenAsset } from './asset.ts'
import { amountsTemplate, readAmountsCsv } from './amounts-csv.ts'
import type { Holder } from '../selection/holders.ts'

const holder = (id: number, name: string): Holder => ({
  id,
  name,
  address: `Addr${id}`,
  lamports: 0n,
  sol: '0',
})
const holders = [
  holder(1, 'Ada'),
  holder(2, 'Bo, the second'),
  holder(3, 'Cy'),
  holder(4, 'Twin'),
  holder(5, 'Twin'),
]
const read = (text: string, excluded?: number) => readAmountsCsv(text, holders, { excluded })

test('amounts are read by address or by name, with and without a header', () => {
  const wanted = new Map([
    [1, '0.5'],
    [2, '0.000000001'],
  ])
  assert.deepEqual(read('address,amount\nAddr1,0.5\nAddr2,.000000001').amounts, wanted)
  assert.deepEqual(read('ada,0.50\r\n"Bo, the second",0.000000001\r\n').amounts, wanted)
  assert.deepEqual(read('\uFEFFAmount;Name\n0.5;Ada\n0.000000001;Bo, the second').amounts, wanted)
  assert.deepEqual(read('name,address,amount\nwrong,Addr1,0.5\n\n,Addr2,0.000000001').amounts, wanted)
})

test('every invalid line is reported with its number, and nothing is imported', () => {
  const { amounts, problems } = read(
    'address,amount\nAddr1,1\nnobody,1\nAddr2,-1\nAddr3,abc\nAddr1,2\nTwin,1\n,4\nAddr3\nCy,0\nAddr5,0.1234567891',
  )
  assert.equal(amounts.size, 0)
  assert.deepEqual(
    problems.map(({ line, problem }) => `${line}: ${problem}`),
    [
      "3: No wallet of yours is called or addressed 'nobody'",
      "4: '-1' is not an amount of SOL with at most 9 decimals",
      "5: 'abc' is not an amount of SOL with at most 9 decimals",
      '6: This wallet stands in line 2 already',
      "7: Several wallets are called 'Twin': use the address",
      '8: The address or name is missing',
      '9: The amount is missing',
      '10: The amount must be positive',
      "11: '0.1234567891' is not an amount of SOL with at most 9 decimals",
    ],
  )
})

test('the other side of the transfers, and a file without amounts, are refused', () => {
  assert.match(read('Ada,1', 1).problems[0]?.problem ?? '', /other side/)
  assert.equal(read('address,amount\n').problems.length, 1)
  assert.equal(read('').problems.length, 1)
})

test('the template is read back as it was written', () => {
  const text = amountsTemplate(holders, new Map([[1, '2.5']]))
  assert.match(text, /^address,amount\r\nAddr1,2\.5\r\nAddr2,0\.01/)
  assert.equal(read(text).amounts.size, 5)
})

test('where the wallets pay, a line beyond what its wallet can give is refused, not lowered or left out', () => {
  const rich = [
    { ...holder(1, 'Ada'), lamports: 3_000_000_000n },
    { ...holder(2, 'Bo'), lamports: 890_000n },
  ]
  const mostFrom = (one: Holder) => (one.lamports > 890_000n ? one.lamports - 890_000n : 0n)
  const all = readAmountsCsv('Ada,2.99911', rich, { mostFrom })
  assert.deepEqual([...all.amounts], [[1, '2.99911']])
  const { amounts, problems } = readAmountsCsv('Ada,2.999110001\nBo,0.0001', rich, { mostFrom })
  assert.equal(amounts.size, 0)
  assert.deepEqual(
    problems.map(({ line, problem }) => `${line}: ${problem}`),
    ['1: This wallet can give at most 2.99911 SOL', '2: This wallet holds nothing beyond what it keeps'],
  )
})

test('amounts of a token are read in its unit, with the decimals that may be typed', () => {
  const asset = tokenAsset({ symbol: 'DESK', decimals: 9 })
  const of = (text: string) => readAmountsCsv(text, holders, { asset, mostFrom: () => 2_000_000_000n })
  assert.deepEqual([...of('name,desk\nAda,1.5').amounts.values()], ['1.5'])
  assert.deepEqual(
    of('Ada,0.0000001\nCy,3').problems.map(({ problem }) => problem),
    ["'0.0000001' is not an amount of DESK with at most 6 decimals", 'This wallet can give at most 2 DESK'],
  )
})
