import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  formatBalance,
  formatCompact,
  formatFixed,
  formatRounded,
  formatUnits,
  MAX_UNITS,
  MoneyError,
  parseUnits,
  parseUnitsDown,
  toJsonAmount,
} from './money.ts'

const units = fc.bigInt({ min: 0n, max: MAX_UNITS })
const decimals = fc.integer({ min: 0, max: 18 })
const problem = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof MoneyError) return error.problem
    throw error
  }
  return null
}

test('what is written out is read back as the very same units, for every amount the chain can hold', () => {
  fc.assert(
    fc.property(units, decimals, (amount, d) => {
      assert.equal(parseUnits(formatUnits(amount, d), d), amount)
    }),
    { numRuns: 2_000 },
  )
})

test('an amount in an answer is read back as the very same units, be it a number or a string', () => {
  fc.assert(
    fc.property(units, decimals, (amount, d) => {
      const json = JSON.parse(JSON.stringify(toJsonAmount(amount, d))) as number | string
      assert.equal(parseUnits(json, d), amount)
    }),
    { numRuns: 2_000 },
  )
})

test('above 15 significant digits an amount in an answer is a string', () => {
  assert.equal(toJsonAmount(999_999_999_999_999n, 9), 999999.999999999)
  assert.equal(toJsonAmount(1_000_000_000_000_001n, 9), '1000000.000000001')
  assert.equal(toJsonAmount(1_000_000_000_000_000_000n, 9), 1_000_000_000)
  assert.equal(toJsonAmount(1n, 9), 0.000000001)
})

test('zeros in front and behind change nothing, an exponent moves the point', () => {
  fc.assert(
    fc.property(units, decimals, fc.nat(5), fc.nat(5), (amount, d, before, behind) => {
      const text = formatUnits(amount, d)
      const padded = `${'0'.repeat(before)}${text.includes('.') ? text + '0'.repeat(behind) : text}`
      assert.equal(parseUnits(padded, d), amount)
    }),
  )
  assert.equal(parseUnits('1e-9', 9), 1n)
  assert.equal(parseUnits(1e-9, 9), 1n)
})

test('1e21 is larger than the chain can hold', () => {
  assert.equal(
    problem(() => parseUnits(1e21, 0)),
    'too_large',
  )
  assert.equal(
    problem(() => parseUnits(formatUnits(MAX_UNITS + 1n, 9), 9)),
    'too_large',
  )
  assert.equal(parseUnits(formatUnits(MAX_UNITS, 9), 9), MAX_UNITS)
})

test('an amount with more decimals than its mint has is refused, never rounded', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 1, max: 12 }), (amount, d) => {
      const last = amount * 10n + 1n
      assert.equal(
        problem(() => parseUnits(formatUnits(last, d + 1), d)),
        'too_many_decimals',
      )
      assert.equal(parseUnitsDown(formatUnits(last, d + 1), d), amount)
    }),
  )
  assert.equal(
    problem(() => parseUnits('0.0000000001', 9)),
    'too_many_decimals',
  )
  assert.equal(parseUnits('0.1000000000', 9), 100_000_000n, 'zeros behind are no decimals')
})

test('what is no decimal number is refused', () => {
  for (const text of [
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '0x10',
    '1,5',
    '1 000',
    'NaN',
    'Infinity',
    '١',
    '1.2.3',
    '--1',
    '9'.repeat(500),
  ])
    assert.equal(
      problem(() => parseUnits(text, 9)),
      'not_a_number',
      text,
    )
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(
      problem(() => parseUnits(number, 9)),
      'not_a_number',
    )
})

test('no text, however odd, gives anything but units within the range or a MoneyError', () => {
  const odd = fc.string({ unit: fc.constantFrom(...'0123456789.eE+- ') })
  fc.assert(
    fc.property(odd, decimals, (text, d) => {
      if (problem(() => parseUnits(text, d)) !== null) return
      const amount = parseUnits(text, d)
      assert.ok(amount >= 0n && amount <= MAX_UNITS)
    }),
    { numRuns: 5_000 },
  )
})

test('a negative amount is refused, minus zero is zero', () => {
  assert.equal(
    problem(() => parseUnits('-0.000000001', 9)),
    'negative',
  )
  assert.equal(parseUnits('-0', 9), 0n)
  assert.equal(parseUnits(-0, 9), 0n)
})

test('a truncated amount is never larger than it is', () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 0, max: 9 }), (amount, d, places) => {
      const shown = formatFixed(amount, d, places)
      assert.ok(parseUnitsDown(shown, 18) <= amount * 10n ** BigInt(18 - d))
      assert.equal(shown.split('.')[1]?.length ?? 0, places)
    }),
  )
})

test('a rounded amount is the nearest one with so many decimals, and half of the last is up', () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 0, max: 9 }), (amount, d, places) => {
      const rounded = parseUnitsDown(formatRounded(amount, d, places), 18)
      const exact = amount * 10n ** BigInt(18 - d)
      const twice = 2n * (rounded - exact)
      const last = 10n ** BigInt(18 - places)
      assert.ok(twice <= last && twice > -last)
      assert.equal(formatRounded(-amount, d, places).replace('-', ''), formatRounded(amount, d, places))
    }),
  )
  assert.equal(formatRounded(-4n, 3, 2), '0.00')
  assert.equal(formatRounded(-5n, 3, 2), '-0.01')
})

test('the compact form has the shapes that the screens ask for', () => {
  const sol = (text: string) => formatCompact(parseUnits(text, 9), 9)
  assert.equal(sol('0'), '0.00')
  assert.equal(sol('0.000000999'), '< 0.000001')
  assert.equal(sol('0.000001'), '0.000001')
  assert.equal(sol('0.9999994'), '0.999999')
  assert.equal(sol('0.9999995'), '1.0000')
  assert.equal(sol('1'), '1.0000')
  assert.equal(sol('999.99994'), '999.9999')
  assert.equal(sol('999.99995'), '1.00K')
  assert.equal(sol('663507.41'), '663.51K')
  assert.equal(sol('1000'), '1.00K')
  assert.equal(sol('999994.999'), '999.99K')
  assert.equal(sol('999995'), '1.00M')
  assert.equal(sol('1000000'), '1.00M')
})

test('a balance has at least two and at most six decimals', () => {
  assert.equal(formatBalance(1_500_000_000n, 9), '1.50')
  assert.equal(formatBalance(1n, 9), '0.00')
  assert.equal(formatBalance(1_234_567_899n, 9), '1.234568')
  assert.equal(formatBalance(5n, 0), '5.00')
})
